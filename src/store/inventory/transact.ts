import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import { move } from './move.ts'
import { release } from './stock.ts'
import type { StockTransactionCreate, StockTransactionRow } from './stock-transaction.ts'
import { addAllocations } from './store.ts'

/** Changes the stock of a product as its seller says. Throws `invalid`, `not_found`, `conflict`. */
export async function createStockTransaction(
  work: Work,
  product_id: string,
  { action, quantity, reason = '', relationships }: StockTransactionCreate,
): Promise<Omit<StockTransactionRow, 'owner_id'>> {
  if (quantity === 0 && action !== 'set')
    throw invalid([{ detail: 'data.quantity must be at least 1.', pointer: '/data/quantity' }])
  const order_id = relationships?.order?.data.id.toLowerCase() ?? null
  const line = { product_id, quantity }
  // Before the move, which would be refused for other reasons if the units are not there at all.
  const released = action === 'deallocate' ? await release(work, order_id, [line]) : []
  const [made] = await move(work, { action, order_id, reason }, [line])
  if (made === undefined) throw notFound('inventory')
  if (action === 'allocate') await addAllocations(work.tx, ownerId(work.owner), order_id, [line])
  if (action === 'deallocate' && released[0]?.quantity !== quantity)
    throw notHeld(product_id, quantity, order_id, released[0]?.quantity ?? 0)
  return made
}

/** The units are allocated, but to others. */
function notHeld(product_id: string, quantity: number, order_id: string | null, held: number): AppError {
  const holder = order_id === null ? 'no order; name the order whose units are given back' : `order ${order_id}`
  const detail = `Product ${product_id}: ${quantity} asked, ${held} allocated to ${holder}.`
  return new AppError('conflict', [{ detail }])
}
