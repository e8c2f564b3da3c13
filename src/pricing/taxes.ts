import { at } from '../kernel/at.ts'
import { apportion, MILLION, multiplyAndDivide } from './amounts.ts'

/** A tax on one line: a rate in millionths, or an amount that was computed elsewhere. */
export type Tax = { name: string; jurisdiction: string; code: string } & ({ rate: number } | { amount: number })

export type ComputedTax = { name: string; jurisdiction: string; code: string; rate: number | null; amount: number }

/**
 * The taxes of a line with this amount. Taxes on top are computed separately. Included taxes are computed together and
 * then split over the rates, so that the net amount is rounded only once. Amounts that were computed elsewhere are
 * kept.
 */
export function computeTaxes(amount: number, taxes: readonly Tax[], includes_tax: boolean): ComputedTax[] {
  const rates = taxes.map((tax) => ('rate' in tax ? tax.rate : 0))
  const fixed = taxes.map((tax) => ('amount' in tax ? tax.amount : null))
  const taxable = Math.max(0, includes_tax ? amount - sum(fixed.map((each) => each ?? 0)) : amount)
  const computed = includes_tax
    ? includedTaxes(taxable, rates)
    : rates.map((rate) => multiplyAndDivide(taxable, rate, MILLION))
  return taxes.map(({ name, jurisdiction, code }, index) => {
    const rate = fixed[index] === null ? (rates[index] ?? 0) : null
    return { name, jurisdiction, code, rate, amount: fixed[index] ?? computed[index] ?? 0 }
  })
}

function includedTaxes(gross: number, rates: readonly number[]): number[] {
  return splitProportionally(includedTax(gross, rates), rates)
}

function includedTax(gross: number, rates: readonly number[]): number {
  return gross - multiplyAndDivide(gross, MILLION, MILLION + sum(rates))
}

/** Splits in proportion to the weights, which are scaled up if their sum is less than the total. */
function splitProportionally(total: number, weights: readonly number[]): number[] {
  const together = sum(weights)
  if (total <= together) return apportion(total, weights)
  const scale = together === 0 ? 0 : Math.ceil(total / together)
  return apportion(
    total,
    weights.map((weight) => weight * scale),
  )
}

export type Taxable = { amount: number; taxes: readonly Tax[]; includes_tax: boolean }

/**
 * The taxes of lines, computed together for all lines with the same taxes, rounded once, and split over the lines in
 * proportion to their amounts. A line with an amount of tax that was computed elsewhere is taxed alone.
 */
export function computeTaxesTogether(lines: readonly Taxable[]): ComputedTax[][] {
  const computed = lines.map(({ amount, taxes, includes_tax }) => computeTaxes(amount, taxes, includes_tax))
  const alike = Map.groupBy(lines.keys(), (index) => taxKey(at(lines, index)))
  for (const [kind, indexes] of alike) {
    if (kind === null) continue
    const { taxes, includes_tax } = at(lines, at(indexes, 0))
    const rates = taxes.map((tax) => ('rate' in tax ? tax.rate : 0))
    const amounts = indexes.map((index) => at(lines, index).amount)
    const split = includes_tax ? splitIncluded(amounts, rates) : splitOnTop(amounts, rates)
    for (const [position, index] of indexes.entries())
      computed[index] = at(computed, index).map((tax, rate) => ({ ...tax, amount: at(at(split, position), rate) }))
  }
  return computed
}

/** Null for lines that are not taxed by rates alone. */
function taxKey({ taxes, includes_tax }: Taxable): string | null {
  const hasRates = taxes.length > 0 && taxes.every((tax) => 'rate' in tax)
  return hasRates ? JSON.stringify([includes_tax, taxes]) : null
}

/** Taxes by line, then by rate. */
function splitOnTop(amounts: readonly number[], rates: readonly number[]): number[][] {
  const total = sum(amounts)
  const byRate = rates.map((rate) => splitProportionally(multiplyAndDivide(total, rate, MILLION), amounts))
  return amounts.map((_, index) => byRate.map((shares) => at(shares, index)))
}

function splitIncluded(amounts: readonly number[], rates: readonly number[]): number[][] {
  return splitProportionally(includedTax(sum(amounts), rates), amounts).map((share) =>
    splitProportionally(share, rates),
  )
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((one, other) => one + other, 0)
}
