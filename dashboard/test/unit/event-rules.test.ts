import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterOf } from '../../src/pages/events/rules/event-filter.ts'
import { pageOf, parseResource, printResource, resourceOf } from '../../src/pages/events/rules/resource-of.ts'
import { chosenPair, versionsOf } from '../../src/pages/events/rules/versions.ts'
import { pathsIn } from '../../src/paths.ts'

test('an event is about the resource in its payload, which for a deletion is the payload itself', () => {
  expect(resourceOf({ data: { type: 'order', id: '1', status: 'paid' }, included: {} })).toEqual({
    type: 'order',
    id: '1',
  })
  expect(resourceOf({ type: 'order', id: '1' })).toEqual({ type: 'order', id: '1' })
  expect(resourceOf({ data: { id: '1' } })).toBe(null)
  expect(resourceOf({ data: null })).toBe(null)
})

test('a resource in a URL parses as it was printed, for any id', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('order', 'stock-transaction', 'approval'),
      fc.string({ minLength: 1 }).filter((id) => id.trim() === id && id !== ''),
      (type, id) => {
        expect(parseResource(printResource({ type, id }))).toEqual({ type, id })
      },
    ),
  )
  expect(parseResource('01a2141f-1784-700c-83b7-ca90c15333ea')).toEqual({
    type: null,
    id: '01a2141f-1784-700c-83b7-ca90c15333ea',
  })
  expect(parseResource('  ')).toBe(null)
})

test('a resource with a page links to it', () => {
  const paths = pathsIn({ level: 's', id: 'S' })
  expect(pageOf({ type: 'order', id: '1' }, paths)).toBe('/s/S/orders/1')
  expect(pageOf({ type: 'approval', id: '1' }, paths)).toBe(null)
})

test('the URL filters the list, and events of a resource without a range have a start', () => {
  const nothing = { key: '', resource: '', producer: '' }
  expect(filterOf(nothing, true)).toBe('')
  expect(filterOf({ ...nothing, key: 'order.paid', producer: 'erp-1' }, false)).toBe(
    'eq(triggered_by,order.paid):eq(external_id,erp-1)',
  )
  expect(filterOf({ ...nothing, key: 'order.*' }, false)).toBe('like(triggered_by,order.*)')
  expect(filterOf({ ...nothing, resource: 'order:1' }, false)).toBe('eq(resource_type,order):eq(resource_id,1)')
  expect(filterOf({ ...nothing, resource: '1' }, true)).toBe('eq(resource_id,1):ge(created_at,2000-01-01)')
})

const eventOf = (id: string, resource_version: number | null) => ({
  id,
  triggered_by: 'order.updated',
  resource_version,
  payload: {},
  meta: { timestamps: { created_at: '2026-11-25T12:00:00.000Z' } },
})

test('the versions of a resource are sorted, for any order of its events', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 9 }))), (numbers) => {
      const versions = versionsOf(numbers.map((version, index) => eventOf(String(index), version)))
      const numbered = numbers.filter((version) => version !== null)
      expect(versions.map(({ version }) => version)).toEqual([...new Set(numbered)].toSorted((a, b) => a - b))
      expect(versions.flatMap(({ events }) => events)).toHaveLength(numbered.length)
    }),
  )
})

test('an event is compared with its predecessor by default, and the first one with the second', () => {
  const versions = versionsOf([eventOf('a', 1), eventOf('b', 2), eventOf('c', 2), eventOf('d', 5)])
  const unnamed = { from: undefined, to: undefined }
  expect(chosenPair(versions, 'c', unnamed)).toEqual({ from: 0, to: 1 })
  expect(chosenPair(versions, 'd', unnamed)).toEqual({ from: 1, to: 2 })
  expect(chosenPair(versions, 'a', unnamed)).toEqual({ from: 0, to: 1 })
  expect(chosenPair(versions, 'a', { from: '1', to: '5' })).toEqual({ from: 0, to: 2 })
  expect(chosenPair(versions, 'a', { from: '7', to: 'x' })).toEqual({ from: 0, to: 1 })
  expect(chosenPair(versions.slice(0, 1), 'a', unnamed)).toBe(null)
})
