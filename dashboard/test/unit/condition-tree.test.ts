import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  added,
  at,
  childrenOf,
  groupsIn,
  isGroup,
  MAX_GROUPS,
  MAX_IN_GROUP,
  type Moved,
  membersTo,
  movedBy,
  movedIn,
  movedOut,
  type Place,
  replaced,
  type Tree,
  unwrapped,
  wrapped,
} from '../../src/pages/promotions/rules/condition-tree.ts'

const fact: fc.Arbitrary<Tree> = fc.nat(1000).map((minimum) => ({ kind: 'subtotal', minimum }))

function treeOf(depth: number): fc.Arbitrary<Tree> {
  if (depth === 0) return fact
  const inner = treeOf(depth - 1)
  const several = fc.record({
    kind: fc.constantFrom('all', 'any'),
    of: fc.array(inner, { minLength: 1, maxLength: 4 }),
  })
  return fc.oneof(fact, several, fc.record({ kind: fc.constant('not'), of: inner }))
}

/** A valid tree and a position in it. */
const placed = treeOf(MAX_GROUPS).chain((root) => fc.constantFrom(...placesOf(root)).map((place) => ({ root, place })))

function placesOf(tree: Tree, place: Place = []): Place[] {
  return [place, ...childrenOf(tree).flatMap((child, index) => placesOf(child, [...place, index]))]
}

const factsOf = (tree: Tree): unknown[] => (isGroup(tree.kind) ? childrenOf(tree).flatMap(factsOf) : [tree.minimum])
const sorted = (tree: Tree) => factsOf(tree).toSorted()

function isAllowed(tree: Tree): boolean {
  const count = childrenOf(tree).length
  const fits = !isGroup(tree.kind) || (count > 0 && count <= (tree.kind === 'not' ? 1 : MAX_IN_GROUP))
  return fits && groupsIn(tree) <= MAX_GROUPS && childrenOf(tree).every(isAllowed)
}

const MOVES: Record<string, (root: Tree, place: Place) => Moved | null> = {
  up: (root, place) => movedBy(root, place, -1),
  down: (root, place) => movedBy(root, place, 1),
  in: movedIn,
  out: movedOut,
}

test.each(Object.entries(MOVES))('moving %s loses no fact, and yields a tree that the API accepts', (name, move) => {
  fc.assert(
    fc.property(placed, ({ root, place }) => {
      const moved = move(root, place)
      if (moved === null) return
      expect(at(moved.root, moved.place)).toEqual(at(root, place))
      expect(sorted(moved.root)).toEqual(sorted(root))
      // An empty group is allowed here, since the page reports it.
      if (name !== 'in') expect(isAllowed(moved.root)).toBe(true)
      expect(groupsIn(moved.root)).toBeLessThanOrEqual(MAX_GROUPS)
    }),
  )
})

test('moving up and down are inverse', () => {
  fc.assert(
    fc.property(placed, ({ root, place }) => {
      const up = movedBy(root, place, -1)
      if (up !== null) expect(movedBy(up.root, up.place, 1)).toEqual({ root, place })
    }),
  )
})

test('wrapping a condition in a group is reversible, and never exceeds the depth limit', () => {
  fc.assert(
    fc.property(placed, fc.constantFrom('all', 'any', 'not'), ({ root, place }, kind) => {
      const group = wrapped(root, place, kind as 'all')
      if (group === null) return
      expect(isAllowed(group.root)).toBe(true)
      expect(unwrapped(group.root, group.place)?.root).toEqual(root)
    }),
  )
})

test('an added condition is at the returned position, beside all others', () => {
  fc.assert(
    fc.property(placed, fact, ({ root, place }, one) => {
      const { root: next, place: there } = added(root, place, one)
      expect(at(next, there)).toEqual(one)
      expect(factsOf(next)).toHaveLength(factsOf(root).length + 1)
    }),
  )
})

test('removing a condition removes exactly its subtree', () => {
  fc.assert(
    fc.property(placed, ({ root, place }) => {
      const removed = at(root, place)
      const next = replaced(root, place, null)
      const left = next === null ? 0 : factsOf(next).length
      expect(left).toBe(factsOf(root).length - (removed === null ? 0 : factsOf(removed).length))
    }),
  )
})

test('pointers of conditions match those of the API', () => {
  const root = {
    kind: 'all',
    of: [{ kind: 'first_order' }, { kind: 'not', of: { kind: 'any', of: [{ kind: 'segment' }] } }],
  }
  expect(membersTo(root, [1, 0, 0])).toEqual(['of', 1, 'of', 'of', 0])
})
