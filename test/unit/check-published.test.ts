import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtInTypes, eventTypes } from '../../src/event-types/catalog.ts'
import { checkPublished } from '../../src/events/check-published.ts'

const pointers = (triggered_by: unknown, payload: unknown, level: 'store' | 'organization' = 'store') =>
  checkPublished(triggered_by, payload, builtInTypes[level]).map((problem) => problem.pointer)

test('a resource in data is enough, with or without related ones, whatever it looks like', () => {
  expect(pointers('order.paid', { data: {} })).toEqual([])
  expect(pointers('order.paid', { data: { type: 'order' }, included: {}, more: 1 })).toEqual([])
  expect(pointers('wishlist_ext.created', { data: { type: 'wishlist_ext' } })).toEqual([])
  expect(pointers('subscription.closed', { data: { id: 'sub-1' } })).toEqual([])
})

test('data and included must be objects', () => {
  expect(pointers('order.paid', {})).toEqual(['/payload/data'])
  expect(pointers('order.paid', { data: [] })).toEqual(['/payload/data'])
  expect(pointers('order.paid', { data: 'x', included: null })).toEqual(['/payload/data', '/payload/included'])
})

test.each([[undefined], [null], ['text'], [7], [[]]])('a payload of %j is refused', (payload) => {
  expect(pointers('order.paid', payload)).toEqual(['/payload'])
  expect(pointers('order.deleted', payload)).toEqual(['/payload'])
})

test('an unknown key is refused without a guess at its payload', () => {
  expect(pointers('order.payed', {})).toEqual(['/triggered_by'])
  expect(pointers('order.payed', null)).toEqual(['/triggered_by', '/payload'])
  expect(pointers(7, { data: {} })).toEqual(['/triggered_by'])
  expect(pointers(undefined, { data: {} })).toEqual(['/triggered_by'])
})

test('a deletion is a type and an id', () => {
  expect(pointers('customer.deleted', { type: 'customer', id: 'c-1' })).toEqual([])
  expect(pointers('customer.deleted', {})).toEqual(['/payload/type', '/payload/id'])
  expect(pointers('customer.deleted', { type: '', id: 7 })).toEqual(['/payload/type', '/payload/id'])
  expect(pointers('customer.deleted', { type: 'customer', id: 'c-1', name: 'Ada' })).toEqual(['/payload'])
})

test('a deletion wrapped in data is told so', () => {
  const problems = checkPublished('customer.deleted', { data: { type: 'customer', id: 'c-1' } }, builtInTypes.store)
  expect(problems).toEqual([{ pointer: '/payload/data', detail: expect.stringContaining('without "data"') }])
})

test('an organization publishes its six keys only', () => {
  expect(pointers('catalog-release.created', { data: {} }, 'organization')).toEqual([])
  expect(pointers('integration.deleted', { type: 'integration', id: 'i-1' }, 'organization')).toEqual([])
  expect(pointers('order.paid', { data: {} }, 'organization')).toEqual(['/triggered_by'])
  expect(pointers('wishlist_ext.created', { data: {} }, 'organization')).toEqual(['/triggered_by'])
})

test('no JSON makes the check throw, and it always says where', () => {
  const key = fc.oneof(fc.constantFrom(...eventTypes.map((type) => type.key)), fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(key, fc.jsonValue(), fc.constantFrom('store', 'organization'), (triggered_by, payload, level) => {
      for (const problem of checkPublished(triggered_by, payload, builtInTypes[level])) {
        expect(problem.pointer).toMatch(/^\/(triggered_by|payload)/)
        expect(problem.detail).toMatch(/\.$/)
      }
    }),
    { numRuns: 1000 },
  )
})
