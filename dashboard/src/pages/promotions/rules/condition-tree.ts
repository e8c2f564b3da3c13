import type { PromotionCondition } from '../../../generated/schema.ts'

/** Condition being edited: a group, or a fact whose members may be missing. */
export type Tree = { kind: string; of?: Tree | readonly Tree[] | unknown } & Record<string, unknown>
/** Path to a condition: child indices from the root. */
export type Place = readonly number[]

export const GROUPS = ['all', 'any', 'not'] as const satisfies readonly PromotionCondition['kind'][]
export type GroupKind = (typeof GROUPS)[number]

/** Maximum nesting of groups in the API. */
export const MAX_GROUPS = 3
/** Maximum number of conditions per group in the API. */
export const MAX_IN_GROUP = 20

export function isGroup(kind: unknown): kind is GroupKind {
  return GROUPS.some((one) => one === kind)
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && typeof (value as Tree).kind === 'string'
}

/** Conditions of a group; empty for a fact. */
export function childrenOf(tree: Tree): readonly Tree[] {
  if (!isGroup(tree.kind)) return []
  if (Array.isArray(tree.of)) return tree.of as Tree[]
  return isTree(tree.of) ? [tree.of] : []
}

/** Copy of a group with other conditions. */
function withChildren(tree: Tree, children: readonly Tree[]): Tree {
  if (tree.kind === 'not') return children[0] === undefined ? { kind: 'not' } : { kind: 'not', of: children[0] }
  return { kind: tree.kind, of: children }
}

export function at(root: Tree | null, place: Place): Tree | null {
  return place.reduce<Tree | null>((tree, index) => (tree === null ? null : (childrenOf(tree)[index] ?? null)), root)
}

/** Depth of groups, including the condition itself. */
export function groupsIn(tree: Tree): number {
  if (!isGroup(tree.kind)) return 0
  return 1 + Math.max(0, ...childrenOf(tree).map(groupsIn))
}

/** Copy of the tree with a condition replaced. Null removes the condition, and also a `not` that becomes empty. */
export function replaced(root: Tree | null, place: Place, next: Tree | null): Tree | null {
  const [index, ...rest] = place
  if (root === null || index === undefined) return next
  const children = childrenOf(root)
  const child = children[index]
  if (child === undefined) return root
  const changed = replaced(child, rest, next)
  if (changed === null && root.kind === 'not') return null
  return withChildren(root, changed === null ? children.toSpliced(index, 1) : children.with(index, changed))
}

function inserted(root: Tree | null, place: Place, tree: Tree): Tree | null {
  const parent = place.slice(0, -1)
  const group = at(root, parent)
  if (group === null) return root
  return replaced(root, parent, withChildren(group, childrenOf(group).toSpliced(place.at(-1) ?? 0, 0, tree)))
}

/** Adds a condition to the group at `place`. If a fact is there, both are wrapped in a new `all` group. */
export function added(root: Tree | null, place: Place, tree: Tree): { root: Tree; place: Place } {
  if (root === null) return { root: tree, place: [] }
  const group = at(root, place)
  if (group === null || !isGroup(group.kind) || (group.kind === 'not' && childrenOf(group).length > 0)) {
    const next = replaced(root, place, { kind: 'all', of: [...(group === null ? [] : [group]), tree] })
    return { root: next ?? tree, place: [...place, group === null ? 0 : 1] }
  }
  const count = childrenOf(group).length
  const next = replaced(root, place, withChildren(group, [...childrenOf(group), tree]))
  return { root: next ?? tree, place: [...place, count] }
}

export type Moved = { root: Tree; place: Place }

/** Moves a condition within its group; null at the ends. */
export function movedBy(root: Tree | null, place: Place, by: -1 | 1): Moved | null {
  const [index, tree, parent] = [place.at(-1), at(root, place), place.slice(0, -1)]
  const group = at(root, parent)
  if (index === undefined || tree === null || group === null) return null
  const children = childrenOf(group)
  const to = index + by
  if (to < 0 || to >= children.length) return null
  const next = replaced(root, parent, withChildren(group, children.toSpliced(index, 1).toSpliced(to, 0, tree)))
  return next === null ? null : { root: next, place: [...parent, to] }
}

