import type { Listed } from '../../../db/list.ts'
import { parseListRequest } from '../../../http/lists/lists.ts'
import { AppError, invalid } from '../../../kernel/errors.ts'
import type { Criteria, ListRequest } from '../../../kernel/lists/list.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import { getOne } from '../../kit/operations.ts'
import type { Frame } from '../../kit/resource.ts'
import { listRows, lockIds } from '../../kit/store.ts'
import { change, type StoreDeps, type Work } from '../../kit/work.ts'
import { nodes } from '../node.ts'
import { type AuditedProducts, auditProducts } from '../note-products.ts'
import { products } from '../product.ts'
import { deleteNodeProducts, insertNodeProducts } from '../store.ts'
import { containsProduct, selectProductIds } from './store.ts'

/** Products that match a list filter, and nodes of any hierarchies. */
export type Selection = { filter: string; node_ids: readonly string[] }

/** Products per request: a few seconds of work in one transaction. */
export const MAX_ATTACHED = 10_000
/** Products per statement. */
const BATCH = 1_000

/** Adds matching products to the nodes. Returns their number. Throws `invalid` without any change. */
export function attachNodes(deps: StoreDeps, owner: Owner, selection: Selection): Promise<number> {
  return eachBatch(deps, owner, { ...selection, noted: 'added_products' }, async ({ tx }, scope, ids) => {
    await insertNodeProducts(tx, scope, ids)
  })
}

/** Removes matching products from the nodes. Returns their number. Throws `invalid` without any change. */
export function detachNodes(deps: StoreDeps, owner: Owner, selection: Selection): Promise<number> {
  return eachBatch(deps, owner, { ...selection, noted: 'removed_products' }, ({ tx }, scope, ids) =>
    deleteNodeProducts(tx, scope, ids),
  )
}

/** Lists the nodes that contain a product. Throws `not_found` for the product. */
export async function listNodesOfProduct(
  deps: StoreDeps,
  owner: Owner,
  product_id: string,
  request: ListRequest,
): Promise<Listed<Frame>> {
  const { owner_id, id } = await getOne(deps, products, { owner, parents: {} }, product_id)
  return listRows(deps.db, nodes, { owner_id }, request, containsProduct({ owner_id, product_id: id }))
}

type Step = (work: Work, scope: { owner_id: string; node_id: string }, ids: readonly string[]) => Promise<void>

function eachBatch(
  deps: StoreDeps,
  owner: Owner,
  { filter, node_ids, noted }: Selection & { noted: AuditedProducts },
  step: Step,
): Promise<number> {
  const where = criteriaIn(filter)
  return change(deps, owner, async (work) => {
    const owner_id = ownerId(owner)
    await expectNodes(work, node_ids)
    const ids = await selectProductIds(work.tx, owner_id, where, MAX_ATTACHED + 1)
    if (ids.length > MAX_ATTACHED) throw invalid([tooMany])
    for (let at = 0; at < ids.length; at += BATCH) {
      for (const node_id of node_ids) await step(work, { owner_id, node_id }, ids.slice(at, at + BATCH))
    }
    for (const node_id of node_ids) auditProducts(work, node_id, noted, ids)
    return ids.length
  })
}

function criteriaIn(filter: string): Criteria {
  try {
    const { where } = parseListRequest({ filter }, products.list, 1)
    if (where !== null) return where
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.problems.map(({ detail }) => ({ detail: `data.filter: ${detail}`, pointer: '/data/filter' }))
    throw invalid(details)
  }
  throw invalid([{ detail: 'data.filter must name products, such as eq(sku,LAMP-1).', pointer: '/data/filter' }])
}

async function expectNodes({ tx, owner }: Work, node_ids: readonly string[]): Promise<void> {
  const known = await lockIds(tx, 'nodes', ownerId(owner), node_ids)
  const problems = node_ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ detail: `data.node_ids[${index}] must be the id of a node.`, pointer: `/data/node_ids/${index}` }],
  )
  if (problems.length > 0) throw invalid(problems)
}

const tooMany = {
  detail: `data.filter must match at most ${MAX_ATTACHED} products: split it, for example by created_at.`,
  pointer: '/data/filter',
}
