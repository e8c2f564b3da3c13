import { isoTime } from '../../kernel/clock.ts'
import type { PricedCart } from '../carts/price.ts'
import type { OrderItem } from '../orders/item.ts'
import type { Order } from '../orders/order.ts'
import type { Shipped } from './shipping.ts'

type Sold = { order: Order; items: readonly OrderItem[]; priced: PricedCart; shipping: Shipped | null; now: number }

/**
 * What was sold, complete in itself: copies of names, figures, rates and addresses, nothing that refers to what may change.
 * Who bought is the order's, which can be anonymized.
 */
export function snapshotOf({ order, items, priced, shipping, now }: Sold): string {
  const { currency, money_format, with_tax, without_tax, tax, discount } = order
  const lines = items.map(({ refunded_quantity: _, ...item }, index) => {
    const line = priced.lines[index]
    return {
      ...item,
      description: line?.offer?.description ?? line?.item.description ?? '',
      category_ids: line?.offer?.category_ids ?? [],
      tags: line?.offer?.tags ?? [],
    }
  })
  return JSON.stringify({
    order_id: order.id,
    sold_at: isoTime(now),
    currency,
    money_format,
    lines,
    shipping: shipping === null ? null : { ...shipping.quote, ...shipping.priced },
    totals: { with_tax, without_tax, tax, discount },
  })
}
