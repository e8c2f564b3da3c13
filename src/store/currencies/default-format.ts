import type { MoneyFormat } from '../../pricing/money.ts'
import { minorUnitDigits } from './iso-4217.ts'

/** The format of a currency before a store sets up its own; null for a code that ISO 4217 gives no minor unit. */
export function defaultFormat(currency: string): MoneyFormat | null {
  const digits = minorUnitDigits(currency)
  if (digits === null) return null
  const separators = { decimal_point: '.', thousand_separator: ',' }
  return { currency, format: symbolFormat(currency), ...separators, decimal_places: digits }
}

/** The format with the currency symbol where English puts it. */
export function symbolFormat(code: string): string {
  const parts = numberFormat(code).formatToParts(1)
  const isNumber = ({ type }: Intl.NumberFormatPart) => ['integer', 'decimal', 'fraction'].includes(type)
  const [first, last] = [parts.findIndex(isNumber), parts.findLastIndex(isNumber)]
  const text = (some: readonly Intl.NumberFormatPart[]) => some.map(({ value }) => value).join('')
  return `${text(parts.slice(0, first))}{price}${text(parts.slice(last + 1))}`
}

function numberFormat(code: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
}
