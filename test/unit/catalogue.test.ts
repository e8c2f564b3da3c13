import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import {
  describeEventType,
  eventTypes,
  findEventType,
  isObservable,
  matchingKeys,
  organizationKeys,
  unknownKeyDetail,
} from '../../src/event-types/catalogue.ts'
import type { EventType, SampleSource } from '../../src/event-types/event-type.ts'

/** The specification's table of section 6. */
const FIRED: [entity: string, keys: string, level: 'Store' | 'Store, Organization'][] = [
  ['Address', 'address.created address.updated address.deleted', 'Store'],
  ['Account', 'account.created account.updated account.deleted', 'Store'],
  ['Account member', 'account-member.created account-member.updated account-member.deleted', 'Store'],
  ['Account membership', 'account-membership.created account-membership.updated account-membership.deleted', 'Store'],
  ['Cart', 'cart.updated cart.deleted', 'Store'],
  ['Currency', 'currency.created currency.updated currency.deleted', 'Store'],
  ['Customer', 'customer.created customer.updated customer.deleted', 'Store'],
  ['Custom API entry', 'customAPIEntryType.created customAPIEntryType.updated customAPIEntryType.deleted', 'Store'],
  ['File', 'file.created file.deleted', 'Store'],
  ['Integration', 'integration.created integration.updated integration.deleted', 'Store, Organization'],
  ['One-time password token request', 'one-time-password-token-request.created', 'Store'],
  [
    'Order',
    'order.created order.updated order.paid order.authorized order.fulfilled order.cancelled order.refunded',
    'Store',
  ],
  ['Payment gateway', 'payment-gateway.updated', 'Store'],
  ['Catalog release', 'catalog-release.created catalog-release.updated catalog-release.deleted', 'Store, Organization'],
  ['Catalog rule', 'catalog-rule.created catalog-rule.updated catalog-rule.deleted', 'Store'],
  ['Settings', 'settings.created settings.updated', 'Store'],
  ['Stock transaction', 'stock-transaction.created', 'Store'],
  ['Transaction', 'transaction.created transaction.updated', 'Store'],
  [
    'User authentication info',
    'user-authentication-info.created user-authentication-info.updated user-authentication-info.deleted',
    'Store',
  ],
]

const CREATED_UPDATED_DELETED = ['created', 'updated', 'deleted']

/** Keys that are accepted, and published by producers outside only. */
const OUTSIDE: [prefix: string, occasions: string[]][] = [
  ['order', ['deleted']],
  ['product', CREATED_UPDATED_DELETED],
  ['brand', CREATED_UPDATED_DELETED],
  ['category', CREATED_UPDATED_DELETED],
  ['collection', CREATED_UPDATED_DELETED],
  [
    'subscription',
    ['created', 'create-failed', 'paused', 'canceled', 'pending_cancel', 'pending_pause', 'resumed', 'closed'],
  ],
  ['subscription-subscriber', CREATED_UPDATED_DELETED],
  ['subscription-offering', CREATED_UPDATED_DELETED],
  ['subscription-job', CREATED_UPDATED_DELETED],
  ['subscription-schedule', CREATED_UPDATED_DELETED],
  ['subscription-product', CREATED_UPDATED_DELETED],
  ['subscription-plan', CREATED_UPDATED_DELETED],
  ['subscription-invoice', ['created', 'deleted']],
]

const ORGANIZATION_KEYS = [
  'integration.created',
  'integration.updated',
  'integration.deleted',
  'catalog-release.created',
  'catalog-release.updated',
  'catalog-release.deleted',
]

const STORE: SampleSource = {
  id: '019c2f4e-7b10-7a3c-8f21-5d6e7f809a1b',
  organization_id: '019c2f4e-0000-7000-8000-000000000001',
  store_id: '019c2f4e-0000-7000-8000-000000000002',
  base_url: 'http://127.0.0.1:7070/v2',
  time: Date.UTC(2026, 1, 5, 12, 0, 0, 250),
}

const fired = eventTypes.filter((type) => type.origin === 'store')

function typeOf(key: string): EventType {
  const type = findEventType(key)
  if (type === undefined) throw new Error(`${key} is not in the catalogue`)
  return type
}

describe('the keys', () => {
  test("the store fires exactly the specification's 51 keys, in its order, with its entities and levels", () => {
    const listed = fired.map(describeEventType).map(({ key, entity, level }) => ({ key, entity, level }))
    const table = FIRED.flatMap(([entity, keys, level]) => keys.split(' ').map((key) => ({ key, entity, level })))
    expect(table).toHaveLength(51)
    expect(listed).toEqual(table)
  })

  test('producers outside may publish exactly the keys that were decided beside them', () => {
    const outside = eventTypes.filter((type) => type.origin === 'outside')
    expect(outside.map((type) => type.key)).toEqual(
      OUTSIDE.flatMap(([prefix, occasions]) => occasions.map((occasion) => `${prefix}.${occasion}`)),
    )
    expect(outside.every((type) => type.level === 'store')).toBe(true)
  })

  test('no key is declared twice', () => {
    expect(new Set(eventTypes.map((type) => type.key)).size).toBe(eventTypes.length)
  })

  test('an organization has the six keys and no other', () => {
    expect(organizationKeys).toEqual(ORGANIZATION_KEYS)
    const observable = eventTypes.map((type) => type.key).filter((key) => isObservable(key, 'organization'))
    expect(observable).toEqual(ORGANIZATION_KEYS)
    expect(isObservable('wishlist_ext.created', 'organization')).toBe(false)
  })

  test('a store may observe every key, and none that is not there', () => {
    expect(eventTypes.every((type) => isObservable(type.key, 'store'))).toBe(true)
    for (const key of ['cart.created', 'order.payed', 'file.updated', 'order', '', 'constructor', '__proto__']) {
      expect(isObservable(key, 'store'), key).toBe(false)
      expect(findEventType(key), key).toBeUndefined()
    }
  })
})

