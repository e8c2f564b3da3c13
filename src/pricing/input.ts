import type { ShopperFacts } from './condition-context.ts'
import type { MoneyFormat } from './money.ts'
import type { Prepared } from './prepare.ts'
import { prepare } from './prepare.ts'
import type { Item } from './selectors/selector.ts'
import type { Tax } from './taxes.ts'

/**
 * Everything that a price depends on. Amounts are whole minor units of the currency, `now` milliseconds since the
 * epoch.
 */
export type PricingInput = {
  format: MoneyFormat
  now: number
  lines: readonly LineInput[]
  /**
   * Selects whether tax is computed per line, or together for all lines with the same taxes. Shipping is taxed separately.
   */
  calculation_method: CalculationMethod
  shipping: ShippingInput
  shopper: ShopperFacts
  offers: OffersInput
}

export type CalculationMethod = 'line' | 'simple'

/**
 * `unit_amount` is the catalog price at this quantity, including tiers and sales. A line with quantity 0 is displayed
 * but has no effect.
 */
export type LineInput = {
  id: string
  item: Item
  quantity: number
  unit_amount: number
  includes_tax: boolean
  taxes: readonly Tax[]
}

/** Every option is priced. The chosen option counts in the order. */
export type ShippingInput = { options: readonly ShippingOptionInput[]; chosen: string | null }

export type ShippingOptionInput = { id: string; cost: number; includes_tax: boolean; taxes: readonly Tax[] }

export type OffersInput = {
  prepared: Prepared
  coupons: readonly CouponFacts[]
  /** Number of uses by promotion id; absent means never. */
  uses: ReadonlyMap<string, Uses>
  /** Skus of gifts that are unavailable: not offered by the catalog, or out of stock. */
  unavailable_gifts: ReadonlySet<string>
  /** `best`: only the promotion on the cart with the largest discount applies. */
  cart_stacking: 'all' | 'best'
}

export type Uses = { all: number; by_shopper: number }

/** A coupon on the cart, with its limits. `for_shopper` is false if it is for another shopper. */
export type CouponFacts = {
  code: string
  promotion_id: string
  for_shopper: boolean
  start: number | null
  end: number | null
  max_uses: number | null
  max_uses_per_shopper: number | null
  uses: Uses
}

export const UNKNOWN_SHOPPER: ShopperFacts = {
  segments: [],
  first_order: false,
  account_id: null,
  country: null,
  channel: null,
}

export const NO_OFFERS: OffersInput = {
  prepared: prepare([]),
  coupons: [],
  uses: new Map(),
  unavailable_gifts: new Set(),
  cart_stacking: 'all',
}

export const NO_SHIPPING: ShippingInput = { options: [], chosen: null }
