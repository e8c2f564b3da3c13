import type { StockLine } from '../inventory/stock.ts'
import type { Work } from '../kit/work.ts'
import type { Order } from './order.ts'
import { selectItems } from './store.ts'

/** How much of which products the order took from stock. */
export async function stockLines(work: Work, { owner_id, id }: Order): Promise<StockLine[]> {
  const items = await selectItems(work.tx, { owner_id, order_id: id })
  return items.flatMap(({ product_id, quantity }) => (product_id === null ? [] : [{ product_id, quantity }]))
}
