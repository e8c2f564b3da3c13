/** A node of a hierarchy, as far as its tree is concerned. */
export type TreeNode = { id: string; attributes: { name: string; parent_id: string | null; sort_order: number } }

export type TreeRow<N extends TreeNode = TreeNode> = {
  node: N
  /** From 1. */
  level: number
  parent_id: string | null
  hasChildren: boolean
  isOpen: boolean
  /** Its place among its siblings, from 1, and how many they are. */
  place: number
  siblings: number
}

/** Siblings as shoppers see them. */
function childrenOf<N extends TreeNode>(nodes: readonly N[]): ReadonlyMap<string | null, N[]> {
  const known = new Set(nodes.map(({ id }) => id))
  const children = new Map<string | null, N[]>()
  for (const node of nodes) {
    const parent = parentOf(node, known)
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  for (const [parent, list] of children) children.set(parent, list.toSorted(inOrder))
  return children
}

/** One whose parent is not among them stands at the top, rather than nowhere. */
function parentOf({ attributes: { parent_id } }: TreeNode, known: ReadonlySet<string>): string | null {
  return parent_id !== null && known.has(parent_id) ? parent_id : null
}

function inOrder(a: TreeNode, b: TreeNode): number {
  const order = a.attributes.sort_order - b.attributes.sort_order
  return order !== 0 ? order : a.id.localeCompare(b.id)
}

/** What is to be seen of the tree, from top to bottom. */
export function rowsOfTree<N extends TreeNode>(nodes: readonly N[], closed: ReadonlySet<string>): TreeRow<N>[] {
  const children = childrenOf(nodes)
  const rows: TreeRow<N>[] = []
  const walk = (parent_id: string | null, level: number) => {
    const list = children.get(parent_id) ?? []
    for (const [at, node] of list.entries()) {
      const hasChildren = children.has(node.id)
      const isOpen = hasChildren && !closed.has(node.id)
      rows.push({ node, level, parent_id, hasChildren, isOpen, place: at + 1, siblings: list.length })
      if (isOpen) walk(node.id, level + 1)
    }
  }
  walk(null, 1)
  return rows
}

/** The node and all below it: none of them can be its parent. */
export function withDescendants(nodes: readonly TreeNode[], id: string): ReadonlySet<string> {
  const children = childrenOf(nodes)
  const found = new Set<string>()
  const walk = (one: string) => {
    found.add(one)
    for (const child of children.get(one) ?? []) walk(child.id)
  }
  walk(id)
  return found
}

export type TreeStep = { kind: 'focus'; id: string } | { kind: 'open' | 'close'; id: string }

/** Where a key of a tree leads from a row; null for one that leads nowhere. */
export function stepOfTree(rows: readonly TreeRow[], at: number, key: string): TreeStep | null {
  const row = rows[at]
  if (row === undefined) return null
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[at + 1])
    case 'ArrowUp':
      return focusOn(rows[at - 1])
    case 'Home':
      return focusOn(rows[0])
    case 'End':
      return focusOn(rows.at(-1))
    case 'ArrowRight':
      if (!row.hasChildren) return null
      return row.isOpen ? focusOn(rows[at + 1]) : { kind: 'open', id: row.node.id }
    case 'ArrowLeft':
      if (row.isOpen) return { kind: 'close', id: row.node.id }
      return focusOn(rows.find(({ node }) => node.id === row.parent_id))
    default:
      return null
  }
}

function focusOn(row: TreeRow | undefined): TreeStep | null {
  return row === undefined ? null : { kind: 'focus', id: row.node.id }
}

/** The next row whose name begins with what was typed, from the current one on and around. */
export function typedAhead(rows: readonly TreeRow[], at: number, typed: string): string | null {
  const start = typed.length === 1 ? at + 1 : at
  const around = [...rows.slice(start), ...rows.slice(0, start)]
  const found = around.find(({ node }) => node.attributes.name.toLowerCase().startsWith(typed.toLowerCase()))
  return found?.node.id ?? null
}

/** Where a node comes to stand, as the API takes it. */
export type Move = { id: string; parent_id: string | null; sort_order: number }

/**
 * One step with a key: up or down among its siblings, out to the level of its parent, or into the sibling above it. A list,
 * since siblings of the same order have to get different ones; empty when that step does not exist.
 */
export function movesOf(nodes: readonly TreeNode[], id: string, step: 'up' | 'down' | 'out' | 'in'): Move[] {
  const children = childrenOf(nodes)
  const node = nodes.find((one) => one.id === id)
  if (node === undefined) return []
  const parent_id = parentOf(node, new Set(nodes.map((one) => one.id)))
  const list = children.get(parent_id) ?? []
  const at = list.findIndex((one) => one.id === id)
  const above = list[at - 1]
  if (step === 'up' || step === 'down') {
    const to = step === 'up' ? at - 1 : at + 1
    return to < 0 || to >= list.length ? [] : placed(list, node, to, parent_id)
  }
  if (step === 'in') return above === undefined ? [] : into(nodes, id, above.id)
  const parent = nodes.find((one) => one.id === parent_id)
  if (parent === undefined) return []
  const grandparent = parentOf(parent, new Set(nodes.map((one) => one.id)))
  const uncles = children.get(grandparent) ?? []
  return placed(uncles, node, uncles.indexOf(parent) + 1, grandparent)
}

/** As the last one below another node, or at the top. None below itself. */
export function into(nodes: readonly TreeNode[], id: string, parent_id: string | null): Move[] {
  const node = nodes.find((one) => one.id === id)
  if (node === undefined || (parent_id !== null && withDescendants(nodes, id).has(parent_id))) return []
  const list = (childrenOf(nodes).get(parent_id) ?? []).filter((one) => one.id !== id)
  return placed(list, node, list.length, parent_id)
}

/** Before or after another node, below the parent of that. None beside what is below itself. */
export function beside(nodes: readonly TreeNode[], id: string, other: string, where: 'before' | 'after'): Move[] {
  const node = nodes.find((one) => one.id === id)
  const target = nodes.find((one) => one.id === other)
  if (node === undefined || target === undefined || withDescendants(nodes, id).has(other)) return []
  const parent_id = parentOf(target, new Set(nodes.map((one) => one.id)))
  const list = (childrenOf(nodes).get(parent_id) ?? []).filter((one) => one.id !== id)
  return placed(list, node, list.indexOf(target) + (where === 'before' ? 0 : 1), parent_id)
}

/** Where a node has come to stand, in a sentence. */
export function moveSentence(nodes: readonly TreeNode[], moves: readonly Move[], id: string): string {
  const name = (of: string | null) => nodes.find((one) => one.id === of)?.attributes.name
  const move = moves.find((one) => one.id === id)
  if (move === undefined) return ''
  const parent = name(move.parent_id)
  return `${name(id)} is now number ${move.sort_order + 1} ${parent === undefined ? 'at the top' : `below ${parent}`}.`
}

/** The orders that put a node at a place of a list. Only those that change are named. */
function placed(list: readonly TreeNode[], node: TreeNode, to: number, parent_id: string | null): Move[] {
  const others = list.filter(({ id }) => id !== node.id)
  const next = [...others.slice(0, to), node, ...others.slice(to)]
  return next.flatMap((one, sort_order) => {
    const isThere = one.attributes.sort_order === sort_order && one.attributes.parent_id === parent_id
    return isThere && one.id !== node.id ? [] : [{ id: one.id, parent_id, sort_order }]
  })
}
