/** Members of a node that the tree needs. */
export type TreeNode = { id: string; attributes: { name: string; parent_id: string | null; sort_order: number } }

export type TreeRow<N extends TreeNode = TreeNode> = {
  node: N
  /** Depth, from 1. */
  level: number
  parent_id: string | null
  hasChildren: boolean
  isOpen: boolean
  /** Position among its siblings, from 1, and their number. */
  place: number
  siblings: number
}

/** Children by parent, in the order that shoppers see. */
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

/** A node whose parent is missing is shown at the top level instead of being lost. */
function parentOf({ attributes: { parent_id } }: TreeNode, known: ReadonlySet<string>): string | null {
  return parent_id !== null && known.has(parent_id) ? parent_id : null
}

function inOrder(a: TreeNode, b: TreeNode): number {
  const order = a.attributes.sort_order - b.attributes.sort_order
  return order !== 0 ? order : a.id.localeCompare(b.id)
}

/** Visible rows of the tree, top to bottom. */
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

/** The node and its descendants, none of which can become its parent. */
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

/** Step of a tree key from a row; null if the key does nothing. */
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

/** Next row whose name starts with the typed text, searching from the current row and wrapping around. */
export function typedAhead(rows: readonly TreeRow[], at: number, typed: string): string | null {
  const start = typed.length === 1 ? at + 1 : at
  const around = [...rows.slice(start), ...rows.slice(0, start)]
  const found = around.find(({ node }) => node.attributes.name.toLowerCase().startsWith(typed.toLowerCase()))
  return found?.node.id ?? null
}

/** New position of a node, as the API expects it. */
export type Move = { id: string; parent_id: string | null; sort_order: number }

/**
 * Moves a node by one step: up or down among its siblings, out to its parent's level, or into the sibling above.
 * Returns several moves, because siblings with equal orders must get distinct orders; empty if the step is impossible.
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

/** Moves a node to the end of another node's children, or of the top level. Empty if the target is a descendant. */
export function into(nodes: readonly TreeNode[], id: string, parent_id: string | null): Move[] {
  const node = nodes.find((one) => one.id === id)
  if (node === undefined || (parent_id !== null && withDescendants(nodes, id).has(parent_id))) return []
  const list = (childrenOf(nodes).get(parent_id) ?? []).filter((one) => one.id !== id)
  return placed(list, node, list.length, parent_id)
}

/** Moves a node before or after another node. Empty if the target is a descendant. */
export function beside(nodes: readonly TreeNode[], id: string, other: string, where: 'before' | 'after'): Move[] {
  const node = nodes.find((one) => one.id === id)
  const target = nodes.find((one) => one.id === other)
  if (node === undefined || target === undefined || withDescendants(nodes, id).has(other)) return []
  const parent_id = parentOf(target, new Set(nodes.map((one) => one.id)))
  const list = (childrenOf(nodes).get(parent_id) ?? []).filter((one) => one.id !== id)
  return placed(list, node, list.indexOf(target) + (where === 'before' ? 0 : 1), parent_id)
}

/** Sentence about the new position of a node. */
export function moveSentence(nodes: readonly TreeNode[], moves: readonly Move[], id: string): string {
  const name = (of: string | null) => nodes.find((one) => one.id === of)?.attributes.name
  const move = moves.find((one) => one.id === id)
  if (move === undefined) return ''
  const parent = name(move.parent_id)
  return `${name(id)} is now number ${move.sort_order + 1} ${parent === undefined ? 'at the top' : `below ${parent}`}.`
}

/** Sort orders that place a node in a list; only changed nodes are included. */
function placed(list: readonly TreeNode[], node: TreeNode, to: number, parent_id: string | null): Move[] {
  const others = list.filter(({ id }) => id !== node.id)
  const next = [...others.slice(0, to), node, ...others.slice(to)]
  return next.flatMap((one, sort_order) => {
    const isThere = one.attributes.sort_order === sort_order && one.attributes.parent_id === parent_id
    return isThere && one.id !== node.id ? [] : [{ id: one.id, parent_id, sort_order }]
  })
}
