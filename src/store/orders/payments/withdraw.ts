import { deallocate, restock } from '../../inventory/stock.ts'
import type { Work } from '../../kit/work.ts'
import type { OrderItem } from '../item.ts'
import type { Order } from '../order.ts'
import { withdrawnPart } from '../rules/withdrawn-units.ts'
import { stockLinesOf } from '../stock-lines.ts'
import { countRefunded, type RefundCounts, selectItems } from '../store.ts'
import type { Transaction } from './transaction.ts'

/** Decision about a refund; `confirmed` and `failed` end a pending one. */
type Decided = 'pending' | 'complete' | 'confirmed' | 'failed'

const COUNTS: Readonly<Record<Decided, RefundCounts>> = {
  pending: { refunded: 0, withdrawn: 0, withdrawing: 1 },
  complete: { refunded: 1, withdrawn: 1, withdrawing: 0 },
  confirmed: { refunded: 1, withdrawn: 1, withdrawing: -1 },
  failed: { refunded: 0, withdrawn: 0, withdrawing: -1 },
}

/**
 * Counts the units of a refund. Once it is complete, releases those that were not shipped and adds those that came back
 * to stock. Returns the items; null for a transaction without units.
 */
export async function applyUnits(
  work: Work,
  order: Order,
  { items: units, restock: isRestock, reason }: Transaction,
  decided: Decided,
): Promise<OrderItem[] | null> {
  if (units === null) return null
  const key = { owner_id: order.owner_id, order_id: order.id }
  await countRefunded(work.tx, key, units, COUNTS[decided])
  const items = await selectItems(work.tx, key)
  if (COUNTS[decided].refunded === 0) return items
  const withdrawn = units.map((one) => ({ id: one.id, quantity: withdrawnPart(one) }))
  await deallocate(work, order.id, stockLinesOf(items, withdrawn), reason ?? 'refund')
  const returned = units.map((one) => ({ id: one.id, quantity: one.quantity - withdrawnPart(one) }))
  if (isRestock) await restock(work, order.id, stockLinesOf(items, returned), reason ?? 'return')
  return items
}
