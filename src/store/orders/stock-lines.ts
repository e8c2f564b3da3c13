import type { StockLine } from '../inventory/stock.ts'
import type { Work } from '../kit/work.ts'
import type { OrderItem } from './item.ts'
import type { Order } from './order.ts'
import { selectItems } from './store.ts'
import type { RequestedUnits } from './units.ts'

export async function stockLines(work: Work, { owner_id, id }: Order): Promise<StockLine[]> {
  return stockLinesOf(await selectItems(work.tx, { owner_id, order_id: id }))
}

/** Quantities of products in these units of the items, by default in all units. */
export function stockLinesOf(items: readonly OrderItem[], units: readonly RequestedUnits[] = items): StockLine[] {
  const products = new Map(items.map(({ id, product_id }) => [id, product_id]))
  return units.flatMap(({ id, quantity }) => {
    const product_id = products.get(id) ?? null
    return product_id === null ? [] : [{ product_id, quantity }]
  })
}
