import type { Listed } from '../../db/list.ts'
import { invalid } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type Collection, getOne, lockOne } from '../kit/operations.ts'
import type { Frame } from '../kit/resource.ts'
import { listRows } from '../kit/store.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { hierarchies } from './hierarchy.ts'
import { nodes } from './node.ts'
import { type AuditedProducts, auditProducts } from './note-products.ts'
import { products } from './product.ts'
import { deleteNodeProducts, insertNodeProducts, isInHierarchy, isInNode } from './store.ts'
import { deleteOtherNodeProducts } from './tree/store.ts'

export type NodeRef = Collection & { node_id: string }

/** Adds products to a node. Throws `not_found` for the node, and `invalid` with a pointer to each unknown product. */
export function placeProducts(
  deps: StoreDeps,
  { owner, ...collection }: NodeRef,
  ids: readonly string[],
): Promise<void> {
  return change(deps, owner, (work) => placeIn(work, collection, ids))
}

/** Same as `placeProducts`, in the caller's transaction. */
export async function placeIn(
  work: Work,
  collection: Omit<NodeRef, 'owner'>,
  ids: readonly string[],
  noted: AuditedProducts = 'added_products',
): Promise<void> {
  const { owner_id, id } = await lockOne(work, nodes, { ...collection.parents, id: collection.node_id })
  const unknown = new Set(await insertNodeProducts(work.tx, { owner_id, node_id: id }, ids))
  const problems = ids.flatMap((one, index) =>
    unknown.has(one)
      ? [{ detail: `data[${index}].id must be the id of a product.`, pointer: `/data/${index}/id` }]
      : [],
  )
  if (problems.length > 0) throw invalid(problems)
  auditProducts(work, id, noted, ids)
}

/** Replaces the products of a node. Throws like `placeProducts`. */
export function replaceProducts(
  deps: StoreDeps,
  { owner, ...collection }: NodeRef,
  ids: readonly string[],
): Promise<void> {
  return change(deps, owner, async (work) => {
    await placeIn(work, collection, ids, 'products')
    await deleteOtherNodeProducts(work.tx, { owner_id: ownerId(owner), node_id: collection.node_id }, ids)
  })
}

/** Removes products from a node; ignores products that are not in it. Throws `not_found` for the node. */
export function removeProducts(deps: StoreDeps, collection: NodeRef, ids: readonly string[]): Promise<void> {
  return change(deps, collection.owner, async (work) => {
    const { owner_id, id } = await lockOne(work, nodes, { ...collection.parents, id: collection.node_id })
    await deleteNodeProducts(work.tx, { owner_id, node_id: id }, ids)
    auditProducts(work, id, 'removed_products', ids)
  })
}

/** Lists the products in a node. Throws `not_found` for the node. */
export async function listNodeProducts(
  deps: StoreDeps,
  collection: NodeRef,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, nodes, collection, collection.node_id)
  return listRows(deps.db, products, { owner_id }, request, isInNode({ owner_id, node_id: id }))
}

/** Lists the products in any node of a hierarchy, each once. Throws `not_found` for the hierarchy. */
export async function listHierarchyProducts(
  deps: StoreDeps,
  { owner }: Pick<Collection, 'owner'>,
  hierarchy_id: string,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, hierarchies, { owner, parents: {} }, hierarchy_id)
  return listRows(deps.db, products, { owner_id }, request, isInHierarchy({ owner_id, hierarchy_id: id }))
}
