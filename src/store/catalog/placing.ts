import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Listed } from '../../db/list.ts'
import { invalid } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import type { Frame } from '../kit/resource.ts'
import { listRows } from '../kit/store.ts'
import { getOne, lockOne, type Place } from '../kit/verbs.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { hierarchies } from './hierarchy.ts'
import { nodes } from './node.ts'
import { products } from './product.ts'
import { deleteNodeProducts, insertNodeProducts } from './store.ts'

/** A node as an address names it. */
export type NodePlace = Place & { node_id: string }

/** Puts products into a node. Throws `not_found` for the node, `invalid` that points at every id that is no product. */
export function placeProducts(deps: StoreDeps, { owner, ...place }: NodePlace, ids: readonly string[]): Promise<void> {
  return change(deps, owner, (work) => placeIn(work, place, ids))
}

/** The same as a part of other work. */
export async function placeIn(work: Work, place: Omit<NodePlace, 'owner'>, ids: readonly string[]): Promise<void> {
  const { owner_id, id } = await lockOne(work, nodes, { ...place.parents, id: place.node_id })
  const unknown = new Set(await insertNodeProducts(work.tx, { owner_id, node_id: id }, ids))
  const problems = ids.flatMap((one, index) =>
    unknown.has(one) ? [{ detail: `data[${index}].id names no product.`, pointer: `/data/${index}/id` }] : [],
  )
  if (problems.length > 0) throw invalid(problems)
}

/** Takes products out of a node; those that are not in it are none the worse. Throws `not_found` for the node. */
export function takeOutProducts(deps: StoreDeps, place: NodePlace, ids: readonly string[]): Promise<void> {
  return change(deps, place.owner, async (work) => {
    const { owner_id, id } = await lockOne(work, nodes, { ...place.parents, id: place.node_id })
    await deleteNodeProducts(work.tx, { owner_id, node_id: id }, ids)
  })
}

/** The products in a node. Throws `not_found` for the node. */
export async function listOfNode(deps: StoreDeps, place: NodePlace, request: ListRequest): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, nodes, place, place.node_id)
  return listPlaced(
    deps,
    owner_id,
    request,
    sql`select product_id from node_products where owner_id = ${owner_id} and node_id = ${id}`,
  )
}

/** The products in any node of a hierarchy, each once. Throws `not_found` for the hierarchy. */
export async function listOfHierarchy(
  deps: StoreDeps,
  { owner }: Pick<Place, 'owner'>,
  hierarchy_id: string,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, hierarchies, { owner, parents: {} }, hierarchy_id)
  const placed = sql`select m.product_id from node_products m join nodes n on n.owner_id = m.owner_id and n.id = m.node_id
    where m.owner_id = ${owner_id} and n.hierarchy_id = ${id}`
  return listPlaced(deps, owner_id, request, placed)
}

function listPlaced({ db }: StoreDeps, owner_id: string, request: ListRequest, placed: RawBuilder<unknown>) {
  const condition = sql<SqlBool>`id in (${placed})`
  return listRows(db, products, { owner_id }, request, (rows) => rows.where(condition))
}
