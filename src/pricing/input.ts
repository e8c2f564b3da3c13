import type { MoneyFormat } from './money.ts'
import type { Prepared } from './prepare.ts'
import { prepare } from './prepare.ts'
import type { Item } from './selector.ts'
import type { ShopperFacts } from './sheet.ts'
import type { Tax } from './taxes.ts'

/** Everything that a price depends on. Amounts are whole minor units of the currency, `now` milliseconds since the epoch. */
export type PricingInput = {
  format: MoneyFormat
  now: number
  lines: readonly LineInput[]
  /** Whether tax is found on each line, or on all lines that are taxed alike together. Shipping is taxed by itself. */
  calculation_method: CalculationMethod
  shipping: ShippingInput
  shopper: ShopperFacts
  offers: OffersInput
}

export type CalculationMethod = 'line' | 'simple'

/**
 * `unit_amount` is what the catalog asks for each at this quantity: its tier, its sale. A line of quantity 0 counts for
 * nothing: it is shown and cannot be bought.
 */
export type LineInput = {
  id: string
  item: Item
  quantity: number
  unit_amount: number
  includes_tax: boolean
  taxes: readonly Tax[]
}

/** Every option is figured; the one that is chosen counts in the order. */
export type ShippingInput = { options: readonly ShippingOptionInput[]; chosen: string | null }

export type ShippingOptionInput = { id: string; cost: number; includes_tax: boolean; taxes: readonly Tax[] }

export type OffersInput = {
  prepared: Prepared
  coupons: readonly CouponFacts[]
  /** How often promotions were used, by id; absent is never. */
  uses: ReadonlyMap<string, Uses>
  /** Skus of gifts that cannot be given: the catalog does not offer them, or none is left. */
  not_given: ReadonlySet<string>
  /** `best`: of all promotions on the cart only the one that takes off most. */
  cart_stacking: 'all' | 'best'
}

export type Uses = { all: number; by_shopper: number }

/** A coupon on the cart, with what may speak against it. `for_shopper` is false when it was given to somebody else. */
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

export const ANYBODY: ShopperFacts = {
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
  not_given: new Set(),
  cart_stacking: 'all',
}

export const NO_SHIPPING: ShippingInput = { options: [], chosen: null }
