import type { Gift } from './actions/action.ts'
import type { Reason } from './explanations/reason.ts'
import type { Scope } from './scope.ts'
import type { ComputedTax } from './taxes.ts'

/** The prices of a cart in whole minor units, with the outcomes of promotions. */
export type Evaluation = {
  lines: EvaluatedLine[]
  /** Items that are added free of charge. */
  gifts: Gift[]
  shipping: EvaluatedShipping[]
  cart: CartTotals
  order: OrderTotals
  /** Every promotion that was considered. The index skips those that cannot apply; `explain` returns all. */
  outcomes: Outcome[]
}

export type EvaluatedLine = {
  id: string
  quantity: number
  /** What the item costs wherever it is displayed: after catalog promotions. */
  item_amount: number
  item_promotion_id: string | null
  /** For each in this cart. */
  unit_amount: number
  /** For the quantity, before discounts on the cart. */
  total: number
  /** Promotions on the price or the total of the line. */
  promotion_ids: string[]
  /** Its shares of discounts on the cart. */
  shares: { promotion_id: string; amount: number }[]
  discount: number
  /** All that promotions take off, those on its price and total too. */
  total_discount: number
  taxes: ComputedTax[]
  tax: number
  /** After discounts on the cart; `with_tax` - `tax` = `without_tax`. */
  without_tax: number
  with_tax: number
  /** Before discounts on the cart, the tax being that of the discounted price. */
  extension_amount: number
  extension_total: number
}

export type EvaluatedShipping = {
  id: string
  /** After promotions on shipping. */
  cost: number
  discount: number
  promotion_ids: string[]
  taxes: ComputedTax[]
  tax: number
  without_tax: number
  with_tax: number
}

/** The lines together. `total` is before, taxes and what follows after the discount; `total_discount` is that of all lines. */
export type CartTotals = Record<'total' | 'discount' | 'total_discount' | 'tax' | 'without_tax' | 'with_tax', number>

/** The lines and the shipping option that is chosen; `total` is due. */
type OrderTotals = { shipping: number; tax: number; total: number }

export type Outcome = Applied | NotApplied

/** `amount` is the total discount; for shipping, that of the chosen option. */
export type Applied = {
  promotion_id: string
  scope: Scope
  applied: true
  /** The code that triggered it. */
  coupon: string | null
  amount: number
  lines: { line_id: string; amount: number }[]
  shipping: { shipping_option_id: string; amount: number }[]
  gifts: Gift[]
}

type NotApplied = {
  promotion_id: string
  scope: Scope
  applied: false
  coupon: string | null
  reason: Reason
}
