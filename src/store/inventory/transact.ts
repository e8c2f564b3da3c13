import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import { applyMovement } from './movement.ts'
import { releaseAllocations } from './stock.ts'
import type { LocatedTransactionCreate, StockTransactionCreate, StockTransactionRow } from './stock-transaction.ts'
import { addAllocations } from './store.ts'

/**
 * Creates a stock transaction for a seller, in the shape for one location or for several. Throws `invalid`, `not_found`
 * and `conflict`.
 */
export function transact(
  work: Work,
  product_id: string,
  sent: StockTransactionCreate | LocatedTransactionCreate,
): Promise<Omit<StockTransactionRow, 'owner_id'>> {
  refuseDisagreement(sent)
  if ('action' in sent) return createStockTransaction(work, product_id, sent)
  const { action, quantity, product_id: named = product_id } = sent.attributes
  if (named.toLowerCase() !== product_id) {
    const detail = 'data.attributes.product_id must be the product of the path.'
    throw invalid([{ detail, pointer: '/data/attributes/product_id' }])
  }
  const { relationships } = sent
  return createStockTransaction(work, product_id, { action, quantity, ...(relationships && { relationships }) })
}

/** Throws `invalid` if `attributes` contradict the members beside them. */
function refuseDisagreement(sent: object): void {
  const { attributes, ...flat }: Record<string, unknown> = { ...sent }
  const located: Record<string, unknown> = { ...(typeof attributes === 'object' && attributes) }
  const problems = ['action', 'quantity'].flatMap((name) => {
    if (flat[name] === undefined || located[name] === undefined || flat[name] === located[name]) return []
    const detail = `data.attributes.${name} must be the same as data.${name}.`
    return [{ detail, pointer: `/data/attributes/${name}` }]
  })
  if (problems.length > 0) throw invalid(problems)
}

/** Creates a stock transaction for a seller. Throws `invalid`, `not_found` and `conflict`. */
async function createStockTransaction(
  work: Work,
  product_id: string,
  { action, quantity, reason = '', relationships }: StockTransactionCreate,
): Promise<Omit<StockTransactionRow, 'owner_id'>> {
  if (quantity === 0 && action !== 'set')
    throw invalid([{ detail: 'data.quantity must be at least 1.', pointer: '/data/quantity' }])
  const order_id = relationships?.order?.data.id.toLowerCase() ?? null
  const line = { product_id, quantity }
  // Released first but checked last, since the movement reports more basic errors.
  const released = action === 'deallocate' ? await releaseAllocations(work, order_id, [line]) : []
  const [created] = await applyMovement(work, { action, order_id, reason }, [line])
  if (created === undefined) throw notFound('inventory')
  if (action === 'allocate') await addAllocations(work.tx, ownerId(work.owner), order_id, [line])
  if (action === 'deallocate' && released[0]?.quantity !== quantity)
    throw notAllocated(product_id, quantity, order_id, released[0]?.quantity ?? 0)
  return created
}

/** The units are allocated to another order, or to the seller. */
function notAllocated(product_id: string, quantity: number, order_id: string | null, allocated: number): AppError {
  const holder = order_id === null ? 'no order; name the order whose units to deallocate' : `order ${order_id}`
  const detail = `Product ${product_id}: ${quantity} requested, ${allocated} allocated to ${holder}.`
  return new AppError('conflict', [{ detail }])
}
