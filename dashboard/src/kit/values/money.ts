import { ENTER_AMOUNT } from '../../messages/en.ts'

const LOCALE = 'en-US'

/** Format of amounts. `decimal_places` come from the store's currency, which may be a custom currency. */
export type AmountFormat = { currency: string; decimal_places?: number | undefined; locale?: string | undefined }

/** Formats minor units: 1250 in EUR is "€12.50". Exact for integers of any size. */
export function formatAmount(amount: number | bigint, { currency, decimal_places, locale }: AmountFormat): string {
  const places = decimal_places ?? minorUnitDigits(currency)
  const text = printAmount(amount, places) as Intl.StringNumericLiteral
  return formatterOf(currency, places, locale ?? LOCALE).format(text)
}

/** ISO 4217 currencies whose minor unit does not have two digits. `Intl` follows CLDR, which differs. */
const DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Default decimals of a currency that the store does not define. */
export function minorUnitDigits(currency: string): number {
  const [digits] = Object.entries(DIGITS).find(([, codes]) => codes.split(' ').includes(currency)) ?? []
  return digits === undefined ? 2 : Number(digits)
}

/** Minor units without grouping, for input fields: 1250 is "12.50". */
export function printAmount(amount: number | bigint, decimal_places: number): string {
  const units = BigInt(amount)
  const digits = String(units < 0n ? -units : units).padStart(decimal_places + 1, '0')
  const whole = digits.slice(0, digits.length - decimal_places)
  const fraction = decimal_places === 0 ? '' : `.${digits.slice(-decimal_places)}`
  return `${units < 0n ? '-' : ''}${whole}${fraction}`
}

/** Parsed integer, or an error message. */
export type Parsed = { value: number } | { error: string }

/**
 * Parses "12,50", "1 234.5", "1.234,50", "1'234" or "$5" as minor units. Comma and point both separate decimals; if
 * more digits follow than the currency has decimals, they separate thousands.
 */
export function parseAmount(text: string, decimal_places: number): Parsed {
  const typed = withoutCurrency(text.replace(/[\s'’]/g, '').replace('−', '-'))
  if (typed === '') return { error: ENTER_AMOUNT }
  const [, sign = '', number] = /^(-?)(\d[\d.,]*|[.,]\d+)$/.exec(typed) ?? []
  if (number === undefined) return { error: `“${text.trim()}” is not an amount: use digits and one decimal separator.` }
  const parts = splitNumber(number, decimal_places)
  if (typeof parts === 'string') return { error: parts }
  const { whole, fraction } = parts
  if (fraction.length > decimal_places) return { error: tooManyDecimals(decimal_places) }
  const value = Number(`${sign}${whole}${fraction.padEnd(decimal_places, '0')}`)
  if (!Number.isSafeInteger(value)) return { error: 'This amount is too large.' }
  return { value: value === 0 ? 0 : value }
}

/** Millionths as a percentage: 120000 is "12%". */
export function formatRate(ppm: number): string {
  return `${printRate(ppm)}%`
}

/** Millionths without the percent sign, for input fields: 99750 is "9.975". */
export function printRate(ppm: number): string {
  return printAmount(ppm, RATE_PLACES).replace(/\.?0+$/, '')
}

/** Parses "12%", "12" or "9,975" as millionths. */
export function parseRate(text: string): Parsed {
  const typed = text.replace(/\s/g, '').replace(/%$/, '').replace('−', '-')
  if (typed === '') return { error: 'Enter a percentage.' }
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(typed) ?? []
  if (whole === undefined)
    return { error: `“${text.trim()}” is not a percentage: use digits and one decimal separator.` }
  if (fraction.length > RATE_PLACES) return { error: tooManyDecimals(RATE_PLACES) }
  const value = Number(`${sign}${whole}${fraction.padEnd(RATE_PLACES, '0')}`)
  return Number.isSafeInteger(value) ? { value: value === 0 ? 0 : value } : { error: 'This percentage is too large.' }
}

/** A millionth is a ten-thousandth of a percent. */
const RATE_PLACES = 4

/** Strips a currency sign or code before or after the number. */
function withoutCurrency(typed: string): string {
  return typed.replace(/^(-?)(?:\p{Sc}|[A-Z]{3})/u, '$1').replace(/(?:\p{Sc}|[A-Z]{3})$/u, '')
}

/** Returns an error message if the number cannot be parsed. */
function splitNumber(number: string, decimal_places: number): { whole: string; fraction: string } | string {
  const separators = number.match(/[.,]/g) ?? []
  const [first] = separators
  if (first === undefined) return { whole: number, fraction: '' }
  const last = separators.at(-1) ?? first
  const at = number.lastIndexOf(last)
  const [head, tail] = [number.slice(0, at), number.slice(at + 1)]
  if (separators.length > 1 && first === last) return ungrouped(number, first) ?? misplaced(number)
  if (separators.length > 1) {
    const grouped = ungrouped(head, first)
    return grouped === null ? misplaced(number) : { whole: grouped.whole, fraction: tail }
  }
  const isGroup = /^[1-9]\d{0,2}$/.test(head) && tail.length === 3
  if (isGroup && decimal_places < 3) return { whole: head + tail, fraction: '' }
  if (isGroup && last === ',') return `“${number}” may mean ${head}${tail} or ${head}.${tail}: write one of these.`
  return { whole: head === '' ? '0' : head, fraction: tail }
}

function ungrouped(number: string, separator: string): { whole: string; fraction: string } | null {
  const [start = '', ...groups] = number.split(separator)
  if (!/^\d{1,3}$/.test(start) || !groups.every((group) => /^\d{3}$/.test(group))) return null
  return { whole: start + groups.join(''), fraction: '' }
}

function misplaced(number: string): string {
  return `“${number}” has separators in the wrong places: write thousands without any.`
}

function tooManyDecimals(places: number): string {
  if (places === 0) return 'This currency has no decimals.'
  return `At most ${places} ${places === 1 ? 'decimal is' : 'decimals are'} allowed.`
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(currency: string, places: number, locale: string): Intl.NumberFormat {
  const name = `${locale} ${currency} ${places}`
  const known = formatters.get(name)
  if (known !== undefined) return known
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places }
  const formatter = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits })
  formatters.set(name, formatter)
  return formatter
}
