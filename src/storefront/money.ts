import { type MoneyFormat, money } from '../pricing/money.ts'

type Cost = { amount: number; currency: string; display: string }

/**
 * Minor units as clients are told them: `amount` in units of the currency. A whole number divided by a power of ten is the
 * nearest number there is, so that it is written as the decimal it is, up to 15 digits.
 */
export function cost(amount: number, format: MoneyFormat): Cost {
  const { currency, formatted } = money(amount, format)
  return { amount: amount / 10 ** format.decimal_places, currency, display: formatted }
}
