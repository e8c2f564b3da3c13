import { giftId } from '../../store/carts/present.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { unitAmount } from '../../store/catalog/offers.ts'

/** A line of a cart as clients see it: of what was put in, or of what a promotion gives. Minor units. */
export type Line = {
  id: string
  product_id: string | null
  quantity: number
  /** Of one at this quantity, and of all; null while it cannot be bought. */
  price: { list: number; purchase: number; total: number } | null
  /** What took something off it, or gave it. */
  promotion_ids: readonly string[]
}

/** Oldest first, gifts last. */
export function linesOf({ lines, gifts }: PricedCart): ReadonlyMap<string, Line> {
  const bought = lines.map(({ item, unit_amount: list, unavailable, priced }): Line => {
    const price = unavailable === null ? { list, purchase: priced.unit_amount, total: priced.total } : null
    const { id, product_id, quantity } = item
    return { id, product_id, quantity, price, promotion_ids: priced.promotion_ids }
  })
  const given = gifts.map((gift): Line => {
    const { offer, quantity, promotion_id } = gift
    const list = offer.price === null ? 0 : unitAmount(offer, quantity)
    const { product_id } = offer
    return {
      id: giftId(gift),
      product_id,
      quantity,
      price: { list, purchase: 0, total: 0 },
      promotion_ids: [promotion_id],
    }
  })
  return new Map([...bought, ...given].map((line) => [line.id, line]))
}
