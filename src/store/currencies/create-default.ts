import { insert } from '../kit/rows.ts'
import type { Work } from '../kit/work.ts'
import { currencies } from './currency.ts'

/** Creates the default currency of a new store, with the decimal places of ISO 4217. */
export async function createDefaultCurrency(work: Work, code: string): Promise<void> {
  await insert(work, currencies, { code, format: formatOf(code), default: true })
}

/** The format with the currency symbol where English puts it. */
function formatOf(code: string): string {
  const parts = numberFormat(code).formatToParts(1)
  const isNumber = ({ type }: Intl.NumberFormatPart) => ['integer', 'decimal', 'fraction'].includes(type)
  const [first, last] = [parts.findIndex(isNumber), parts.findLastIndex(isNumber)]
  const text = (some: readonly Intl.NumberFormatPart[]) => some.map(({ value }) => value).join('')
  return `${text(parts.slice(0, first))}{price}${text(parts.slice(last + 1))}`
}

function numberFormat(code: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
}
