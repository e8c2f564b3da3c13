import { type MoneyFormat, money } from '../pricing/money.ts'

type Cost = { amount: number; currency: string; display: string }

/**
 * An amount in minor units, as `amount` in major units and `display` as text. An integer divided by a power of ten is the
 * double nearest to the exact decimal, so that JSON prints the exact decimal, up to 15 digits.
 */
export function cost(amount: number, format: MoneyFormat): Cost {
  const { currency, formatted } = money(amount, format)
  return { amount: amount / 10 ** format.decimal_places, currency, display: formatted }
}
