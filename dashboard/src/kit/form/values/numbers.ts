import type { Field } from '../field.ts'
import { currencyAt, type Path, Unreadable, type Value } from './values.ts'

/** Decimal places of a percentage given in millionths. */
export const PERCENT_DIGITS = 4

/** Parses any number that JSON allows, without scaling. */
export function readNumber(text: string): Value {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = /^[+-]?(\d+[.]?\d*|[.]\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN
  return Number.isFinite(number) ? number : new Unreadable(text, 'Enter a number, such as 12.5.')
}

export function readInteger(text: string): Value {
  return readScaled(text, 0)
}

/** Parses a decimal as an integer of the smallest unit: with 2 digits, `12.5` is 1250. */
export function readScaled(text: string, digits: number): Value {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const parts = /^([+-]?)(\d*)(?:[.](\d*))?$/.exec(trimmed)
  const [, sign = '', whole = '', fraction = ''] = parts ?? []
  if (parts === null || whole + fraction === '' || (digits === 0 && trimmed.includes('.')) || fraction.length > digits)
    return new Unreadable(text, formatSentence(digits))
  const integer = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`)
  if (!Number.isSafeInteger(integer))
    return new Unreadable(
      text,
      `Enter a number closer to zero: at most ${writeScaled(Number.MAX_SAFE_INTEGER, digits, 0)}.`,
    )
  // Turns -0 into 0, because JSON has no -0.
  return integer + 0
}

function formatSentence(digits: number): string {
  if (digits === 0) return 'Enter a whole number, such as 12.'
  return `Enter a number with at most ${digits} decimals, such as 12.5. Use a point, and no separators.`
}

/** Inverse of `readScaled`, with at least this many decimals. */
export function writeScaled(value: Value, digits: number, least: number): string {
  if (value instanceof Unreadable) return value.text
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return writeNumber(value)
  const unsigned = String(Math.abs(value)).padStart(digits + 1, '0')
  const whole = unsigned.slice(0, unsigned.length - digits)
  const fraction = unsigned
    .slice(unsigned.length - digits)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

export function writeNumber(value: Value): string {
  if (value instanceof Unreadable) return value.text
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** Currency and decimal places of the amount at the path; minor units if the currency is unknown. */
export function moneyUnit({ currency }: Field, body: Value, path: Path): { currency: string | null; digits: number } {
  const known = currency ?? currencyAt(body, path)
  return { currency: known, digits: known === null ? 0 : digitsOf(known) }
}

/** Minor unit digits by ISO 4217. */
function digitsOf(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
