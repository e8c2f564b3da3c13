import type { MoneyFormat } from '../../pricing/money.ts'
import { minorUnitDigits } from './iso-4217.ts'

/** Formats by code of ISO 4217, since `Intl` takes 50 us for each and lists of promotions need one per row. */
const formats = new Map<string, MoneyFormat>()

/** The format of a currency before a store sets up its own; null for a code that ISO 4217 gives no minor unit. */
export function defaultFormat(currency: string): MoneyFormat | null {
  const digits = minorUnitDigits(currency)
  if (digits === null) return null
  const known = formats.get(currency)
  if (known !== undefined) return known
  const separators = { decimal_point: '.', thousand_separator: ',' }
  const format = { currency, format: symbolFormat(currency), ...separators, decimal_places: digits }
  formats.set(currency, format)
  return format
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
