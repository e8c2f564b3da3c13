import { expect, test } from 'vitest'
import { describe } from '../../src/kit/form/describe.ts'
import { mergeChanges } from '../../src/kit/form/values/merge.ts'

const text = { type: 'string' }
const field = describe({
  type: 'object',
  properties: {
    type: { const: 'product' },
    attributes: { type: 'object', properties: { name: text, sku: text } },
    tags: { type: 'array', items: text },
  },
})
const before = { type: 'product', id: '1', attributes: { name: 'Lamp', sku: 'A' }, tags: ['new'], meta: { version: 1 } }

test('changes of different fields are merged into the version of the other person', () => {
  const mine = { ...before, attributes: { name: 'Desk lamp', sku: 'A' } }
  const theirs = { ...before, attributes: { name: 'Lamp', sku: 'B' }, tags: ['sale'], meta: { version: 2 } }
  const { merged, clashes, taken } = mergeChanges(field, { before, mine, theirs })
  expect(merged).toEqual({ ...theirs, attributes: { name: 'Desk lamp', sku: 'B' } })
  expect(clashes).toEqual([])
  expect(taken.map(({ label }) => label)).toEqual(['SKU', 'Tags'])
})

test('a field that both have changed clashes unless both made it the same', () => {
  const mine = { ...before, attributes: { name: 'Desk lamp', sku: 'B' } }
  const theirs = { ...before, attributes: { name: 'Floor lamp', sku: 'B' } }
  const { clashes, taken } = mergeChanges(field, { before, mine, theirs })
  expect(clashes).toMatchObject([{ path: ['attributes', 'name'], mine: 'Desk lamp', theirs: 'Floor lamp' }])
  expect(taken).toEqual([])
})
