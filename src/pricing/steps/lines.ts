import { at } from '../../kernel/at.ts'
import type { LineState } from '../actions/action.ts'
import type { LineInput } from '../input.ts'
import type { Rule } from '../rule.ts'
import { createRun, type RuleResult, type Run, ruleResult } from './rule-result.ts'

/** Rules on the price of a unit, each on the remaining price. Amounts are those of the whole line. */
export function runOnUnits(rules: readonly Rule[], lines: readonly LineInput[], units: readonly number[]): Run {
  const remaining = [...units]
  const rule_results = rules.map((rule) => {
    let matched = 0
    const amounts = lines.map(({ item, quantity }, index) => {
      if (quantity === 0 || !rule.matchesTarget(item)) return 0
      matched += 1
      const price = at(remaining, index)
      const off = rule.off(price)
      remaining[index] = price - off
      return off * quantity
    })
    return ruleResult(rule, amounts, matched)
  })
  return createRun(rule_results, remaining)
}

/** Rules on line totals, including those on units. A percentage is rounded once for each line. */
export function runOnTotals(rules: readonly Rule[], lines: readonly LineInput[], totals: readonly number[]): Run {
  const stock = lines.map(
    ({ id, item, quantity }, index): LineState => ({
      id,
      item,
      quantity,
      remaining: at(totals, index),
      used: 0,
      discounted: 0,
    }),
  )
  const rule_results = rules.map((rule) =>
    rule.unit_action === null ? reduceEach(rule, stock) : discountUnits(rule, rule.unit_action, stock),
  )
  return createRun(
    rule_results,
    stock.map(({ remaining }) => remaining),
  )
}

function reduceEach(rule: Rule, stock: readonly LineState[]): RuleResult {
  let matched = 0
  const amounts = stock.map((line) => {
    if (line.quantity === 0 || !rule.matchesTarget(line.item)) return 0
    matched += 1
    const off = rule.off(line.remaining)
    line.remaining -= off
    return off
  })
  return ruleResult(rule, amounts, matched)
}

function discountUnits(
  rule: Rule,
  unit_action: NonNullable<Rule['unit_action']>,
  stock: readonly LineState[],
): RuleResult {
  const { off, used, gifts, missing_units } = unit_action(stock)
  for (const [index, line] of stock.entries()) {
    line.remaining -= at(off, index)
    line.discounted += at(off, index)
    line.used += at(used, index)
  }
  const result = ruleResult(
    rule,
    off,
    stock.filter(({ quantity, item }) => quantity > 0 && rule.matchesTarget(item)).length,
  )
  if (gifts.length > 0) {
    const promotion_id = rule.promotion.id
    return { ...result, gifts: gifts.map((gift) => ({ promotion_id, ...gift })), reason: null }
  }
  if (
    result.reason?.kind !== 'nothing_left' ||
    missing_units === null ||
    missing_units.to_buy + missing_units.to_get === 0
  )
    return result
  return { ...result, reason: { kind: 'too_few_units', ...missing_units } }
}
