import { type FiguredTax, figureTaxes, sum, type Tax } from './taxes.ts'

/** What is sold: so many of one thing at a unit price, with the taxes that it bears. */
export type Line = { id: string; quantity: number; unit_amount: number; includes_tax: boolean; taxes: readonly Tax[] }

/** A line with its figures. `total` is unit price x quantity; `with_tax` - `tax` = `without_tax`. */
export type PricedLine = {
  id: string
  total: number
  discount: number
  taxes: FiguredTax[]
  tax: number
  without_tax: number
  with_tax: number
}

export type Totals = { discount: number; tax: number; without_tax: number; with_tax: number }

/** Figures every line; each total is the sum of whole figures, so nothing is lost between lines and totals. */
export function priceLines(lines: readonly Line[]): { lines: PricedLine[]; totals: Totals } {
  const priced = lines.map(priceLine)
  return { lines: priced, totals: totalsOf(priced) }
}

/** All zero for no lines. */
export function totalsOf(lines: readonly Totals[]): Totals {
  return {
    discount: sum(lines.map(({ discount }) => discount)),
    tax: sum(lines.map(({ tax }) => tax)),
    without_tax: sum(lines.map(({ without_tax }) => without_tax)),
    with_tax: sum(lines.map(({ with_tax }) => with_tax)),
  }
}

function priceLine({ id, quantity, unit_amount, includes_tax, taxes }: Line): PricedLine {
  const total = unit_amount * quantity
  const figured = figureTaxes(total, taxes, includes_tax)
  const tax = sum(figured.map(({ amount }) => amount))
  const without_tax = includes_tax ? total - tax : total
  return { id, total, discount: 0, taxes: figured, tax, without_tax, with_tax: without_tax + tax }
}
