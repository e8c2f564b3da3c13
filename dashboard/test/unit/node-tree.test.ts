import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beside,
  into,
  type Move,
  moveSentence,
  movesOf,
  rowsOfTree,
  stepOfTree,
  type TreeNode,
  typedAhead,
  withDescendants,
} from '../../src/pages/catalog/rules/node-tree.ts'

function node(id: string, parent_id: string | null = null, sort_order = 0, name = id): TreeNode {
  return { id, attributes: { name, parent_id, sort_order } }
}

/** a(b(c), d), e */
const NODES = [node('a'), node('b', 'a'), node('c', 'b'), node('d', 'a', 1), node('e', null, 1)]
const none: ReadonlySet<string> = new Set()
const shape = (nodes: readonly TreeNode[], closed = none) =>
  rowsOfTree(nodes, closed).map(({ node: { id }, level }) => `${level}${id}`)

function apply(nodes: readonly TreeNode[], moves: readonly Move[]): TreeNode[] {
  return nodes.map((one) => {
    const move = moves.find(({ id }) => id === one.id)
    return move === undefined ? one : node(one.id, move.parent_id, move.sort_order)
  })
}

const trees = fc
  .array(fc.tuple(fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 12 })
  .map((list) =>
    list.map(([parent, order], at) =>
      node(String(at), parent % (at + 1) === at ? null : String(parent % (at + 1)), order),
    ),
  )

test('a tree shows each node once below its parent, except in closed nodes', () => {
  expect(shape(NODES)).toEqual(['1a', '2b', '3c', '2d', '1e'])
  expect(shape(NODES, new Set(['b']))).toEqual(['1a', '2b', '2d', '1e'])
  expect(shape([node('x', 'gone')])).toEqual(['1x'])
  fc.assert(
    fc.property(trees, (nodes) => {
      expect(
        rowsOfTree(nodes, none)
          .map((row) => row.node.id)
          .toSorted(),
      ).toEqual(nodes.map(({ id }) => id).toSorted())
    }),
  )
})

test('a step leads to its stated position, and keeps all nodes in the tree', () => {
  expect(shape(apply(NODES, movesOf(NODES, 'e', 'up')))).toEqual(['1e', '1a', '2b', '3c', '2d'])
  expect(shape(apply(NODES, movesOf(NODES, 'b', 'down')))).toEqual(['1a', '2d', '2b', '3c', '1e'])
  expect(shape(apply(NODES, movesOf(NODES, 'd', 'in')))).toEqual(['1a', '2b', '3c', '3d', '1e'])
  expect(shape(apply(NODES, movesOf(NODES, 'b', 'out')))).toEqual(['1a', '2d', '1b', '2c', '1e'])
  for (const [id, step] of [
    ['a', 'up'],
    ['e', 'down'],
    ['a', 'in'],
    ['a', 'out'],
  ] as const)
    expect(movesOf(NODES, id, step)).toEqual([])
  fc.assert(
    fc.property(trees, fc.nat(), fc.constantFrom('up', 'down', 'in', 'out' as const), (nodes, at, step) => {
      const { id } = nodes[at % nodes.length] as TreeNode
      const moved = apply(nodes, movesOf(nodes, id, step))
      expect(rowsOfTree(moved, none)).toHaveLength(nodes.length)
    }),
  )
})

test('no node can move below itself', () => {
  expect(into(NODES, 'a', 'c')).toEqual([])
  expect(into(NODES, 'a', 'a')).toEqual([])
  expect([...withDescendants(NODES, 'a')].toSorted()).toEqual(['a', 'b', 'c', 'd'])
  expect(shape(apply(NODES, into(NODES, 'c', null)))).toEqual(['1a', '2b', '2d', '1e', '1c'])
})

test('a dropped node is beside the other one, and its sentence names the position', () => {
  const after = (id: string, other: string, where: 'before' | 'after') => beside(NODES, id, other, where)
  expect(shape(apply(NODES, after('e', 'b', 'before')))).toEqual(['1a', '2e', '2b', '3c', '2d'])
  expect(shape(apply(NODES, after('e', 'b', 'after')))).toEqual(['1a', '2b', '3c', '2e', '2d'])
  expect(shape(apply(NODES, after('c', 'a', 'before')))).toEqual(['1c', '1a', '2b', '2d', '1e'])
  expect(after('a', 'c', 'before')).toEqual([])
  expect(moveSentence(NODES, after('e', 'b', 'after'), 'e')).toBe('e is now number 2 below a.')
  expect(moveSentence(NODES, after('c', 'a', 'before'), 'c')).toBe('c is now number 1 at the top.')
  fc.assert(
    fc.property(trees, fc.nat(), fc.nat(), fc.constantFrom('before', 'after' as const), (nodes, one, two, where) => {
      const [id, other] = [one, two].map((at) => nodes[at % nodes.length]?.id ?? '') as [string, string]
      const order = rowsOfTree(apply(nodes, beside(nodes, id, other, where)), none)
      expect(order).toHaveLength(nodes.length)
      if (withDescendants(nodes, id).has(other)) return
      const place = (of: string) => order.find(({ node }) => node.id === of)
      expect(place(id)?.parent_id).toBe(place(other)?.parent_id)
      expect((place(id)?.place ?? 0) - (place(other)?.place ?? 0)).toBe(where === 'before' ? -1 : 1)
    }),
  )
})

test('keys follow the conventions of trees', () => {
  const rows = rowsOfTree(NODES, new Set(['b']))
  expect(stepOfTree(rows, 0, 'ArrowRight')).toEqual({ kind: 'focus', id: 'b' })
  expect(stepOfTree(rows, 1, 'ArrowRight')).toEqual({ kind: 'open', id: 'b' })
  expect(stepOfTree(rows, 0, 'ArrowLeft')).toEqual({ kind: 'close', id: 'a' })
  expect(stepOfTree(rows, 1, 'ArrowLeft')).toEqual({ kind: 'focus', id: 'a' })
  expect(stepOfTree(rows, 1, 'End')).toEqual({ kind: 'focus', id: 'e' })
  expect(stepOfTree(rows, 3, 'ArrowDown')).toBeNull()
})

test('typing selects the next name with that prefix, and wraps around', () => {
  const rows = rowsOfTree([node('1', null, 0, 'Lamps'), node('2', null, 1, 'Lights'), node('3', null, 2, 'Rugs')], none)
  expect(typedAhead(rows, 0, 'l')).toBe('2')
  expect(typedAhead(rows, 1, 'la')).toBe('1')
  expect(typedAhead(rows, 0, 'x')).toBeNull()
})
