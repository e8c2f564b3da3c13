import { at } from '../kernel/at.ts'
import { rejectionOf } from './admit.ts'
import { computeTotals } from './compute-totals.ts'
import type { ConditionContext } from './condition-context.ts'
import type { Evaluation } from './evaluation.ts'
import { outcomesOf, type Rejection } from './explanations/outcomes.ts'
import { findRules } from './find.ts'
import type { LineInput, PricingInput } from './input.ts'
import type { Rule } from './rule.ts'
import type { Scope } from './scope.ts'
import { nameKey } from './selectors/selector.ts'
import { runOnCart, runOnShipping } from './steps/cart.ts'
import { choose } from './steps/choose.ts'
import { priceItems } from './steps/item.ts'
import { runOnTotals, runOnUnits } from './steps/lines.ts'

/**
 * Prices a cart to the last minor unit, with the outcomes of the promotions that the index found for it. It depends on
 * the input alone: the same input gives the same result, byte for byte. docs/promotions.md describes the order of the
 * steps.
 */
export function evaluate(sent: PricingInput): Evaluation {
  const input = withSkuKeys(sent)
  const { prepared } = input.offers
  return apply(input, {
    items: findRules(prepared.items, input, 0),
    cart: (subtotal) => findRules(prepared.cart, input, subtotal),
  })
}

/** The same result, with an outcome for every promotion of the set, because it bypasses the index. */
export function evaluateEvery(sent: PricingInput): Evaluation {
  const input = withSkuKeys(sent)
  const { rules } = input.offers.prepared
  const items = rules.filter(({ promotion }) => promotion.scope === 'item')
  return apply(input, { items, cart: () => rules })
}

/** Once per line, because every selector reads the SKU. */
function withSkuKeys(input: PricingInput): PricingInput {
  if (input.offers.prepared.rules.length === 0) return input
  const lines = input.lines.map((line) => ({ ...line, item: { ...line.item, sku: nameKey('skus', line.item.sku) } }))
  return { ...input, lines }
}

type Found = { items: readonly Rule[]; cart: (subtotal: number) => readonly Rule[] }

function apply(input: PricingInput, found: Found): Evaluation {
  const { lines, shipping, offers } = input
  const rejections: Rejection[] = []
  const admit = (rules: readonly Rule[], contextFor: (rule: Rule) => ConditionContext) =>
    rules.filter((rule) => {
      const reason = rejectionOf(rule, input) ?? unmet(rule, contextFor(rule))
      if (reason !== null) rejections.push({ rule, reason })
      return reason === null
    })

  const nothing = createConditionContext(input, [], [])
  const items = priceItems(
    admit(found.items, () => nothing),
    lines,
  )
  const start = totalsOf(lines, items.units)
  const catalog = createConditionContext(input, lines, start)
  const rules = found.cart(catalog.subtotal)
  const inScope = (scope: Scope) => rules.filter(({ promotion }) => promotion.scope === scope)

  const onUnits = admit(inScope('line_price'), () => catalog)
  const units = choose(onUnits, 'all', (chosen) => runOnUnits(chosen, lines, items.units))
  const onTotals = admit(inScope('line_total'), () => catalog)
  const before = totalsOf(lines, units.run.remaining)
  const totals = choose(onTotals, 'all', (chosen) => runOnTotals(chosen, lines, before))

  const { remaining } = totals.run
  const after = createConditionContext(input, lines, remaining)
  const contextFor = ({ promotion }: Rule) =>
    'basis' in promotion && promotion.basis === 'after_lines' ? after : catalog
  const onCart = admit(inScope('cart'), contextFor)
  const cart = choose(onCart, offers.cart_stacking, (chosen) => runOnCart(chosen, lines, remaining))
  const onShipping = admit(inScope('shipping'), contextFor)
  const options = shipping.options.map((option) => choose(onShipping, 'all', (chosen) => runOnShipping(chosen, option)))

  const steps = { items, units: units.run, totals: totals.run, cart: cart.run, shipping: options.map(({ run }) => run) }
  const results = { items, lines: [units, totals, cart], shipping: options, shipping_rules: onShipping, rejections }
  return { ...computeTotals(input, steps), outcomes: outcomesOf(input, results) }
}

function unmet(rule: Rule, context: ConditionContext) {
  const found = rule.test(context)
  return found === null ? null : ({ kind: 'condition', unmet: found } as const)
}

/** Computed once for conditions to read. Promotions that apply later do not change it. */
function createConditionContext(
  { shopper }: PricingInput,
  lines: readonly LineInput[],
  totals: readonly number[],
): ConditionContext {
  let subtotal = 0
  for (const total of totals) subtotal += total
  return Object.freeze({ lines, subtotal, shopper })
}

function totalsOf(lines: readonly LineInput[], units: readonly number[]): number[] {
  return lines.map(({ quantity }, index) => at(units, index) * quantity)
}
