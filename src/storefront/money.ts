import { type Static, Type } from 'typebox'
import { type MoneyFormat, money } from '../pricing/money.ts'

const AMOUNT_MEMBERS = {
  amount: Type.Number({ description: 'In major units, such as 12.5.' }),
  currency: Type.String({ description: 'An ISO 4217 code, such as USD.' }),
  display: Type.String({ description: 'The amount as text, such as $12.50.' }),
}

type Cost = Static<Type.TObject<typeof AMOUNT_MEMBERS>>

export function amountOf(description: string) {
  return Type.Object(AMOUNT_MEMBERS, { title: 'Amount', description })
}

/** A list of one amount. */
export function amounts(description: string) {
  return Type.Array(Type.Object(AMOUNT_MEMBERS, { title: 'Amount' }), { minItems: 1, maxItems: 1, description })
}

/** Taxes by name. */
export function taxes(description: string) {
  const title = Type.String({ description: 'The name of the tax.' })
  return Type.Array(Type.Object({ title, ...AMOUNT_MEMBERS }, { title: 'Tax' }), { description })
}

export const PRICE_PAIR = {
  'list-price': amounts('The price before promotions.'),
  'purchase-price': amounts('The price after promotions.'),
}

/**
 * An amount in minor units, as `amount` in major units and `display` as text. An integer divided by a power of ten is the
 * double nearest to the exact decimal, so that JSON prints the exact decimal, up to 15 digits.
 */
export function cost(amount: number, format: MoneyFormat): Cost {
  const { currency, formatted } = money(amount, format)
  return { amount: amount / 10 ** format.decimal_places, currency, display: formatted }
}
