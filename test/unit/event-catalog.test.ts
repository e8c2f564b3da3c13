import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import {
  builtInTypes,
  describeEventType,
  eventTypes,
  findEventType,
  isObservable,
  isObservableBy,
  isObservedBy,
  type KnownTypes,
  keysOf,
  matchingKeys,
  matchingPatterns,
  organizationKeys,
  unknownKeyDetail,
} from '../../src/event-types/catalog.ts'
import type { EventType, SampleSource } from '../../src/event-types/event-type.ts'
import { quotedIn, specified } from '../support/documents/specification.ts'

const EMITTED = specified('integrations', 'Event keys').flatMap((row) =>
  quotedIn(row.get('Event keys')).map((key) => ({ key, entity: row.get('Entity'), level: row.get('Level') })),
)

const ORGANIZATION_KEYS = EMITTED.filter(({ level }) => level === 'Store, Organization').map(({ key }) => key)

const PUBLISHED = specified('integrations', 'Published keys').flatMap((row) =>
  quotedIn(row.get('Actions')).map((action) => `${quotedIn(row.get('Resource'))[0]}.${action}`),
)

const STORE: SampleSource = {
  id: '019c2f4e-7b10-7a3c-8f21-5d6e7f809a1b',
  organization_id: '019c2f4e-0000-7000-8000-000000000001',
  store_id: '019c2f4e-0000-7000-8000-000000000002',
  base_url: 'http://127.0.0.1:7070/v2',
  time: Date.UTC(2026, 1, 5, 12, 0, 0, 250),
}

const emitted = eventTypes.filter((type) => type.origin === 'store')

function typeOf(key: string): EventType {
  const type = findEventType(key)
  if (type === undefined) throw new Error(`${key} is not in the catalog`)
  return type
}

describe('event keys', () => {
  test('the store emits exactly the specified keys, in order, with entities and levels', () => {
    const listed = emitted.map(describeEventType).map(({ key, entity, level }) => ({ key, entity, level }))
    expect(EMITTED.length).toBeGreaterThan(50)
    expect(listed).toEqual(EMITTED)
  })

  test('other systems may publish exactly the other specified keys', () => {
    const outside = eventTypes.filter((type) => type.origin === 'outside')
    expect(outside.map((type) => type.key)).toEqual(PUBLISHED)
    expect(outside.every((type) => type.level === 'store')).toBe(true)
  })

  test('no key is declared twice', () => {
    expect(new Set(eventTypes.map((type) => type.key)).size).toBe(eventTypes.length)
  })

  test('an organization has exactly the six specified keys', () => {
    expect(ORGANIZATION_KEYS).toHaveLength(6)
    expect(organizationKeys).toEqual(ORGANIZATION_KEYS)
    const observable = eventTypes.map((type) => type.key).filter((key) => isObservable(key, builtInTypes.organization))
    expect(observable).toEqual(ORGANIZATION_KEYS)
    expect(isObservable('wishlist_ext.created', builtInTypes.organization)).toBe(false)
  })

  test('a store may observe every declared key and no other', () => {
    expect(eventTypes.every((type) => isObservable(type.key, builtInTypes.store))).toBe(true)
    for (const key of ['cart.created', 'order.payed', 'file.updated', 'order', '', 'constructor', '__proto__']) {
      expect(isObservable(key, builtInTypes.store), key).toBe(false)
      expect(findEventType(key), key).toBeUndefined()
    }
  })
})

describe('keys of a custom API', () => {
  const longest = `${'a'.repeat(59)}_ext`

  test.each([
    'wishlist_ext.created',
    'wishlist_ext.updated',
    'wishlist_ext.deleted',
    `${longest}.created`,
    '_9_ext.deleted',
  ])('%s is derived from the literal type', (key) => {
    const type = typeOf(key)
    expect(isObservable(key, builtInTypes.store)).toBe(true)
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
  ])('%s is not a key', (key) => expect(isObservable(key, builtInTypes.store)).toBe(false))

  test.each([
    'wishlist_ext.changed',
    'wishlist_ext.',
    'wishlist_ext',
    'wishlist_ext.created.created',
    'x.wishlist_ext.created',
  ])('%s is not the key of any type', (key) => expect(findEventType(key)).toBeUndefined())
})

