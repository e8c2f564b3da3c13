import type { Gift } from './actions/action.ts'
import type { Reason } from './explanations/reason.ts'
import type { Scope } from './scope.ts'
import type { ComputedTax } from './taxes.ts'

/** The prices of a cart in whole minor units, with the outcomes of promotions. */
export type Evaluation = {
  lines: EvaluatedLine[]
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
  /** The item's price wherever it is displayed: after catalog promotions. */
  item_amount: number
  item_promotion_id: string | null
  /** The price per unit in this cart. */
  unit_amount: number
  /** The price of the quantity, before discounts on the cart. */
  total: number
  /** Promotions on the price or the total of the line. */
  promotion_ids: string[]
  /** Its shares of discounts on the cart. */
  shares: { promotion_id: string; amount: number }[]
  discount: number
  /** The sum of all discounts, including those on its price and total. */
  total_discount: number
  taxes: ComputedTax[]
  tax: number
  /** The amount after discounts on the cart. `with_tax` - `tax` = `without_tax`. */
  without_tax: number
  with_tax: number
  /** Amounts before discounts on the cart, with the tax of the discounted price. */
  extension_amount: number
  extension_total: number
}

export type EvaluatedShipping = {
  id: string
  /** The cost after promotions on shipping. */
  cost: number
  discount: number
  promotion_ids: string[]
  taxes: ComputedTax[]
  tax: number
  without_tax: number
  with_tax: number
}

/**
 * The sums of the lines. `total` is before the discount, taxes and later members are after it; `total_discount` is the
 * sum over all lines.
 */
export type CartTotals = Record<'total' | 'discount' | 'total_discount' | 'tax' | 'without_tax' | 'with_tax', number>

/** The lines and the chosen shipping option. `total` is due. */
type OrderTotals = { shipping: number; tax: number; total: number }

export type Outcome = Applied | NotApplied

/** `amount` is the total discount; for shipping, that of the chosen option. */
export type Applied = {
  promotion_id: string
  scope: Scope
  applied: true
  /** The code of the coupon that triggered it. */
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
