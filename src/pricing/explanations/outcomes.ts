import { at } from '../../kernel/at.ts'
import { triggerOf } from '../admit.ts'
import type { Outcome } from '../evaluation.ts'
import type { PricingInput } from '../input.ts'
import type { Rule } from '../rule.ts'
import { scopes } from '../scope.ts'
import type { Choice } from '../steps/choose.ts'
import type { PricedItems } from '../steps/item.ts'
import type { RuleResult } from '../steps/rule-result.ts'
import type { Reason } from './reason.ts'

export type Rejection = { rule: Rule; reason: Reason }

type Results = {
  items: PricedItems
  lines: readonly Choice[]
  shipping: readonly Choice[]
  /** The admitted rules on shipping, even those that match no option. */
  shipping_rules: readonly Rule[]
  rejections: readonly Rejection[]
}

/** The outcome of every considered rule, in the order of application. */
export function outcomesOf(input: PricingInput, results: Results): Outcome[] {
  const { items, lines, shipping, shipping_rules, rejections } = results
  const rule_results = [...items.rule_results, ...lines.flatMap(resultsOf)]
  const found = [
    ...rejections.map(({ rule, reason }) => ({ rule, outcome: notApplied(input, rule, reason) })),
    ...rule_results.map((result) => ({ rule: result.rule, outcome: ofLines(input, result) })),
    ...shipping_rules.map((rule) => ({ rule, outcome: ofShipping(input, rule, shipping) })),
  ]
  const step = ({ rule }: { rule: Rule }) => scopes.indexOf(rule.promotion.scope)
  return found
    .sort((one, other) => step(one) - step(other) || one.rule.rank - other.rule.rank)
    .map(({ outcome }) => outcome)
}

function notApplied(input: PricingInput, { promotion }: Rule, reason: Reason): Outcome {
  const { id: promotion_id, scope } = promotion
  return { promotion_id, scope, applied: false, coupon: triggerOf(promotion, input), reason }
}

function resultsOf({ run, outdone }: Choice): RuleResult[] {
  return [...run.rule_results, ...outdone]
}

function ofLines(input: PricingInput, { rule, amounts, total, gifts, reason }: RuleResult): Outcome {
  if (reason !== null) return notApplied(input, rule, reason)
  const { id: promotion_id, scope } = rule.promotion
  const lines = input.lines.flatMap(({ id }, index) => {
    const amount = at(amounts, index)
    return amount === 0 ? [] : [{ line_id: id, amount }]
  })
  const coupon = triggerOf(rule.promotion, input)
  return { promotion_id, scope, applied: true, coupon, amount: total, lines, shipping: [], gifts: [...gifts] }
}

/** The rule applies if it discounts any option. Otherwise the first reason that is not a mismatch counts. */
function ofShipping(input: PricingInput, rule: Rule, choices: readonly Choice[]): Outcome {
  const rule_results = choices.map((choice) => resultsOf(choice).find((result) => result.rule === rule))
  const shipping = input.shipping.options.flatMap(({ id }, index) => {
    const amount = rule_results[index]?.total ?? 0
    return amount === 0 ? [] : [{ shipping_option_id: id, amount }]
  })
  if (shipping.length === 0) {
    const reasons = rule_results.flatMap((result) => result?.reason ?? [])
    const specific = reasons.find(({ kind }) => kind !== 'nothing_aimed_at')
    return notApplied(input, rule, specific ?? { kind: 'nothing_aimed_at' })
  }
  const amount = shipping.find((each) => each.shipping_option_id === input.shipping.chosen)?.amount ?? 0
  const { id: promotion_id, scope } = rule.promotion
  const coupon = triggerOf(rule.promotion, input)
  return { promotion_id, scope, applied: true, coupon, amount, lines: [], shipping, gifts: [] }
}
