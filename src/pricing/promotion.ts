import type { Selector } from './selector.ts'

/**
 * What a store takes off, as data. Times are milliseconds since the epoch and half open, amounts whole minor units, rates
 * whole millionths. `when` null always holds; a `currency` of null is every currency.
 */
export type Promotion = Terms & (ItemPromotion | LinePromotion | GivingPromotion | CartPromotion | ShippingPromotion)

/** Where it takes off, in the order in which prices are made. */
export type Scope = Promotion['scope']

type Terms = {
  id: string
  name: string
  enabled: boolean
  start: number | null
  end: number | null
  currency: string | null
  /** Low ones go first. */
  priority: number
  /** Stackable ones share a scope; an exclusive one has it alone, if it takes off more than the others together. */
  stacking: 'stackable' | 'exclusive'
  trigger: 'automatic' | 'coupon'
  usage_limit: number | null
  usage_limit_per_shopper: number | null
}

/** The price of the item wherever it is shown, so it can depend on the shopper but not on a cart. The best single one counts. */
type ItemPromotion = { scope: 'item'; target: Selector; when: ShopperCondition | null; action: PriceAction }

/** `line_price`: each unit of a line. `line_total`: the line as a whole, rounded once. */
type LinePromotion = {
  scope: 'line_price' | 'line_total'
  target: Selector
  when: Condition | null
  action: PriceAction
}

type GivingPromotion = { scope: 'line_total'; when: Condition | null; action: BuyXGetY | FreeItem }

/** What the targeted lines come to together, apportioned over them. */
type CartPromotion = { scope: 'cart'; target: Selector; when: Condition | null; basis: Basis; action: PriceAction }

/** Shipping options, those of these ids or all. */
type ShippingPromotion = {
  scope: 'shipping'
  shipping_option_ids: readonly string[] | null
  when: Condition | null
  basis: Basis
  action: PriceAction | Free
}

/** The lines that conditions look at: with catalog prices, or after promotions on lines. */
type Basis = 'catalog_prices' | 'after_lines'

type PriceAction = Percent | Amount | FixedPrice
export type Reduction = PriceAction | Free
export type Giveaway = BuyXGetY | FreeItem
export type Action = Reduction | Giveaway

/** `max_discount` caps what one application takes off: of a unit, a line, the cart or a shipping option, by scope. */
export type Percent = { kind: 'percent'; ppm: number; max_discount: number | null }
type Amount = { kind: 'amount'; amount: number }
/** Takes off what is above this price. */
type FixedPrice = { kind: 'fixed_price'; amount: number }
type Free = { kind: 'free' }
/** For every `x` units of `buy`, up to `y` units of `get` cost so much less; at most `max` units in all. */
export type BuyXGetY = {
  kind: 'buy_x_get_y'
  x: number
  y: number
  buy: Selector
  get: Selector
  ppm: number
  max: number | null
}
type FreeItem = { kind: 'free_item'; sku: string; quantity: number }

export type Condition = Tree<CartFact | ShopperFact>
type ShopperCondition = Tree<ShopperFact>

type Tree<Fact> =
  | Fact
  | { kind: 'all'; of: readonly Tree<Fact>[] }
  | { kind: 'any'; of: readonly Tree<Fact>[] }
  | { kind: 'not'; of: Tree<Fact> }

type CartFact = { kind: 'subtotal'; minimum: number } | { kind: 'quantity'; of: Selector; minimum: number }

type ShopperFact =
  | { kind: 'first_order' }
  | { kind: 'segment'; one_of: readonly string[] }
  | { kind: 'account'; one_of: readonly string[] }
  | { kind: 'country'; one_of: readonly string[] }
  | { kind: 'channel'; one_of: readonly string[] }
