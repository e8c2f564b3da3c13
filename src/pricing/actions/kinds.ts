import type { Action, Giveaway, Reduction } from '../promotion.ts'
import type { ActionOf, GiveawayKind, Giving, ReductionKind, Stock } from './action.ts'
import { amount } from './amount.ts'
import { buyXGetY } from './buy-x-get-y.ts'
import { fixedPrice } from './fixed-price.ts'
import { free } from './free.ts'
import { freeItem } from './free-item.ts'
import { percent } from './percent.ts'

const reductions: { [Kind in Reduction['kind']]: ReductionKind<Kind> } = {
  fixed_price: fixedPrice,
  percent,
  amount,
  free,
}

const giveaways: { [Kind in Giveaway['kind']]: GiveawayKind<Kind> } = { buy_x_get_y: buyXGetY, free_item: freeItem }

/** What the action takes off this price, at most all of it. */
export function offOf<Kind extends Reduction['kind']>(action: ActionOf<Kind>, price: number): number {
  return reductionOf<Kind>(action).off(action, price)
}

/** The action on units made ready for many carts. */
export function givingOf<Kind extends Giveaway['kind']>(action: ActionOf<Kind>): (lines: readonly Stock[]) => Giving {
  return giveawayOf<Kind>(action).prepare(action)
}

export function isGiveaway(action: Action): action is Giveaway {
  return action.kind in giveaways
}

/** What decides between actions of equal priority: the kind, low before high, then the value, high before low. */
export function standingOf(action: Action): { rank: number; value: number } {
  const kind = isGiveaway(action) ? giveawayOf(action) : reductionOf(action)
  return { rank: kind.rank, value: kind.value(action as never) }
}

function reductionOf<Kind extends Reduction['kind']>({ kind }: { kind: Reduction['kind'] }): ReductionKind<Kind> {
  return reductions[kind as Kind]
}

function giveawayOf<Kind extends Giveaway['kind']>({ kind }: { kind: Giveaway['kind'] }): GiveawayKind<Kind> {
  return giveaways[kind as Kind]
}
