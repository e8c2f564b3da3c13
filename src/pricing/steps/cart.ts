import { at } from '../../kernel/at.ts'
import { apportion } from '../amounts.ts'
import type { LineInput, ShippingOptionInput } from '../input.ts'
import type { Rule } from '../rule.ts'
import { type Run, runOf, takeOf } from './take.ts'

/** Rules on what lines come to together. What one takes off is apportioned over what it leaves of its lines. */
export function runOnCart(rules: readonly Rule[], lines: readonly LineInput[], totals: readonly number[]): Run {
  const remaining = [...totals]
  const takes = rules.map((rule) => {
    const aimed = lines.map(({ item, quantity }) => quantity > 0 && rule.aims(item))
    const weights = remaining.map((amount, index) => (aimed[index] === true ? amount : 0))
    let base = 0
    for (const weight of weights) base += weight
    const shares = apportion(rule.off(base), weights)
    for (const [index, share] of shares.entries()) remaining[index] = at(remaining, index) - share
    return takeOf(rule, shares, aimed.filter(Boolean).length)
  })
  return runOf(takes, remaining)
}

/** Rules on one shipping option. */
export function runOnShipping(rules: readonly Rule[], option: ShippingOptionInput): Run {
  let remaining = option.cost
  const takes = rules.map((rule) => {
    const { promotion } = rule
    const aimed = promotion.scope === 'shipping' && (promotion.shipping_option_ids?.includes(option.id) ?? true)
    const off = aimed ? rule.off(remaining) : 0
    remaining -= off
    return takeOf(rule, [off], aimed ? 1 : 0)
  })
  return runOf(takes, [remaining])
}
