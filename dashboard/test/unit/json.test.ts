import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupDifferences, jsonDifferences } from '../../src/ui/json/json-difference.ts'
import { isAround, type Json, matchingPaths, previewOf, visibleRows } from '../../src/ui/json/json-tree.ts'

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
const named = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), count: fc.nat(2) }), {
  selector: ({ id }) => id,
})

test('a comparison finds no difference exactly if both values are equal', () => {
  fc.assert(
    fc.property(fc.oneof(json, named), fc.oneof(json, named), (one, other) => {
      const changes = jsonDifferences(one, other).filter(({ kind }) => kind !== 'unchanged')
      expect(changes.length === 0).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)))
      expect(jsonDifferences(one, structuredClone(one)).every(({ kind }) => kind === 'unchanged')).toBe(true)
    }),
  )
})

test('the reverse comparison swaps added with removed and before with after', () => {
  fc.assert(
    fc.property(fc.oneof(json, named), fc.oneof(json, named), (one, other) => {
      const turned = { added: 'removed', removed: 'added' } as Record<string, string>
      const there = jsonDifferences(one, other).map(({ kind, path }) => `${turned[kind] ?? kind} ${path}`)
      const back = jsonDifferences(other, one).map(({ kind, path }) => `${kind} ${path}`)
      expect(there.sort()).toEqual(back.sort())
    }),
  )
})

test('an element with an identity is compared with itself at any position', () => {
  const before = { items: [{ sku: 'A', quantity: 1 }, { sku: 'B' }] }
  const after = { items: [{ sku: 'NEW' }, { sku: 'A', quantity: 2 }] }
  expect(jsonDifferences(before, after)).toEqual([
    { kind: 'unchanged', path: 'items[sku=A].sku', before: 'A', after: 'A' },
    { kind: 'changed', path: 'items[sku=A].quantity', before: 1, after: 2 },
    { kind: 'removed', path: 'items[sku=B]', before: { sku: 'B' } },
    { kind: 'added', path: 'items[sku=NEW]', after: { sku: 'NEW' } },
  ])
  const [first, second] = before.items
  expect(jsonDifferences(before.items, [second ?? null, first ?? null])[0]).toMatchObject({
    kind: 'reordered',
    after: ['B', 'A'],
  })
})

test('groups keep all parts in order, and no two unchanged groups are adjacent', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const differences = jsonDifferences(one, other)
      const groups = groupDifferences(differences)
      expect(groups.flatMap((group) => (group.kind === 'unchanged' ? group.parts : [group.difference]))).toEqual(
        differences,
      )
      const kinds = groups.map(({ kind }) => kind)
      expect(kinds.some((kind, index) => kind === 'unchanged' && kinds[index + 1] === kind)).toBe(false)
    }),
  )
})

test('each row of a tree has a unique path, and the number of rows is limited', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 30 }), (value, limit) => {
      const all = visibleRows(value, () => true, Number.POSITIVE_INFINITY)
      expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
      expect(visibleRows(value, () => true, limit)).toEqual(all.slice(0, limit))
      expect(previewOf(value, limit + 2).length).toBeLessThanOrEqual(limit + 2)
    }),
  )
})

test('a search finds names and values at any depth, ignoring case', () => {
  const value = { Items: [{ sku: 'ITEM-1', price: 12 }], note: null }
  expect(matchingPaths(value, ' item', 10)).toEqual(['$.Items', '$.Items[0].sku'])
  expect(matchingPaths(value, '12', 10)).toEqual(['$.Items[0].price'])
  expect(matchingPaths(value, 'i', 1)).toEqual(['$.Items'])
})

test('a search keeps the matches with their ancestors and descendants', () => {
  const value = { list: [{ id: 1 }, { id: 22, tag: { a: 1 } }], listed: 'x', 'a.list': 0 }
  const matches = matchingPaths(value, '22', 10)
  const rows = visibleRows(
    value,
    () => true,
    100,
    (path) => isAround(path, matches),
  )
  expect(rows.map(({ path }) => path)).toEqual(['$', '$.list', '$.list[1]', '$.list[1].id'])
  const tagged = visibleRows(
    value,
    () => true,
    100,
    (path) => isAround(path, ['$.list[1].tag']),
  )
  expect(tagged.map(({ path }) => path)).toEqual(['$', '$.list', '$.list[1]', '$.list[1].tag', '$.list[1].tag.a'])
})

/** Sorts members, because their order has no meaning. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, child]) => [name, sorted(child)]),
  )
}