describe('matching keys', () => {
  const unread = () => {
    throw new Error('the payload was read')
  }

  test('an ordinary event matches its own key without parsing the payload', () => {
    for (const type of eventTypes.filter(({ entity }) => entity !== 'Custom API entry')) {
      expect(matchingKeys(type.key, unread)).toEqual([type.key])
    }
  })

  test("an event of a custom API entry matches the literal key first, then its API's key", () => {
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

  test('an event published under a dynamic key also matches the literal key', () => {
    expect(matchingKeys('wishlist_ext.updated', unread)).toEqual(['customAPIEntryType.updated', 'wishlist_ext.updated'])
  })

  test('a literal event whose resource names no custom API matches only its own key', () => {
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
    ['cart.created', 'mean cart.updated, cart.deleted'],
    ['wishlist_ext.changed', 'mean wishlist_ext.created, wishlist_ext.updated, wishlist_ext.deleted?'],
  ])('the error for %s suggests the nearest known keys', (key, hint) => {
    expect(unknownKeyDetail(key, builtInTypes.store)).toContain(hint)
  })

  test('the error for a dissimilar key makes no suggestion', () => {
    expect(unknownKeyDetail('zzz.happened', builtInTypes.store)).toBe(
      '"zzz.happened" is not an observable event key. GET /v2/events/types lists all of them.',
    )
  })

  test("the error for an organization lists its own keys and calls the key a store's", () => {
    expect(unknownKeyDetail('order.paid', builtInTypes.organization)).toBe(
      `"order.paid" is an event of stores; an organization has only ${ORGANIZATION_KEYS.join(', ')}.`,
    )
  })

  test('the error does not repeat a very long key in full', () => {
    expect(unknownKeyDetail('x'.repeat(1_000_000), builtInTypes.store).length).toBeLessThan(1000)
  })
})

describe('own event types of a store', () => {
  const known: KnownTypes = { level: 'store', own: new Set(['acme.crm.order.approved', 'acme.rejected']) }

  test('their keys can be observed by name and by every pattern of their prefix', () => {
    expect(isObservable('acme.rejected', known)).toBe(true)
    expect(keysOf('acme.*', known)).toEqual(['acme.crm.order.approved', 'acme.rejected'])
    expect(keysOf('acme.crm.*', known)).toEqual(['acme.crm.order.approved'])
    expect(keysOf('*', known)).toEqual(expect.arrayContaining(['order.paid', 'acme.rejected']))
    for (const text of ['acme.cr.*', 'acme.crm', 'acme.rejected.*', 'acm.*', 'acme.other'])
      expect(isObservableBy(text, known), text).toBe(false)
    expect(isObservableBy('acme.*', builtInTypes.store)).toBe(false)
  })

  test('suggestions include their keys', () => {
    expect(unknownKeyDetail('acme.reject', known)).toContain('Did you mean acme.crm.order.approved, acme.rejected?')
    expect(unknownKeyDetail('acmes.*', known)).toContain('acme.*')
  })

  test('a text matches a key if it is the key or one of its matching patterns', () => {
    const keys = [...eventTypes.map(({ key }) => key), ...known.own, 'wishlist_ext.created']
    const texts = [...new Set(['*', 'acme.other.*', ...keys.flatMap((key) => [key, ...matchingPatterns(key)])])]
    for (const key of keys)
      for (const text of texts)
        expect(isObservedBy([text], key), `${text} ${key}`).toBe(text === key || matchingPatterns(key).includes(text))
  })
})
