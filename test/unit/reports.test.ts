import { expect, test } from 'vitest'
import type { Report } from '../../src/event-types/catalog.ts'
import { findEventType } from '../../src/event-types/catalog.ts'
import { Customer } from '../../src/event-types/resources/customer.ts'
import type { Settings } from '../../src/event-types/resources/settings.ts'
import { defineResource } from '../../src/store/kit/resource.ts'
import { text } from '../../src/store/kit/values/attribute.ts'

const meta = { timestamps: { created_at: '2026-02-05T12:00:00.250Z', updated_at: '2026-02-05T12:00:00.250Z' } }
const links = { self: 'http://127.0.0.1:7070/v2/settings' }
const data: Settings = { type: 'settings', id: '019c2f4e-0000-7000-8000-000000000002', page_length: 25, links, meta }

test('a report compiles if its payload has every member that its event type promises', () => {
  const { links: _, ...incomplete } = data
  const reports: Report[] = [
    { triggered_by: 'settings.updated', payload: { data } },
    // @ts-expect-error: `links` is missing
    { triggered_by: 'settings.updated', payload: { data: incomplete } },
    // @ts-expect-error: the payload is that of other keys
    { triggered_by: 'cart.updated', payload: { data } },
    { triggered_by: 'cart.deleted', payload: { type: 'cart', id: '1' } },
    // @ts-expect-error: a deletion has type and id only
    { triggered_by: 'cart.deleted', payload: { data } },
  ]
  for (const { triggered_by } of reports) expect(findEventType(triggered_by)).toBeDefined()
})

const customer = {
  type: 'customer',
  singular: 'customer',
  tag: 'Customers',
  area: 'customers',
  table: 'customers',
  path: '/customers',
  event_schema: Customer,
  attributes: { name: text(), email: text(), external_ref: text() },
} as const

test('a resource compiles if it has every member that its event promises', () => {
  const show = () => ({ members: { password: false } })
  const resources = [
    defineResource({ ...customer, event: 'customer', show }),
    // @ts-expect-error: `password` is missing
    defineResource({ ...customer, event: 'customer', show: () => ({ members: {} }) }),
    // @ts-expect-error: `show` is missing
    defineResource({ ...customer, event: 'customer' }),
    // @ts-expect-error: the schema is that of other keys
    defineResource({ ...customer, event: 'account', show }),
  ]
  for (const { schemas } of resources) expect(schemas.resource.properties).toHaveProperty('password')
})
