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
  const together = sum(rates)
  const tax = gross - half(gross, MILLION, MILLION + together)
  return together < tax ? proportional(tax, rates, together) : apportion(tax, rates)
}

// Rates above their tax in number: scaled up, so that the weights are never below what is split.
function proportional(tax: number, rates: readonly number[], together: number): number[] {
  const scale = together === 0 ? 0 : Math.ceil(tax / together)
  return apportion(
    tax,
    rates.map((rate) => rate * scale),
  )
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((one, other) => one + other, 0)
}
