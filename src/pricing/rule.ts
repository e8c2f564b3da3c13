import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Giving, Stock } from './actions/action.ts'
import { givingOf, isGiveaway, offOf, standingOf } from './actions/kinds.ts'
import { type Needs, NO_NEEDS, type Test } from './conditions/condition.ts'
import { needsOf, testOf } from './conditions/kinds.ts'
import type { Action, Promotion } from './promotion.ts'
import { keysOfSelector, type Matcher, matcher, type Selector } from './selector.ts'

/** A promotion made ready: its lists are sets, its conditions functions. */
export type Rule = {
  promotion: Promotion
  /** Its place among all promotions of the set: a promotion of a lower one goes first. */
  rank: number
  test: Test
  /** The lines it is for. For one that gives units away, any of those that could be bought or got. */
  aims: Matcher
  /** What an action on prices takes off one: >= 0, at most the price. */
  off: (price: number) => number
  /** For actions on units; null for those on prices. */
  giving: ((lines: readonly Stock[]) => Giving) | null
}

/** Rules in the order in which they apply. It depends on what they do, and on ids only between those that do the same. */
export function rulesOf(promotions: readonly Promotion[]): Rule[] {
  return promotions
    .map((promotion) => ({ promotion, ...standingOf(promotion.action), text: canonicalJson(deedOf(promotion)) }))
    .sort(
      (one, other) =>
        one.promotion.priority - other.promotion.priority ||
        one.rank - other.rank ||
        other.value - one.value ||
        compare(one.text, other.text) ||
        compare(one.promotion.id, other.promotion.id),
    )
    .map(({ promotion }, rank) => ({
      promotion,
      rank,
      test: promotion.when === null ? () => null : testOf(promotion.when),
      aims: aimsOf(promotion),
      ...deedsOf(promotion.action),
    }))
}

function deedsOf(action: Action): Pick<Rule, 'off' | 'giving'> {
  if (isGiveaway(action)) return { off: () => 0, giving: givingOf(action) }
  return { off: (price) => offOf(action, price), giving: null }
}

/** What a cart must have for the promotion to do anything at all. */
export function needsOfPromotion(promotion: Promotion): Needs {
  const needs = promotion.when === null ? NO_NEEDS : needsOf(promotion.when)
  return { keys: shorter(ownKeys(promotion), needs.keys), subtotal: needs.subtotal }
}

function ownKeys(promotion: Promotion): Needs['keys'] {
  const { action } = promotion
  if (promotion.trigger === 'coupon') return [{ kind: 'coupon', name: promotion.id }]
  if (promotion.scope === 'shipping')
    return promotion.shipping_option_ids?.map((name) => ({ kind: 'shipping_option', name })) ?? null
  if (action.kind === 'buy_x_get_y') return shorter(keysOfSelector(action.buy), keysOfSelector(action.get))
  return keysOfSelector(targetOf(promotion))
}

function shorter(one: Needs['keys'], other: Needs['keys']): Needs['keys'] {
  if (one === null || other === null) return one ?? other
  return other.length < one.length ? other : one
}

function aimsOf(promotion: Promotion): Matcher {
  const { action } = promotion
  if (action.kind !== 'buy_x_get_y') return matcher(targetOf(promotion))
  const [buys, gets] = [matcher(action.buy), matcher(action.get)]
  return (item) => buys(item) || gets(item)
}

function targetOf(promotion: Promotion): Selector {
  return 'target' in promotion ? promotion.target : {}
}

function deedOf(promotion: Promotion): object {
  const { scope, when, action } = promotion
  const basis = 'basis' in promotion ? promotion.basis : null
  const options = promotion.scope === 'shipping' ? promotion.shipping_option_ids : null
  return { scope, when, action, target: targetOf(promotion), basis, options }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
