import type { TProperties } from 'typebox'
import type { Condition } from '../conditions/condition.ts'
import type { Wording } from '../explanations/wording.ts'
import type { Scope } from '../scope.ts'
import type { Item, Selector } from '../selectors/selector.ts'

/**
 * The complete definition of a kind of action, each in its own file. `kinds.ts` lists them, and everything else is
 * derived: schema, order of application, checks, sentences, documentation.
 */
export type ActionKind<Of> = Declaration<Of> & (PriceEffect<Of> | UnitEffect<Of>)

type Declaration<Of> = {
  description: string
  scopes: readonly Scope[]
  /** Schemas of the members besides `kind`, as clients send them. */
  members: TProperties
  /** The action as it is stored: ids in lower case, absent limits as null. */
  canonical(action: Of): Of
  /** Position among kinds at equal priority: low before high. */
  rank: number
  /** Order between actions of the kind: high before low. */
  value(action: Of): number
  /** True if it contains an amount, which is meaningful in one currency only. */
  namesAmount(action: Of): boolean
  /** The selection of its items; null for the promotion's `target`. */
  items: OwnItems<Of> | null
  /** Skus of items that it adds free of charge. It applies only while all of them are available. */
  giftSkus(action: Of): readonly string[]
  /** Conditions that every discounted cart satisfies. `target` is the promotion's. */
  needs(action: Of, target: Selector): readonly Condition[]
  /** Its requirements and its items: phrases without a capital and a period. */
  requirements(action: Of, target: Selector, wording: Wording): readonly string[]
  /** Its discount for sellers, on a price in words: a phrase without a capital and a period, which names its items. */
  effect(action: Of, price: PriceWords, wording: Wording): string
}

/** The price that it lowers, such as `the cart`, and to what a cap of the discount applies, such as ` per line`. */
export type PriceWords = { price: string; each: string }

type OwnItems<Of> = {
  /** The members that replace `target`, in words. */
  instead: string
  /** The selectors of the action by member. It has no effect unless the cart has an item of each. */
  selectors(action: Of): Readonly<Record<string, Selector>>
}

/** An effect on a price: of a unit, a line, several lines together, or shipping. */
type PriceEffect<Of> = {
  on: 'price'
  /** The discount on this price: >= 0, at most the price. */
  off(action: Of, price: number): number
}

type UnitEffect<Of> = {
  on: 'units'
  scopes: readonly 'line_total'[]
  /** Prepares the action once for many carts. */
  prepare(action: Of): (lines: readonly LineState[]) => UnitDiscounts
}

export type LineState = {
  id: string
  item: Item
  quantity: number
  /** The current total of the line, in minor units. */
  remaining: number
  /** Units that earlier promotions on units used, as bought or as discounted, and the discounts of these promotions. */
  used: number
  discounted: number
}

export type Gift = { promotion_id: string; sku: string; quantity: number }

/** The effect of an action on units: the discount and the used units of each line, and gifts. */
export type UnitDiscounts = {
  off: readonly number[]
  used: readonly number[]
  gifts: readonly Omit<Gift, 'promotion_id'>[]
  /** Units that must be added for it to apply; null if it applies. */
  missing_units: { to_buy: number; to_get: number } | null
}