describe("a custom API's own keys", () => {
  const longest = `${'a'.repeat(59)}_ext`

  test.each([
    'wishlist_ext.created',
    'wishlist_ext.updated',
    'wishlist_ext.deleted',
    `${longest}.created`,
    '_9_ext.deleted',
  ])('%s is a type derived from the literal one', (key) => {
    const type = typeOf(key)
    expect(isObservable(key, 'store')).toBe(true)
    expect(type).toMatchObject({ key, entity: 'Custom API entry', level: 'store', origin: 'store' })
    expect(Value.Check(type.payload, type.sample(STORE))).toBe(true)
    expect(Value.Check(type.payload, typeOf('other_ext.created').sample(STORE))).toBe(false)
  })

  test.each([
    'wishlist.created',
    'Wishlist_ext.created',
    'wish-list_ext.created',
    '_ext.created',
    `a${longest}.created`,
  ])('%s is not a key', (key) => expect(isObservable(key, 'store')).toBe(false))

  test.each([
    'wishlist_ext.changed',
    'wishlist_ext.',
    'wishlist_ext',
    'wishlist_ext.created.created',
    'x.wishlist_ext.created',
  ])('%s is not a key either', (key) => expect(findEventType(key)).toBeUndefined())
})

describe('matching', () => {
  const unread = () => {
    throw new Error('the payload was read')
  }

  test('an ordinary event matches under its own key, its payload unread', () => {
    for (const type of eventTypes.filter(({ entity }) => entity !== 'Custom API entry')) {
      expect(matchingKeys(type.key, unread)).toEqual([type.key])
    }
  })

  test("a custom API entry's event matches under the literal key first, then its API's own", () => {
    const created = { data: { type: 'wishlist_ext', id: '1' } }
    expect(matchingKeys('customAPIEntryType.created', () => created)).toEqual([
      'customAPIEntryType.created',
      'wishlist_ext.created',
    ])
    const deleted = { type: 'wishlist_ext', id: '1' }
    expect(matchingKeys('customAPIEntryType.deleted', () => deleted)).toEqual([
      'customAPIEntryType.deleted',
      'wishlist_ext.deleted',
    ])
  })

  test('an event published under a dynamic key matches under the literal one too', () => {
    expect(matchingKeys('wishlist_ext.updated', unread)).toEqual(['customAPIEntryType.updated', 'wishlist_ext.updated'])
  })

  test('a literal event whose resource names no custom API matches under its own key only', () => {
    for (const payload of [{ data: { type: 'order' } }, { data: {} }, { data: null }, {}, null, 'text', []]) {
      expect(matchingKeys('customAPIEntryType.created', () => payload)).toEqual(['customAPIEntryType.created'])
    }
  })
})

describe('unknown keys', () => {
  test.each([
    ['accounts.create', 'mean account.created, account.updated, account.deleted?'],
    ['subscriptions.closed', 'mean subscription.closed?'],
    ['catalog.created', 'mean catalog-release.created, catalog-rule.created?'],
    ['order.payed', 'order.created, order.updated, order.paid'],
    ['orders.paid', 'mean order.paid?'],
    ['Order.paid', 'mean order.paid?'],
    ['account_member.created', 'mean account-member.created?'],
    ['account.create', 'mean account.created, account.updated, account.deleted?'],
    ['cart.created', 'mean cart.updated, cart.deleted?'],
    ['wishlist_ext.changed', 'mean wishlist_ext.created, wishlist_ext.updated, wishlist_ext.deleted?'],
  ])('%s is told the nearest known ones', (key, hint) => {
    expect(unknownKeyDetail(key, 'store')).toContain(hint)
  })

  test('a key like no other gets no guess', () => {
    expect(unknownKeyDetail('zzz.happened', 'store')).toBe(
      '"zzz.happened" is not an observable event key. GET /v2/events/types lists all of them.',
    )
  })

  test("an organization is told that the key is a store's, and what it has itself", () => {
    expect(unknownKeyDetail('order.paid', 'organization')).toBe(
      `"order.paid" is an event of stores; an organization has only ${ORGANIZATION_KEYS.join(', ')}.`,
    )
  })

  test('an endless key is not repeated in full', () => {
    expect(unknownKeyDetail('x'.repeat(1_000_000), 'store').length).toBeLessThan(1000)
  })
})
