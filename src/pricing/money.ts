import { multiplyAndDivide } from './amounts.ts'

/** The format of amounts in a currency. The number replaces `{price}` in `format`. */
export type MoneyFormat = {
  currency: string
  format: string
  decimal_point: string
  thousand_separator: string
  decimal_places: number
}

export type Money = { amount: number; currency: string; formatted: string }

export function money(amount: number, format: MoneyFormat): Money {
  return { amount, currency: format.currency, formatted: formatAmount(amount, format) }
}

/** An amount of a line, and of one of its units, rounded half up. */
export function unitAndValue(value: number, quantity: number, format: MoneyFormat): { unit: Money; value: Money } {
  const unit = multiplyAndDivide(Math.abs(value), 1, quantity)
  return { unit: money(value < 0 ? negative(unit) : unit, format), value: money(value, format) }
}

/** The negative amount of a discount. 0 stays 0, not -0. */
export function negative(amount: number): number {
  return amount === 0 ? 0 : -amount
}

/** The sign, then the number grouped by thousands in the format of the currency. */
function formatAmount(
  amount: number,
  { format, decimal_point, thousand_separator, decimal_places }: MoneyFormat,
): string {
  const digits = String(Math.abs(amount)).padStart(decimal_places + 1, '0')
  const whole = digits.slice(0, digits.length - decimal_places).replace(/\B(?=(\d{3})+$)/g, () => thousand_separator)
  const fraction = decimal_places === 0 ? '' : decimal_point + digits.slice(-decimal_places)
  return `${amount < 0 ? '-' : ''}${format.replace('{price}', () => whole + fraction)}`
}