/**
 * Moves a condition to the end of the preceding group; null if there is none, or if it would be too deep or too full.
 */
export function movedIn(root: Tree | null, place: Place): Moved | null {
  const [index, tree, parent] = [place.at(-1), at(root, place), place.slice(0, -1)]
  const before = index === undefined ? null : at(root, [...parent, index - 1])
  if (index === undefined || tree === null || before === null || !isGroup(before.kind)) return null
  const children = childrenOf(before)
  const isFull = children.length >= (before.kind === 'not' ? 1 : MAX_IN_GROUP)
  if (isFull || place.length + groupsIn(tree) > MAX_GROUPS - 1) return null
  const without = replaced(root, place, null)
  const next = replaced(without, [...parent, index - 1], withChildren(before, [...children, tree]))
  return next === null ? null : { root: next, place: [...parent, index - 1, children.length] }
}

/**
 * Moves a condition out of its group, to the position after it; null at the top level or if the outer group is full.
 */
export function movedOut(root: Tree | null, place: Place): Moved | null {
  const [tree, parent] = [at(root, place), place.slice(0, -1)]
  const outer = at(root, parent.slice(0, -1))
  if (tree === null || parent.length === 0 || outer === null) return null
  if (outer.kind === 'not' || childrenOf(outer).length >= MAX_IN_GROUP) return null
  const group = at(root, parent)
  const isEmptied = group !== null && childrenOf(group).length === 1
  const after = (parent.at(-1) ?? 0) + (isEmptied ? 0 : 1)
  const without = isEmptied ? replaced(root, parent, null) : replaced(root, place, null)
  const target = [...parent.slice(0, -1), after]
  const next = inserted(without, target, tree)
  return next === null ? null : { root: next, place: target }
}

/** Wraps a condition in a group; null if the nesting would be too deep. */
export function wrapped(root: Tree | null, place: Place, kind: GroupKind): Moved | null {
  const tree = at(root, place)
  if (tree === null || place.length + groupsIn(tree) >= MAX_GROUPS) return null
  const next = replaced(root, place, kind === 'not' ? { kind, of: tree } : { kind, of: [tree] })
  return next === null ? null : { root: next, place }
}

/** Replaces a group by its conditions; null if there are several and the position holds only one. */
export function unwrapped(root: Tree | null, place: Place): Moved | null {
  const group = at(root, place)
  if (group === null || !isGroup(group.kind)) return null
  const [first, ...others] = childrenOf(group)
  if (first !== undefined && others.length === 0) {
    const next = replaced(root, place, first)
    return next === null ? null : { root: next, place }
  }
  const parent = at(root, place.slice(0, -1))
  if (first === undefined || place.length === 0 || parent === null || parent.kind === 'not') return null
  const siblings = childrenOf(parent)
  if (siblings.length + others.length > MAX_IN_GROUP) return null
  const spliced = siblings.toSpliced(place.at(-1) ?? 0, 1, first, ...others)
  const next = replaced(root, place.slice(0, -1), withChildren(parent, spliced))
  return next === null ? null : { root: next, place }
}

/** Members on the way to a condition, as in a JSON pointer. */
export function membersTo(root: Tree | null, place: Place): (string | number)[] {
  const steps = place.map((index, depth) => (at(root, place.slice(0, depth))?.kind === 'not' ? ['of'] : ['of', index]))
  return steps.flat()
}

/** Counts from 1: the second condition of the first group is 1.2. */
export function numberOf(place: Place): string {
  return place.map((index) => index + 1).join('.')
}

export function nameOf(place: Place): string {
  return place.length === 0 ? 'condition' : `condition ${numberOf(place)}`
}
