import type { Action, Giveaway, Reduction } from '../promotion.ts'
import type { Item } from '../selector.ts'

export type ActionOf<Kind> = Extract<Action, { kind: Kind }>

/** The one shape of the files of actions on a price: of a unit, a line, several lines together, or shipping. */
export type ReductionKind<Kind extends Reduction['kind']> = {
  /** Which goes first at equal priority: low before high. */
  rank: number
  /** Among equals of one kind the higher goes first. */
  value(action: ActionOf<Kind>): number
  /** What it takes off this price: >= 0, at most the price. */
  off(action: ActionOf<Kind>, price: number): number
}

/** A line as actions on its units see it. */
export type Stock = {
  id: string
  item: Item
  quantity: number
  /** What the line costs at this moment. */
  remaining: number
  /** Units that have counted for a promotion on units, as bought or as got, and what these have taken off. */
  used: number
  given: number
}

export type Gift = { promotion_id: string; sku: string; quantity: number }

/** What an action on units does: what each line costs less, and which units are used up; or what comes free. */
export type Giving = {
  off: readonly number[]
  used: readonly number[]
  gifts: readonly Omit<Gift, 'promotion_id'>[]
  /** Units that would have to be added for it to do something; null when it did. */
  short: { to_buy: number; to_get: number } | null
}

/** The one shape of the files of actions on units. `prepare` is done once, for many carts. */
export type GiveawayKind<Kind extends Giveaway['kind']> = {
  rank: number
  value(action: ActionOf<Kind>): number
  prepare(action: ActionOf<Kind>): (lines: readonly Stock[]) => Giving
}
