import { at } from '../../kernel/at.ts'
import type { Stock } from '../actions/action.ts'
import type { LineInput } from '../input.ts'
import type { Rule } from '../rule.ts'
import { type Run, runOf, type Take, takeOf } from './take.ts'

/** Rules on the price of a unit, each on what the one before leaves. What they take is counted for the whole line. */
export function runOnUnits(rules: readonly Rule[], lines: readonly LineInput[], units: readonly number[]): Run {
  const remaining = [...units]
  const takes = rules.map((rule) => {
    let aimed = 0
    const amounts = lines.map(({ item, quantity }, index) => {
      if (quantity === 0 || !rule.aims(item)) return 0
      aimed += 1
      const price = at(remaining, index)
      const off = rule.off(price)
      remaining[index] = price - off
      return off * quantity
    })
    return takeOf(rule, amounts, aimed)
  })
  return runOf(takes, remaining)
}

/** Rules on lines as a whole, those on their units among them. A percentage is rounded once for each line. */
export function runOnTotals(rules: readonly Rule[], lines: readonly LineInput[], totals: readonly number[]): Run {
  const stock = lines.map(
    ({ id, item, quantity }, index): Stock => ({
      id,
      item,
      quantity,
      remaining: at(totals, index),
      used: 0,
      given: 0,
    }),
  )
  const takes = rules.map((rule) => (rule.giving === null ? reduceEach(rule, stock) : give(rule, rule.giving, stock)))
  return runOf(
    takes,
    stock.map(({ remaining }) => remaining),
  )
}

function reduceEach(rule: Rule, stock: readonly Stock[]): Take {
  let aimed = 0
  const amounts = stock.map((line) => {
    if (line.quantity === 0 || !rule.aims(line.item)) return 0
    aimed += 1
    const off = rule.off(line.remaining)
    line.remaining -= off
    return off
  })
  return takeOf(rule, amounts, aimed)
}

function give(rule: Rule, giving: NonNullable<Rule['giving']>, stock: readonly Stock[]): Take {
  const { off, used, gifts, short } = giving(stock)
  for (const [index, line] of stock.entries()) {
    line.remaining -= at(off, index)
    line.given += at(off, index)
    line.used += at(used, index)
  }
  const take = takeOf(rule, off, stock.filter(({ quantity, item }) => quantity > 0 && rule.aims(item)).length)
  if (gifts.length > 0) {
    const promotion_id = rule.promotion.id
    return { ...take, gifts: gifts.map((gift) => ({ promotion_id, ...gift })), why: null }
  }
  if (take.why?.kind !== 'nothing_left' || short === null || short.to_buy + short.to_get === 0) return take
  return { ...take, why: { kind: 'too_few_units', ...short } }
}
