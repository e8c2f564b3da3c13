import type { ActionIn } from './actions/kinds.ts'
import type { Condition, ShopperCondition } from './conditions/condition.ts'
import type { Selector } from './selectors/selector.ts'

/**
 * A discount of a store, as data. Times are milliseconds since the epoch (`end` is exclusive), amounts whole minor
 * units, rates whole millionths. A null `when` always holds; a null `currency` matches every currency.
 */
export type Promotion = Terms & (ItemPromotion | UnitPromotion | LinePromotion | CartPromotion | ShippingPromotion)

type Terms = {
  id: string
  name: string
  enabled: boolean
  start: number | null
  end: number | null
  currency: string | null
  /** Lower priorities apply first. */
  priority: number
  /**
   * Stackable promotions apply together within a scope. An exclusive promotion applies alone, if its discount is larger
   * than theirs together.
   */
  stacking: 'stackable' | 'exclusive'
  trigger: 'automatic' | 'coupon'
  usage_limit: number | null
  usage_limit_per_shopper: number | null
}

/**
 * A discount on an item's price wherever it is displayed, so it can depend on the shopper but not on a cart. Only the
 * best applies.
 */
type ItemPromotion = { scope: 'item'; target: Selector; when: ShopperCondition | null; action: ActionIn<'item'> }

type UnitPromotion = { scope: 'line_price'; target: Selector; when: Condition | null; action: ActionIn<'line_price'> }

/** A discount on the total of a line, rounded once. `target` is absent or empty if the action selects its own items. */
type LinePromotion = { scope: 'line_total'; target?: Selector; when: Condition | null; action: ActionIn<'line_total'> }

/** A discount on the total of the targeted lines, apportioned over them. */
type CartPromotion = {
  scope: 'cart'
  target: Selector
  when: Condition | null
  basis: Basis
  action: ActionIn<'cart'>
}

/** A discount on the cost of these shipping options, or of all. */
type ShippingPromotion = {
  scope: 'shipping'
  shipping_option_ids: readonly string[] | null
  when: Condition | null
  basis: Basis
  action: ActionIn<'shipping'>
}

/** The prices that conditions read: catalog prices, or prices after promotions on lines. */
type Basis = 'catalog_prices' | 'after_lines'

export function targetOf(promotion: Promotion): Selector {
  return ('target' in promotion ? promotion.target : undefined) ?? {}
}
