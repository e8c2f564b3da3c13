import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { builtInTypes, describeEventType, eventTypes, findEventType } from '../../src/event-types/catalog.ts'
import { isDeletion } from '../../src/event-types/event.ts'
import { type EventType, levelOf, type SampleSource } from '../../src/event-types/event-type.ts'
import { relatedId } from '../../src/event-types/samples.ts'
import { checkPublished } from '../../src/events/check-published.ts'
import { IntegrationResource } from '../../src/integrations/integration.ts'
import { addressFaults } from '../../src/store/addresses/validate.ts'
import { schemaChecker } from '../support/documents/schema-checker.ts'
import { specifiedMembers } from '../support/documents/specification.ts'

/** Resource types of deletions, listed because keys have hyphens but most types have underscores. */
const DELETED_TYPES: Record<string, string> = {
  'address.deleted': 'address',
  'account.deleted': 'account',
  'account-member.deleted': 'account_member',
  'account-membership.deleted': 'account_membership',
  'cart.deleted': 'cart',
  'currency.deleted': 'currency',
  'customer.deleted': 'customer',
  'customAPIEntryType.deleted': 'wishlist_ext',
  'file.deleted': 'file',
  'integration.deleted': 'integration',
  'catalog-release.deleted': 'catalog-release',
  'catalog-rule.deleted': 'catalog_rule',
  'user-authentication-info.deleted': 'user_authentication_info',
  'order.deleted': 'order',
}

const ORDER_MEMBERS = specifiedMembers('Order events')
const CART_MEMBERS = specifiedMembers('Cart events')

const STORE: SampleSource = {
  id: '019c2f4e-7b10-7a3c-8f21-5d6e7f809a1b',
  organization_id: '019c2f4e-0000-7000-8000-000000000001',
  store_id: '019c2f4e-0000-7000-8000-000000000002',
  base_url: 'http://127.0.0.1:7070/v2',
  time: Date.UTC(2026, 1, 5, 12, 0, 0, 250),
}
const ORGANIZATION: SampleSource = { ...STORE, store_id: null }

const emitted = eventTypes.filter((type) => type.origin === 'store')
const deletions = eventTypes.filter((type) => isDeletion(type.key))

function typeOf(key: string): EventType {
  const type = findEventType(key)
  if (type === undefined) throw new Error(`${key} is not in the catalog`)
  return type
}

function clone(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Returns the value without the member at the path. */
function without(value: unknown, path: string): unknown {
  const copy = clone(value)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce<unknown>((at, name) => Reflect.get(Object(at), name), copy)
  Reflect.deleteProperty(Object(parent), last)
  return copy
}

function has(value: unknown, path: string): boolean {
  const found = path.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at), name), value)
  return found !== undefined
}

