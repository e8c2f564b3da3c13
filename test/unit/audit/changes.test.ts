import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundChanges, MAX_CHANGES, MAX_CHANGES_BYTES, MAX_MEMBER_BYTES } from '../../../src/audit/rules/bounded.ts'
import { type Change, compareMembers } from '../../../src/audit/rules/change.ts'
import { resourceOf } from '../../../src/audit/rules/resource.ts'

const updated = (members: Change['members'], id = 'p1'): Change => ({ type: 'product', id, action: 'updated', members })

test('records only the members that differ, ignoring the order of JSON members', () => {
  const before = { name: 'Lamp', price: { a: 1, b: 2 }, tags: ['x'], note: null }
  const after = { name: 'Lamps', price: { b: 2, a: 1 }, tags: ['x', 'y'] }
  expect(compareMembers({ before, after })).toEqual({
    name: { before: 'Lamp', after: 'Lamps' },
    tags: { before: ['x'], after: ['x', 'y'] },
  })
})

test('records the nonempty members of a new or deleted row', () => {
  const row = { name: 'Lamp', weight: 0, live: false, text: '', none: null, list: [], object: {} }
  const values = ['name', 'weight', 'live']
  expect(Object.keys(compareMembers({ before: null, after: row }))).toEqual(values)
  expect(compareMembers({ before: row, after: null }).name).toEqual({ before: 'Lamp' })
})

test('names a hidden member without its values', () => {
  const compared = { before: { password: 'old' }, after: { password: 'new' }, hidden: { password: 'secret' as const } }
  expect(compareMembers(compared)).toEqual({ password: { hidden: 'secret' } })
})

test('an entry is always valid JSON of at most 16 KiB that counts all rows', () => {
  const member = fc.record({ before: fc.string({ maxLength: 3000, unit: 'grapheme' }), after: fc.json() })
  const change = fc.dictionary(fc.string({ maxLength: 40 }), member, { maxKeys: 12 }).map((members) => updated(members))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const bounded = boundChanges(changes)
      expect(Buffer.byteLength(bounded.changes)).toBeLessThanOrEqual(MAX_CHANGES_BYTES)
      expect(JSON.parse(bounded.changes).length).toBeLessThanOrEqual(changes.length)
      expect(bounded.changes_count).toBe(changes.length)
    }),
  )
})

test('a large member is replaced by its size, and the others keep their values', () => {
  const large = { before: '', after: 'ä'.repeat(MAX_MEMBER_BYTES) }
  const [change] = JSON.parse(boundChanges([updated({ large, small: { before: 1, after: 2 } })]).changes)
  expect(change.members).toEqual({
    large: { omitted_bytes: Buffer.byteLength(JSON.stringify(large)) },
    small: { before: 1, after: 2 },
  })
})

test('only the first of many rows are recorded', () => {
  const changes = Array.from({ length: 2 * MAX_CHANGES }, (_, index) => updated({}, String(index)))
  const bounded = boundChanges(changes)
  expect(JSON.parse(bounded.changes)).toEqual(changes.slice(0, MAX_CHANGES))
  expect(bounded.changes_count).toBe(2 * MAX_CHANGES)
})

test('an entry refers to the resource of the response, the path, or the first created one', () => {
  const order = { type: 'order', id: 'o1' }
  const transaction = { type: 'transaction', id: 't1' }
  const changes: Change[] = [
    { ...order, action: 'updated', members: {} },
    { ...transaction, action: 'created', members: {} },
  ]
  expect(resourceOf({ path: [order], result_type: 'transaction' }, changes)).toEqual(transaction)
  expect(resourceOf({ path: [order], result_type: 'order' }, changes)).toEqual(order)
  expect(resourceOf({ path: [], result_type: null }, changes)).toEqual(transaction)
})
