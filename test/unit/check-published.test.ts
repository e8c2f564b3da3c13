import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtInTypes, eventTypes } from '../../src/event-types/catalog.ts'
import { checkPublished } from '../../src/events/check-published.ts'

const pointers = (triggered_by: unknown, payload: unknown, level: 'store' | 'organization' = 'store') =>
  checkPublished(triggered_by, payload, builtInTypes[level]).map((problem) => problem.pointer)

test('accepts any resource in data, with or without related resources', () => {
  expect(pointers('order.paid', { data: {} })).toEqual([])
  expect(pointers('order.paid', { data: { type: 'order' }, included: {}, more: 1 })).toEqual([])
  expect(pointers('wishlist_ext.created', { data: { type: 'wishlist_ext' } })).toEqual([])
  expect(pointers('subscription.closed', { data: { id: 'sub-1' } })).toEqual([])
})

test('requires data and included to be objects', () => {
  expect(pointers('order.paid', {})).toEqual(['/payload/data'])
  expect(pointers('order.paid', { data: [] })).toEqual(['/payload/data'])
  expect(pointers('order.paid', { data: 'x', included: null })).toEqual(['/payload/data', '/payload/included'])
})

test.each([[undefined], [null], ['text'], [7], [[]]])('rejects a payload of %j', (payload) => {
  expect(pointers('order.paid', payload)).toEqual(['/payload'])
  expect(pointers('order.deleted', payload)).toEqual(['/payload'])
})

test('an unknown key is rejected without guessing at its payload', () => {
  expect(pointers('order.payed', {})).toEqual(['/triggered_by'])
  expect(pointers('order.payed', null)).toEqual(['/triggered_by', '/payload'])
  expect(pointers(7, { data: {} })).toEqual(['/triggered_by'])
  expect(pointers(undefined, { data: {} })).toEqual(['/triggered_by'])
})

test('a deletion has only a type and an id', () => {
  expect(pointers('customer.deleted', { type: 'customer', id: 'c-1' })).toEqual([])
  expect(pointers('customer.deleted', {})).toEqual(['/payload/type', '/payload/id'])
  expect(pointers('customer.deleted', { type: '', id: 7 })).toEqual(['/payload/type', '/payload/id'])
  expect(pointers('customer.deleted', { type: 'customer', id: 'c-1', name: 'Ada' })).toEqual(['/payload'])
})

test('the error for a deletion wrapped in data names the wrapper', () => {
  const problems = checkPublished('customer.deleted', { data: { type: 'customer', id: 'c-1' } }, builtInTypes.store)
  expect(problems).toEqual([{ pointer: '/payload/data', detail: expect.stringContaining('not wrapped in "data"') }])
})

test('an organization may publish only its six keys', () => {
  expect(pointers('catalog-release.created', { data: {} }, 'organization')).toEqual([])
  expect(pointers('integration.deleted', { type: 'integration', id: 'i-1' }, 'organization')).toEqual([])
  expect(pointers('order.paid', { data: {} }, 'organization')).toEqual(['/triggered_by'])
  expect(pointers('wishlist_ext.created', { data: {} }, 'organization')).toEqual(['/triggered_by'])
})

test('checking any JSON never throws, and each problem has a pointer', () => {
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
