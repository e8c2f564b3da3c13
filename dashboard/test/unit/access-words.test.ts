import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PERMISSIONS, ROLES as ROLES_OF_API } from '../../../src/kernel/permissions.ts'
import { REFUSALS } from '../../../src/people/oidc/refusal.ts'
import { describeOperations } from '../../scripts/describe-operations.ts'
import { deviceOf } from '../../src/kit/values/device.ts'
import { AREAS, describePermissions, OF_AN_OWNER, ROLES } from '../../src/messages/access.ts'
import { sidesOf } from '../../src/pages/access/rules/audit-changes.ts'
import { expiryOf, PRESETS, presetOf } from '../../src/pages/access/rules/key-presets.ts'
import { entryWords, operationWords } from '../../src/pages/access/rules/operation-words.ts'
import { refusalSentence } from '../../src/pages/entry/refusals.ts'
import { placesOf } from '../../src/pages/me/rules/places.ts'

const document = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'))
const { operations, summaries: said } = describeOperations(document)

test('every permission and role of the API has a label', () => {
  const areas = new Set(PERMISSIONS.map((permission) => permission.split(':')[0]))
  expect(Object.keys(AREAS).toSorted()).toEqual([...areas].toSorted())
  expect(Object.keys(ROLES).toSorted()).toEqual(Object.keys(ROLES_OF_API).toSorted())
  expect([...OF_AN_OWNER].toSorted()).toEqual([...ROLES_OF_API.owner.permissions].toSorted())
})

test('permissions are listed by area, and all of them as everything', () => {
  expect(describePermissions(ROLES_OF_API.owner.permissions)).toEqual(['Everything.'])
  expect(describePermissions(['events:write', 'orders:read', 'orders:write', 'integrations:secrets'])).toEqual([
    'Reads and changes: orders.',
    'Changes without reading: events.',
    'Sees the secrets of integrations.',
  ])
  expect(describePermissions([])).toEqual(['Nothing.'])
  for (const role of Object.values(ROLES_OF_API))
    expect(describePermissions(role.permissions)).not.toContain('Nothing.')
})

test('every operation that changes something has a description in the past tense', () => {
  const changing = Object.entries(operations).filter(([, { method }]) => method !== 'get')
  const unsaid = changing.filter(([id]) => operationWords(id, said[id]) === said[id])
  expect(unsaid.map(([id]) => id)).toEqual([])
  expect(operationWords('CreateTaxClass', 'Create a tax class')).toBe('Created a tax class')
  expect(operationWords('CreateJobRun', 'Retry or cancel many jobs')).toBe('Retried or canceled many jobs')
  const pay = 'Pay for an order, or authorize its payment'
  expect(operationWords('PayOrder', pay)).toBe('Paid for an order or authorized its payment')
  expect(operationWords('SomethingNew', undefined)).toBe('Something new')
})

test('the audit entry of a login names its method', () => {
  const { LogInMethod, SecondFactorOfLogIn } = document.components.schemas
  const said = LogInMethod.enum.flatMap((method: 'password') =>
    [null, ...SecondFactorOfLogIn.enum].map((second_factor) =>
      entryWords({ operation: 'CreateSession', log_in: { method, second_factor } }, undefined),
    ),
  )
  expect(said).toContain('Logged in with a password and a one-time code')
  expect(said).toContain('Logged in with a passkey')
  expect(said.filter((words: string) => words.includes('undefined'))).toEqual([])
  expect(entryWords({ operation: 'CreateTaxClass', log_in: null }, 'Create a tax class')).toBe('Created a tax class')
})

test('each failed login by a provider has its own message, and unknown ones a general message', () => {
  expect(new Set(REFUSALS.map(refusalSentence)).size).toBe(REFUSALS.length)
  expect(refusalSentence('of-a-newer-version')).toBe(refusalSentence('error'))
})

test('presets have only permissions of the API, and match in any order', () => {
  for (const { id, permissions } of PRESETS) {
    for (const permission of permissions ?? []) expect(PERMISSIONS).toContain(permission)
    expect(presetOf(permissions?.toReversed() ?? null)).toBe(id)
  }
  expect(presetOf(['carts:read'])).toBeUndefined()
  expect(presetOf([])).toBeUndefined()
})

test('a key expires after some days, at a time, or never', () => {
  const now = Date.parse('2026-11-25T12:00:00Z')
  expect(expiryOf('30', '', now)).toBe('2026-12-25T12:00:00.000Z')
  expect(expiryOf('never', '', now)).toBe(null)
  expect(expiryOf('at', '2027-01-01T00:00:00Z', now)).toBe('2027-01-01T00:00:00.000Z')
  expect(expiryOf('at', 'soon', now)).toBe('soon')
})

test('user agents are shown as a browser on a system', () => {
  const agents = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge 140 on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari 18 on iPhone',
    ],
    ['curl/8.14.1', 'curl 8'],
    ['ERP importer', 'ERP importer'],
    [null, 'Unknown'],
  ] as const
  for (const [agent, words] of agents) expect(deviceOf(agent)).toBe(words)
})

test('a change shows both values, and names values that the log omits', () => {
  const members = {
    name: { before: 'Shoes', after: 'Boots' },
    secret_key: { hidden: 'secret' },
    email: { hidden: 'personal' },
    description: { omitted_bytes: 5000 },
    enabled: { after: null },
  } as const
  expect(sidesOf({ members })).toEqual({
    before: { name: 'Shoes' },
    after: {
      name: 'Boots',
      secret_key: '(secret: not in the log)',
      email: '(personal data: not in the log)',
      description: '(5,000 bytes: too large for the log)',
      enabled: null,
    },
  })
})

test('equal rights in several stores are listed once', () => {
  const place = (id: string, ...roles: ('owner' | 'viewer' | 'support')[]) => ({
    id,
    name: id,
    scope: id,
    roles,
    permissions: [],
  })
  const names = (session: Parameters<typeof placesOf>[0]) => placesOf(session).map(({ name }) => name)
  expect(names({ organization: place('Org', 'owner'), stores: [place('A', 'owner'), place('B', 'owner')] })).toEqual([
    'Org, and all 2 stores',
  ])
  expect(
    names({ organization: place('Org', 'viewer'), stores: [place('A', 'viewer'), place('B', 'viewer', 'support')] }),
  ).toEqual(['Org, and 1 store', 'B'])
  expect(names({ organization: place('Org'), stores: [place('A', 'support')] })).toEqual(['A'])
})
