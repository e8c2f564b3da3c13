import { at } from '../kernel/at.ts'
import { triggerOf } from './admit.ts'
import type { Outcome } from './evaluation.ts'
import type { PricingInput } from './input.ts'
import type { Scope } from './promotion.ts'
import type { Reason } from './reason.ts'
import type { Rule } from './rule.ts'
import type { Choice } from './steps/choose.ts'
import type { PricedItems } from './steps/item.ts'
import type { Take } from './steps/take.ts'

/** A rule that did not come to apply at all. */
export type Finding = { rule: Rule; why: Reason }

type Results = {
  items: PricedItems
  lines: readonly Choice[]
  shipping: readonly Choice[]
  /** The rules on shipping that were let through, which need not have met an option. */
  shippers: readonly Rule[]
  findings: readonly Finding[]
}

const SCOPES: readonly Scope[] = ['item', 'line_price', 'line_total', 'cart', 'shipping']

/** What every rule that was looked at did, in the order in which they apply. */
export function outcomesOf(input: PricingInput, results: Results): Outcome[] {
  const { items, lines, shipping, shippers, findings } = results
  const takes = [...items.takes, ...lines.flatMap(takesOf)]
  const found = [
    ...findings.map(({ rule, why }) => ({ rule, outcome: notApplied(input, rule, why) })),
    ...takes.map((take) => ({ rule: take.rule, outcome: ofLines(input, take) })),
    ...shippers.map((rule) => ({ rule, outcome: ofShipping(input, rule, shipping) })),
  ]
  const place = ({ rule }: { rule: Rule }) => SCOPES.indexOf(rule.promotion.scope)
  return found
    .sort((one, other) => place(one) - place(other) || one.rule.rank - other.rule.rank)
    .map(({ outcome }) => outcome)
}

function notApplied(input: PricingInput, { promotion }: Rule, reason: Reason): Outcome {
  const { id: promotion_id, scope } = promotion
  return { promotion_id, scope, applied: false, coupon: triggerOf(promotion, input), reason }
}

function takesOf({ run, outdone }: Choice): Take[] {
  return [...run.takes, ...outdone]
}

function ofLines(input: PricingInput, { rule, amounts, total, gifts, why }: Take): Outcome {
  if (why !== null) return notApplied(input, rule, why)
  const { id: promotion_id, scope } = rule.promotion
  const lines = input.lines.flatMap(({ id }, index) => {
    const amount = at(amounts, index)
    return amount === 0 ? [] : [{ line_id: id, amount }]
  })
  const coupon = triggerOf(rule.promotion, input)
  return { promotion_id, scope, applied: true, coupon, amount: total, lines, shipping: [], gifts: [...gifts] }
}

/** An option that it takes something off is enough; else what stands in the way at the chosen option, or the first. */
function ofShipping(input: PricingInput, rule: Rule, choices: readonly Choice[]): Outcome {
  const takes = choices.map((choice) => takesOf(choice).find((take) => take.rule === rule))
  const shipping = input.shipping.options.flatMap(({ id }, index) => {
    const amount = takes[index]?.total ?? 0
    return amount === 0 ? [] : [{ shipping_option_id: id, amount }]
  })
  if (shipping.length === 0) {
    const reasons = takes.flatMap((take) => take?.why ?? [])
    const telling = reasons.find(({ kind }) => kind !== 'nothing_aimed_at')
    return notApplied(input, rule, telling ?? { kind: 'nothing_aimed_at' })
  }
  const amount = shipping.find((each) => each.shipping_option_id === input.shipping.chosen)?.amount ?? 0
  const { id: promotion_id, scope } = rule.promotion
  const coupon = triggerOf(rule.promotion, input)
  return { promotion_id, scope, applied: true, coupon, amount, lines: [], shipping, gifts: [] }
}