describe('payloads', () => {
  const ajv = schemaChecker()

  test.each(eventTypes.map((type) => [type.key, type] as const))('the sample of %s matches its schema', (_, type) => {
    const sources = type.level === 'store' ? [STORE] : [STORE, ORGANIZATION]
    const published = ajv.compile(clone(type.payload) as object)
    for (const source of sources) {
      const sample = type.sample(source)
      expect([...Value.Errors(type.payload, sample)]).toEqual([])
      expect(published(clone(sample)), JSON.stringify(published.errors)).toBe(true)
      expect(checkPublished(type.key, sample, builtInTypes[levelOf(source)])).toEqual([])
    }
  })

  test('a checkout accepts the addresses of sample orders', () => {
    type Addresses = Record<string, Record<string, string>>
    const sample = findEventType('order.paid')?.sample(STORE) as { data: Addresses } | undefined
    for (const name of ['billing_address', 'shipping_address'])
      expect(addressFaults(sample?.data[name] ?? {}, { use: 'delivered' })).toEqual([])
  })

  test('samples are deterministic and survive JSON', () => {
    for (const type of eventTypes) {
      expect(type.sample(STORE)).toEqual(type.sample({ ...STORE }))
      expect(clone(type.sample(STORE))).toEqual(type.sample(STORE))
    }
  })

  test('no schema accepts an empty object or another resource', () => {
    for (const type of emitted) {
      expect(Value.Check(type.payload, {}), type.key).toBe(false)
      expect(Value.Check(type.payload, { data: {} }), type.key).toBe(false)
      const others = emitted.filter((other) => other.entity !== type.entity)
      expect(
        others.some((other) => Value.Check(type.payload, other.sample(STORE))),
        type.key,
      ).toBe(false)
    }
  })

  test('a deletion is exactly the type and id of the resource', () => {
    for (const type of deletions) {
      const sample = type.sample(STORE)
      expect(Object.keys(sample), type.key).toEqual(['type', 'id'])
      expect(Value.Check(type.payload, { ...sample, name: 'more' }), type.key).toBe(false)
      expect(Value.Check(type.payload, { data: sample }), type.key).toBe(false)
    }
    const types = deletions.map((type) => [type.key, Reflect.get(type.sample(STORE), 'type')])
    expect(Object.fromEntries(types)).toMatchObject(DELETED_TYPES)
  })

  test.each(['order.created', 'order.updated', 'order.paid', 'order.refunded'])(
    '%s has every order member that the specification lists',
    (key) => {
      expect(ORDER_MEMBERS.length).toBeGreaterThan(60)
      const { payload, sample } = typeOf(key)
      for (const path of ORDER_MEMBERS) {
        expect(has(sample(STORE), path), path).toBe(true)
        expect(Value.Check(payload, without(sample(STORE), path)), `${key} without ${path}`).toBe(false)
      }
    },
  )

  test('cart.updated has every cart member that the specification lists', () => {
    expect(CART_MEMBERS).toHaveLength(23)
    const { payload, sample } = typeOf('cart.updated')
    for (const path of CART_MEMBERS) {
      expect(has(sample(STORE), path), path).toBe(true)
      expect(Value.Check(payload, without(sample(STORE), path)), `without ${path}`).toBe(false)
    }
  })

  test('the sample of an order has the state that its event implies', () => {
    const states = ['created', 'authorized', 'paid', 'fulfilled', 'cancelled', 'refunded'].map((action) => {
      const sample: unknown = typeOf(`order.${action}`).sample(STORE)
      return Reflect.get(Object(sample), 'data')
    })
    expect(states).toMatchObject([
      { status: 'incomplete', payment: 'unpaid', shipping: 'unfulfilled' },
      { status: 'processing', payment: 'authorized', shipping: 'unfulfilled' },
      { status: 'complete', payment: 'paid', shipping: 'unfulfilled' },
      { status: 'complete', payment: 'paid', shipping: 'fulfilled' },
      { status: 'cancelled', payment: 'unpaid', shipping: 'unfulfilled' },
      { status: 'complete', payment: 'refunded', shipping: 'unfulfilled' },
    ])
  })

  test('the amounts of the sample order add up', () => {
    expect(typeOf('order.paid').sample(STORE)).toMatchObject({
      data: {
        meta: {
          display_price: {
            with_tax: { amount: 6000, formatted: '$60.00' },
            without_tax: { amount: 5000 },
            tax: { amount: 1000 },
          },
        },
      },
      included: {
        items: [
          {
            quantity: 2,
            unit_price: { amount: 2000 },
            meta: { display_price: { with_tax: { value: { amount: 4800 } } } },
          },
          {
            quantity: 1,
            unit_price: { amount: 1000 },
            meta: { display_price: { with_tax: { value: { amount: 1200 } } } },
          },
        ],
      },
    })
  })

  test('a one-time password is in data, like every resource', () => {
    expect(typeOf('one-time-password-token-request.created').sample(STORE)).toMatchObject({
      data: { type: 'one_time_password_token_request', one_time_password_token: expect.any(String) },
    })
  })

  test("an integration equals the API's representation, with its secret masked", () => {
    const sample: unknown = typeOf('integration.updated').sample(STORE)
    const data: unknown = Reflect.get(Object(sample), 'data')
    expect(Value.Check(IntegrationResource, data)).toBe(true)
    expect(data).toMatchObject({ configuration: { secret_key: expect.stringMatching(/^\*+.{4}$/) } })
  })

  test('a catalog release names the level of its owner', () => {
    const { sample } = typeOf('catalog-release.created')
    expect(sample(STORE)).toMatchObject({ data: { meta: { owner: 'store' } } })
    expect(sample(ORGANIZATION)).toMatchObject({ data: { meta: { owner: 'organization' } } })
  })

  test('related ids are distinct UUIDs', () => {
    const numbers = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.uuid(), numbers, numbers, (id, one, other) => {
        expect(relatedId(id, one)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        expect(relatedId(id, one) === relatedId(id, other)).toBe(one === other)
        expect(relatedId(id, 0)).toBe(id)
      }),
    )
  })

  test('the list of types is plain JSON with description, schema and sample', () => {
    const listed = eventTypes.map(describeEventType)
    expect(clone(listed)).toEqual(listed)
    expect(listed.find(({ id }) => id === 'integration.created')).toMatchObject({
      type: 'event-type',
      key: 'integration.created',
      entity: 'Integration',
      level: 'Store, Organization',
      origin: 'store',
      description: expect.stringMatching(/\.$/),
      payload: { type: 'object', required: ['data'] },
      sample: { data: { type: 'integration' } },
    })
  })
})
