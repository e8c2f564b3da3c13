import { findSameLine } from '../../store/carts/custom-data.ts'
import { giftId } from '../../store/carts/present.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { unitAmount } from '../../store/catalog/sql/offers.ts'
import { NO_CUSTOM_DATA } from '../../store/kit/values/custom-data.ts'

/** A line added by the shopper or by a promotion (a gift). Amounts are in minor units. */
export type CartLine = {
  id: string
  product_id: string | null
  quantity: number
  /** `list` and `purchase` are per unit, `total` is for the line; null while the item cannot be bought. */
  price: { list: number; purchase: number; total: number } | null
  /** Promotions that discounted or added the line. */
  promotion_ids: readonly string[]
  /** True if the shopper added it with nothing but a quantity. */
  isPlain: boolean
}

/** Oldest first, gifts last. */
export function cartLines({ lines, gifts }: PricedCart): ReadonlyMap<string, CartLine> {
  const added = lines.map(({ item, unit_amount: list, unavailable, priced }): CartLine => {
    const price = unavailable === null ? { list, purchase: priced.unit_amount, total: priced.total } : null
    const { id, product_id, quantity } = item
    const isPlain = product_id !== null && findSameLine([item], { ...NO_CUSTOM_DATA, product_id }) !== undefined
    return { id, product_id, quantity, price, promotion_ids: priced.promotion_ids, isPlain }
  })
  const gift_lines = gifts.map((gift): CartLine => {
    const { offer, quantity, promotion_id } = gift
    const list = offer.price === null ? 0 : unitAmount(offer, quantity)
    const { product_id } = offer
    return {
      id: giftId(gift),
      product_id,
      quantity,
      price: { list, purchase: 0, total: 0 },
      promotion_ids: [promotion_id],
      isPlain: false,
    }
  })
  return new Map([...added, ...gift_lines].map((line) => [line.id, line]))
}

/** True if the line can move to the wishlist, which only stores products. */
export function isMovable({ isPlain, price }: CartLine): boolean {
  return isPlain && price !== null
}
