import type { TreeNode } from './node-tree.ts'

/** Nodes with the names of those above them: "Lighting › Desk lamps", in the order of these names. */
export function nodeOptions(nodes: readonly TreeNode[]): { value: string; label: string }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const pathOf = (node: TreeNode, depth = 0): string => {
    const parent = byId.get(node.attributes.parent_id ?? '')
    const { name } = node.attributes
    // A loop would be a fault of the data.
    return parent === undefined || depth > MAX_DEPTH ? name : `${pathOf(parent, depth + 1)} › ${name}`
  }
  return nodes
    .map((node) => ({ value: node.id, label: pathOf(node) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

const MAX_DEPTH = 50
