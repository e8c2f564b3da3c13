import type { Gift } from './actions/action.ts'
import type { Scope } from './promotion.ts'
import type { Reason } from './reason.ts'
import type { FiguredTax } from './taxes.ts'

/** What a cart costs, in whole minor units, and why. */
export type Evaluation = {
  lines: EvaluatedLine[]
  /** Items that are added free of charge. */
  gifts: Gift[]
  shipping: EvaluatedShipping[]
  cart: CartFigures
  order: OrderFigures
  /** Every promotion that was looked at. The index passes over those that can do nothing here; `explain` tells of all. */
  outcomes: Outcome[]
}

export type EvaluatedLine = {
  id: string
  quantity: number
  /** What the item costs wherever it is shown: after catalog promotions. */
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
  taxes: FiguredTax[]
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
  taxes: FiguredTax[]
  tax: number
  without_tax: number
  with_tax: number
}

/** The lines together. `total` is before, the others after the discount. */
export type CartFigures = { total: number; discount: number; tax: number; without_tax: number; with_tax: number }

/** The lines and the shipping option that is chosen; `total` is due. */
type OrderFigures = { shipping: number; tax: number; total: number }

export type Outcome = Applied | NotApplied

/** `amount` is what it takes off in all; of shipping, off the option that is chosen. */
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
