import { at } from '../kernel/at.ts'
import { apportion, half, MILLION } from './amounts.ts'

/** A tax on one line: a rate in millionths, or an amount that somebody else has figured. */
export type Tax = { name: string; jurisdiction: string; code: string } & ({ rate: number } | { amount: number })

/** A tax with what it comes to. */
export type FiguredTax = { name: string; jurisdiction: string; code: string; rate: number | null; amount: number }

/**
 * The taxes of a line of this amount. Taxes on top are figured one by one; included ones are figured together, so that
 * what is left is one rounding away from exact, and split over the rates. Amounts that were figured elsewhere stand.
 */
export function figureTaxes(amount: number, taxes: readonly Tax[], includes_tax: boolean): FiguredTax[] {
  const rates = taxes.map((tax) => ('rate' in tax ? tax.rate : 0))
  const fixed = taxes.map((tax) => ('amount' in tax ? tax.amount : null))
  const taxable = Math.max(0, includes_tax ? amount - sum(fixed.map((each) => each ?? 0)) : amount)
  const figured = includes_tax ? included(taxable, rates) : rates.map((rate) => half(taxable, rate, MILLION))
  return taxes.map(({ name, jurisdiction, code }, index) => {
    const rate = fixed[index] === null ? (rates[index] ?? 0) : null
    return { name, jurisdiction, code, rate, amount: fixed[index] ?? figured[index] ?? 0 }
  })
}

function included(gross: number, rates: readonly number[]): number[] {
  return spread(includedIn(gross, rates), rates)
}

function includedIn(gross: number, rates: readonly number[]): number {
  return gross - half(gross, MILLION, MILLION + sum(rates))
}

/** Splits in proportion to weights, which are scaled up where they are below what is split in all. */
function spread(total: number, weights: readonly number[]): number[] {
  const together = sum(weights)
  if (total <= together) return apportion(total, weights)
  const scale = together === 0 ? 0 : Math.ceil(total / together)
  return apportion(
    total,
    weights.map((weight) => weight * scale),
  )
}

/** What a line is taxed by. */
export type Taxable = { amount: number; taxes: readonly Tax[]; includes_tax: boolean }

/**
 * The taxes of lines, found on all that are taxed alike together, rounded once, and split over them in proportion to their
 * amounts. A line with an amount of tax that was figured elsewhere stands by itself.
 */
export function figureTaxesTogether(lines: readonly Taxable[]): FiguredTax[][] {
  const figured = lines.map(({ amount, taxes, includes_tax }) => figureTaxes(amount, taxes, includes_tax))
  const alike = Map.groupBy(lines.keys(), (index) => kindOf(at(lines, index)))
  for (const [kind, indexes] of alike) {
    if (kind === null) continue
    const { taxes, includes_tax } = at(lines, at(indexes, 0))
    const rates = taxes.map((tax) => ('rate' in tax ? tax.rate : 0))
    const amounts = indexes.map((index) => at(lines, index).amount)
    const split = includes_tax ? splitIncluded(amounts, rates) : splitOnTop(amounts, rates)
    for (const [place, index] of indexes.entries())
      figured[index] = at(figured, index).map((tax, rate) => ({ ...tax, amount: at(at(split, place), rate) }))
  }
  return figured
}

/** Null for what is not taxed by rates alone. */
function kindOf({ taxes, includes_tax }: Taxable): string | null {
  const hasRates = taxes.length > 0 && taxes.every((tax) => 'rate' in tax)
  return hasRates ? JSON.stringify([includes_tax, taxes]) : null
}

/** By line, by rate. */
function splitOnTop(amounts: readonly number[], rates: readonly number[]): number[][] {
  const total = sum(amounts)
  const byRate = rates.map((rate) => spread(half(total, rate, MILLION), amounts))
  return amounts.map((_, index) => byRate.map((shares) => at(shares, index)))
}

function splitIncluded(amounts: readonly number[], rates: readonly number[]): number[][] {
  return spread(includedIn(sum(amounts), rates), amounts).map((share) => spread(share, rates))
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((one, other) => one + other, 0)
}
