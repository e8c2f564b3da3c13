import { expect, test } from 'vitest'
import { accountSettings } from '../../../src/store/authentication/settings/account-settings.ts'
import { gateways } from '../../../src/store/gateways/gateway.ts'
import { auditedMembers } from '../../../src/store/kit/audit.ts'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import { orders } from '../../../src/store/orders/order.ts'
import { shipments } from '../../../src/store/orders/shipments/shipment.ts'
import { resources } from '../../../src/store/resources.ts'

const all: readonly AnyResource[] = [...resources, gateways, orders, shipments, accountSettings]

/** Settings about such columns, which are not secret themselves. */
const HARMLESS = [
  'authentication_realm.duplicate_email_policy',
  'password_profile.username_format',
  'password_profile.enable_one_time_password_token',
  'account_authentication_settings.account_management_authentication_token_timeout_secs',
]

/** Column names that suggest a secret or personal data. */
const PRIVATE = /secret|password|token|credential|email|first_name|last_name|line_1|phone|username|customer$|_address$/

test('the audit log has no values of columns that look secret or personal', () => {
  const shown = all.flatMap((resource) => {
    const { names, hidden } = auditedMembers(resource)
    return names.filter((name) => !(name in hidden)).map((name) => `${resource.type}.${name}`)
  })
  expect(shown.filter((name) => PRIVATE.test(name.split('.')[1] ?? '') && !HARMLESS.includes(name))).toEqual([])
})

test('binary columns and password hashes are secrets in every table', () => {
  for (const resource of all) {
    const { hidden } = auditedMembers(resource)
    for (const [name, { kind }] of Object.entries({ ...resource.attributes, ...resource.internal }))
      if (kind === 'bytes' || name === 'password_hash') expect(hidden[name], `${resource.type}.${name}`).toBe('secret')
  }
})
