import { Type } from 'typebox'
import { Id } from '../../kernel/schemas.ts'
import type { Categories, Category } from './rules/categories.ts'

/** Members of `meta` that locate a product in the catalog. */
export const productCrumbs = {
  bread_crumbs: Type.Record(Type.String(), Type.Array(Id), {
    description:
      'For each node that it is directly in: the ids of the hierarchy and the nodes above, from the root down.',
  }),
  bread_crumb_nodes: Type.Array(Id, { description: 'The nodes that it is directly in.' }),
}

export function crumbsOfProduct(node_ids: readonly string[], { nodes }: Categories) {
  return {
    bread_crumbs: Object.fromEntries(node_ids.map((id) => [id, nodes.get(id)?.above ?? []])),
    bread_crumb_nodes: node_ids,
  }
}

/** Members of `meta` that locate a hierarchy or a node. */
export const categoryCrumbs = {
  breadcrumbs: Type.Array(Type.Object({ id: Id, name: Type.String(), slug: Type.String() }), {
    description: 'From the hierarchy down to itself.',
  }),
  has_children: Type.Boolean({ description: 'Whether nodes are directly below it.' }),
}

export const nodeCrumb = {
  bread_crumb: Type.Array(Id, { description: 'The hierarchy and the nodes above, from the root down.' }),
}

/** `nameOf` returns the name in the reader's language. */
export function crumbsOfCategory(
  id: string,
  { hierarchies, nodes }: Categories,
  nameOf: (category: Category) => string = ({ name }) => name,
) {
  const find = (one: string) => hierarchies.get(one) ?? nodes.get(one)
  const category = find(id)
  const above = category?.above ?? []
  const path = [...above, id].flatMap((one) => find(one) ?? [])
  return {
    above,
    breadcrumbs: path.map((one) => ({ id: one.id, name: nameOf(one), slug: one.slug })),
    has_children: category?.has_children ?? false,
  }
}
