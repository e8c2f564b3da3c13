import { AppError, invalid, type Problem } from '../../../kernel/errors.ts'
import type { CartLine, PricedCart } from '../price.ts'

/** Throws `invalid` when the tax items of a line come to more than the price that includes them. */
export function refuseTaxesAbovePrice({ lines }: PricedCart, item_id: string, pointer: string): void {
  const problems = lines
    .filter(({ item }) => item.id === item_id.toLowerCase())
    .flatMap((line) => problemOf(line) ?? [])
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ ...problem, pointer })))
}

/** The same at checkout, where a promotion may have left less of a price than its taxes are. Throws `conflict`. */
export function refuseAnyTaxesAbovePrice({ lines }: PricedCart): void {
  const problems = lines.flatMap((line) => problemOf(line) ?? [])
  if (problems.length > 0) throw new AppError('conflict', problems)
}

function problemOf({ includes_tax, name, sku, priced }: CartLine): Problem | null {
  if (!includes_tax || priced.tax <= priced.with_tax) return null
  const what = `The tax items of ${name || sku || 'this line'} come to ${priced.tax}`
  return { detail: `${what}, and must not be more than its price of ${priced.with_tax}, which includes them.` }
}
