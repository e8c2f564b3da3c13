import { canonicalJson } from '../kernel/json/canonical-json.ts'
import type { LineState, UnitDiscounts } from './actions/action.ts'
import { type Action, kindOfAction } from './actions/kinds.ts'
import type { Test } from './conditions/condition.ts'
import { type Needs, NO_NEEDS } from './conditions/fact.ts'
import { needsOf, testOf } from './conditions/kinds.ts'
import { type Promotion, targetOf } from './promotion.ts'
import { keysOfSelector, type Matcher, matcher } from './selectors/selector.ts'
import { selectorsOf } from './selectors/selectors-of.ts'

/** A prepared promotion: lists are compiled to sets, and conditions to functions. */
export type Rule = {
  promotion: Promotion
  /** Its position in the order of application. */
  rank: number
  test: Test
  /** Matches its items; for actions with several selectors, the items of any. */
  matchesTarget: Matcher
  /** The discount on one price, for actions on prices: >= 0, at most the price. */
  off: (price: number) => number
  /** The effect of actions on units; null for actions on prices. */
  unit_action: ((lines: readonly LineState[]) => UnitDiscounts) | null
  gift_skus: readonly string[]
}

/**
 * Rules in the order of application. It depends on their effects, and on ids only between rules with the same effect.
 */
export function rulesOf(promotions: readonly Promotion[]): Rule[] {
  return promotions
    .map((promotion) => ({ promotion, ...orderOf(promotion.action), text: canonicalJson(effectOf(promotion)) }))
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
      matchesTarget: targetMatcher(promotion),
      ...preparedAction(promotion.action),
    }))
}

function orderOf(action: Action): { rank: number; value: number } {
  const kind = kindOfAction(action)
  return { rank: kind.rank, value: kind.value(action) }
}

function preparedAction(action: Action): Pick<Rule, 'off' | 'unit_action' | 'gift_skus'> {
  const kind = kindOfAction(action)
  const gift_skus = kind.giftSkus(action)
  if (kind.on === 'units') return { off: () => 0, unit_action: kind.prepare(action), gift_skus }
  return { off: (price) => kind.off(action, price), unit_action: null, gift_skus }
}

/** A cart's requirements for the promotion to apply. */
export function needsOfPromotion(promotion: Promotion): Needs {
  const needs = promotion.when === null ? NO_NEEDS : needsOf(promotion.when)
  return { keys: shorter(ownKeys(promotion), needs.keys), subtotal: needs.subtotal }
}

function ownKeys(promotion: Promotion): Needs['keys'] {
  if (promotion.trigger === 'coupon') return [{ kind: 'coupon', name: promotion.id }]
  if (promotion.scope === 'shipping')
    return promotion.shipping_option_ids?.map((name) => ({ kind: 'shipping_option', name })) ?? null
  return selectorsOf(promotion)
    .map(({ selector }) => keysOfSelector(selector))
    .reduce(shorter, null)
}

function shorter(one: Needs['keys'], other: Needs['keys']): Needs['keys'] {
  if (one === null || other === null) return one ?? other
  return other.length < one.length ? other : one
}

function targetMatcher(promotion: Promotion): Matcher {
  const matchers = selectorsOf(promotion).map(({ selector }) => matcher(selector))
  const [only] = matchers
  if (only === undefined) return () => true
  return matchers.length === 1 ? only : (item) => matchers.some((matches) => matches(item))
}

function effectOf(promotion: Promotion): object {
  const { scope, when, action } = promotion
  const basis = 'basis' in promotion ? promotion.basis : null
  const options = promotion.scope === 'shipping' ? promotion.shipping_option_ids : null
  return { scope, when, action, target: targetOf(promotion), basis, options }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
