import { at } from '../kernel/at.ts'
import type { CartTotals, EvaluatedLine, EvaluatedShipping, Evaluation } from './evaluation.ts'
import type { LineInput, PricingInput, ShippingOptionInput } from './input.ts'
import type { PricedItems } from './steps/item.ts'
import type { Run } from './steps/rule-result.ts'
import { type ComputedTax, computeTaxes, computeTaxesTogether, sum } from './taxes.ts'

export type Steps = { items: PricedItems; units: Run; totals: Run; cart: Run; shipping: readonly Run[] }

/** Computes taxes, then totals. Each total is the sum of whole amounts, so no cent is lost between lines and totals. */
export function computeTotals(input: PricingInput, steps: Steps): Omit<Evaluation, 'outcomes'> {
  const taxes = taxesOf(input, steps)
  const lines = input.lines.map((line, index) => lineOf(line, index, steps, at(taxes, index)))
  const shipping = input.shipping.options.map((option, index) => optionOf(option, at(steps.shipping, index)))
  const cart = cartOf(lines)
  const chosen = shipping.find(({ id }) => id === input.shipping.chosen)
  return {
    lines,
    gifts: steps.totals.rule_results.flatMap(({ gifts }) => gifts),
    shipping,
    cart,
    order: {
      shipping: chosen?.cost ?? 0,
      tax: cart.tax + (chosen?.tax ?? 0),
      total: cart.with_tax + (chosen?.with_tax ?? 0),
    },
  }
}

function taxesOf({ lines, calculation_method }: PricingInput, steps: Steps): ComputedTax[][] {
  const taxable = lines.map((line, index) => ({ ...line, amount: at(steps.cart.remaining, index) }))
  if (calculation_method === 'simple') return computeTaxesTogether(taxable)
  return taxable.map(({ amount, taxes, includes_tax }) => computeTaxes(amount, taxes, includes_tax))
}

function lineOf(
  { id, quantity, unit_amount, includes_tax }: LineInput,
  index: number,
  steps: Steps,
  taxes: ComputedTax[],
): EvaluatedLine {
  const total = at(steps.totals.remaining, index)
  const net = at(steps.cart.remaining, index)
  const taxed = taxedOf(net, includes_tax, taxes)
  return {
    id,
    quantity,
    item_amount: at(steps.items.units, index),
    item_promotion_id: steps.items.by[index]?.promotion.id ?? null,
    unit_amount: at(steps.units.remaining, index),
    total,
    promotion_ids: [...takenFrom(steps.units, index), ...takenFrom(steps.totals, index)].map(
      (each) => each.promotion_id,
    ),
    shares: takenFrom(steps.cart, index),
    discount: total - net,
    total_discount: unit_amount * quantity - net,
    ...taxed,
    extension_amount: includes_tax ? total - taxed.tax : total,
    extension_total: includes_tax ? total : total + taxed.tax,
  }
}

function optionOf({ id, cost: list_cost, includes_tax, taxes }: ShippingOptionInput, run: Run): EvaluatedShipping {
  const cost = at(run.remaining, 0)
  const promotion_ids = takenFrom(run, 0).map((each) => each.promotion_id)
  return {
    id,
    cost,
    discount: list_cost - cost,
    promotion_ids,
    ...taxedOf(cost, includes_tax, computeTaxes(cost, taxes, includes_tax)),
  }
}

function takenFrom({ rule_results }: Run, index: number): { promotion_id: string; amount: number }[] {
  const taken = []
  for (const { rule, amounts } of rule_results) {
    const amount = at(amounts, index)
    if (amount > 0) taken.push({ promotion_id: rule.promotion.id, amount })
  }
  return taken
}

function taxedOf(amount: number, includes_tax: boolean, taxes: ComputedTax[]) {
  const tax = sum(taxes.map((each) => each.amount))
  const without_tax = includes_tax ? amount - tax : amount
  return { taxes, tax, without_tax, with_tax: without_tax + tax }
}

function cartOf(lines: readonly EvaluatedLine[]): CartTotals {
  const cart = { total: 0, discount: 0, total_discount: 0, tax: 0, without_tax: 0, with_tax: 0 }
  for (const line of lines) {
    cart.total += line.total
    cart.discount += line.discount
    cart.total_discount += line.total_discount
    cart.tax += line.tax
    cart.without_tax += line.without_tax
    cart.with_tax += line.with_tax
  }
  return cart
}
