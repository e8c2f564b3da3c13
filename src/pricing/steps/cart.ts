import { at } from '../../kernel/at.ts'
import { apportion } from '../amounts.ts'
import type { LineInput, ShippingOptionInput } from '../input.ts'
import type { Rule } from '../rule.ts'
import { createRun, type Run, ruleResult } from './rule-result.ts'

/** Rules on the total of lines. Each discount is apportioned over the remaining totals of its lines. */
export function runOnCart(rules: readonly Rule[], lines: readonly LineInput[], totals: readonly number[]): Run {
  const remaining = [...totals]
  const rule_results = rules.map((rule) => {
    const matched = lines.map(({ item, quantity }) => quantity > 0 && rule.matchesTarget(item))
    const weights = remaining.map((amount, index) => (matched[index] === true ? amount : 0))
    let base = 0
    for (const weight of weights) base += weight
    const shares = apportion(rule.off(base), weights)
    for (const [index, share] of shares.entries()) remaining[index] = at(remaining, index) - share
    return ruleResult(rule, shares, matched.filter(Boolean).length)
  })
  return createRun(rule_results, remaining)
}

export function runOnShipping(rules: readonly Rule[], option: ShippingOptionInput): Run {
  let remaining = option.cost
  const rule_results = rules.map((rule) => {
    const { promotion } = rule
    const matched = promotion.scope === 'shipping' && (promotion.shipping_option_ids?.includes(option.id) ?? true)
    const off = matched ? rule.off(remaining) : 0
    remaining -= off
    return ruleResult(rule, [off], matched ? 1 : 0)
  })
  return createRun(rule_results, [remaining])
}
