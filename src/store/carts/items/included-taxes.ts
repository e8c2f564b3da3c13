import { AppError, invalid, type Problem } from '../../../kernel/errors.ts'
import type { CartLine, PricedCart } from '../price.ts'

/** Throws `invalid` if the tax items of a line exceed the price that includes them. */
export function refuseTaxesAbovePrice({ lines }: PricedCart, item_id: string, pointer: string): void {
  const problems = lines
    .filter(({ item }) => item.id === item_id.toLowerCase())
    .flatMap((line) => taxProblem(line) ?? [])
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ ...problem, pointer })))
}

/** Same check for all lines at checkout, as promotions may have reduced prices below taxes. Throws `conflict`. */
export function refuseAnyTaxesAbovePrice({ lines }: PricedCart): void {
  const problems = lines.flatMap((line) => taxProblem(line) ?? [])
  if (problems.length > 0) throw new AppError('conflict', problems)
}

function taxProblem({ includes_tax, name, sku, priced }: CartLine): Problem | null {
  if (!includes_tax || priced.tax <= priced.with_tax) return null
  const line = name || sku || 'this line'
  return {
    detail: `The tax items of ${line} total ${priced.tax} and must not exceed its price of ${priced.with_tax}, which includes them.`,
  }
}
