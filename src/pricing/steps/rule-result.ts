import type { Gift } from '../actions/action.ts'
import type { Reason } from '../explanations/reason.ts'
import type { Rule } from '../rule.ts'

/** The discount of a rule on each line, by position. `reason` is why it does not apply, else null. */
export type RuleResult = {
  rule: Rule
  amounts: readonly number[]
  total: number
  gifts: readonly Gift[]
  reason: Reason | null
}

/** Rules applied one after another: the discount of each, and the remaining prices. */
export type Run = { rule_results: readonly RuleResult[]; remaining: readonly number[]; total: number; gifts: number }

export function createRun(rule_results: readonly RuleResult[], remaining: readonly number[]): Run {
  let [total, gifts] = [0, 0]
  for (const result of rule_results) {
    total += result.total
    for (const { quantity } of result.gifts) gifts += quantity
  }
  return { rule_results, remaining, total, gifts }
}

/** The result of a rule with these discounts. `matched` is the number of prices that it targets. */
export function ruleResult(rule: Rule, amounts: readonly number[], matched: number): RuleResult {
  let total = 0
  for (const amount of amounts) total += amount
  return { rule, amounts, total, gifts: [], reason: total > 0 ? null : noEffectReason(matched) }
}

function noEffectReason(matched: number): Reason {
  return matched > 0 ? { kind: 'nothing_left' } : { kind: 'nothing_aimed_at' }
}
