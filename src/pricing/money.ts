/** How amounts of a currency are written; `format` holds `{price}` where the number goes. */
export type MoneyFormat = {
  currency: string
  format: string
  decimal_point: string
  thousand_separator: string
  decimal_places: number
}

/** Minor units, with the text for people. */
export type Money = { amount: number; currency: string; formatted: string }

export function money(amount: number, format: MoneyFormat): Money {
  return { amount, currency: format.currency, formatted: formatAmount(amount, format) }
}

/** `-1234.50` as the currency is written: the sign first, the number grouped by thousands, in its format. */
function formatAmount(
  amount: number,
  { format, decimal_point, thousand_separator, decimal_places }: MoneyFormat,
): string {
  const digits = String(Math.abs(amount)).padStart(decimal_places + 1, '0')
  const whole = digits.slice(0, digits.length - decimal_places).replace(/\B(?=(\d{3})+$)/g, () => thousand_separator)
  const fraction = decimal_places === 0 ? '' : decimal_point + digits.slice(-decimal_places)
  return `${amount < 0 ? '-' : ''}${format.replace('{price}', () => whole + fraction)}`
}
