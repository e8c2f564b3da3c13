import { at } from '../kernel/at.ts'
import { refusalOf } from './admit.ts'
import type { Evaluation } from './evaluation.ts'
import { figure } from './figure.ts'
import { findRules } from './find.ts'
import type { LineInput, PricingInput } from './input.ts'
import { type Finding, outcomesOf } from './outcomes.ts'
import type { Scope } from './promotion.ts'
import type { Rule } from './rule.ts'
import type { Sheet } from './sheet.ts'
import { runOnCart, runOnShipping } from './steps/cart.ts'
import { choose } from './steps/choose.ts'
import { priceItems } from './steps/item.ts'
import { runOnTotals, runOnUnits } from './steps/lines.ts'

/**
 * What this costs, to the last minor unit, and what the promotions did that the index found for it. It depends on the
 * input alone: the same input gives the same result, byte for byte. The order of steps is that of docs/promotions.md.
 */
export function evaluate(input: PricingInput): Evaluation {
  const { prepared } = input.offers
  return apply(input, {
    items: findRules(prepared.items, input, 0),
    cart: (subtotal) => findRules(prepared.cart, input, subtotal),
  })
}

/** The same figures, with an outcome for every promotion of the set. It costs a look at each. */
export function evaluateEvery(input: PricingInput): Evaluation {
  const { rules } = input.offers.prepared
  const items = rules.filter(({ promotion }) => promotion.scope === 'item')
  return apply(input, { items, cart: () => rules })
}

type Found = { items: readonly Rule[]; cart: (subtotal: number) => readonly Rule[] }

function apply(input: PricingInput, found: Found): Evaluation {
  const { lines, shipping, offers } = input
  const findings: Finding[] = []
  const admit = (rules: readonly Rule[], sheetFor: (rule: Rule) => Sheet) =>
    rules.filter((rule) => {
      const why = refusalOf(rule.promotion, input) ?? unmet(rule, sheetFor(rule))
      if (why !== null) findings.push({ rule, why })
      return why === null
    })

  const nothing = sheetOf(input, [], [])
  const items = priceItems(
    admit(found.items, () => nothing),
    lines,
  )
  const start = totalsOf(lines, items.units)
  const catalog = sheetOf(input, lines, start)
  const rules = found.cart(catalog.subtotal)
  const inScope = (scope: Scope) => rules.filter(({ promotion }) => promotion.scope === scope)

  const onUnits = admit(inScope('line_price'), () => catalog)
  const units = choose(onUnits, 'all', (chosen) => runOnUnits(chosen, lines, items.units))
  const onTotals = admit(inScope('line_total'), () => catalog)
  const before = totalsOf(lines, units.run.remaining)
  const totals = choose(onTotals, 'all', (chosen) => runOnTotals(chosen, lines, before))

  const { remaining } = totals.run
  const after = sheetOf(input, lines, remaining)
  const sheetFor = ({ promotion }: Rule) =>
    'basis' in promotion && promotion.basis === 'after_lines' ? after : catalog
  const onCart = admit(inScope('cart'), sheetFor)
  const cart = choose(onCart, offers.cart_stacking, (chosen) => runOnCart(chosen, lines, remaining))
  const onShipping = admit(inScope('shipping'), sheetFor)
  const options = shipping.options.map((option) => choose(onShipping, 'all', (chosen) => runOnShipping(chosen, option)))

  const steps = { items, units: units.run, totals: totals.run, cart: cart.run, shipping: options.map(({ run }) => run) }
  const results = { items, lines: [units, totals, cart], shipping: options, shippers: onShipping, findings }
  return { ...figure(input, steps), outcomes: outcomesOf(input, results) }
}

function unmet(rule: Rule, sheet: Sheet) {
  const found = rule.test(sheet)
  return found === null ? null : ({ kind: 'condition', unmet: found } as const)
}

/** Made once for conditions to read; what promotions then do never shows in it. */
function sheetOf({ shopper }: PricingInput, lines: readonly LineInput[], totals: readonly number[]): Sheet {
  let subtotal = 0
  for (const total of totals) subtotal += total
  return Object.freeze({ lines, subtotal, shopper })
}

function totalsOf(lines: readonly LineInput[], units: readonly number[]): number[] {
  return lines.map(({ quantity }, index) => at(units, index) * quantity)
}
