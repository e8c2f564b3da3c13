import { type Static, Type } from 'typebox'
import { type MoneyFormat, money } from '../pricing/money.ts'
import { minorUnitDigits } from '../store/currencies/iso-4217.ts'
import { amountFormatOf } from './formats.ts'
import { formatTag, type Locale } from './locale.ts'

const AMOUNT_MEMBERS = {
  amount: Type.Number({ description: 'In major units, such as 12.5.' }),
  currency: Type.String({ description: 'An ISO 4217 code, such as USD.' }),
  display: Type.String({ description: 'The amount as the locale writes it, such as $12.50.' }),
}

type Cost = Static<Type.TObject<typeof AMOUNT_MEMBERS>>

export function amountOf(description: string) {
  return Type.Object(AMOUNT_MEMBERS, { title: 'Amount', description })
}

export function amounts(description: string) {
  return Type.Array(Type.Object(AMOUNT_MEMBERS, { title: 'Amount' }), { minItems: 1, maxItems: 1, description })
}

export function taxes(description: string) {
  const title = Type.String({ description: 'The name of the tax.' })
  return Type.Array(Type.Object({ title, ...AMOUNT_MEMBERS }, { title: 'Tax' }), { description })
}

export const PRICE_PAIR = {
  'list-price': amounts('The price before promotions.'),
  'purchase-price': amounts('The price after promotions.'),
}

/** A currency's amounts in the shopper's format. */
export type AmountFormat = Pick<MoneyFormat, 'currency' | 'decimal_places'> & {
  /** An amount in minor units as text. */
  display(amount: number): string
}

/**
 * The format of the shopper's locale. The store's format without a locale, and for custom currencies, which locales do
 * not know.
 */
export function amountFormat(locale: Locale | null, format: MoneyFormat): AmountFormat {
  const { currency, decimal_places } = format
  const tag = minorUnitDigits(currency) === null ? null : formatTag(locale)
  if (tag === null) return { currency, decimal_places, display: (amount) => money(amount, format).formatted }
  const formatter = amountFormatOf(tag, format)
  // Formats the text of the exact decimal, never a double.
  return {
    currency,
    decimal_places,
    display: (amount) => formatter.format(`${amount}e-${decimal_places}` as `${number}`),
  }
}

/**
 * An amount in minor units, as `amount` in major units and `display` as text. An integer divided by a power of ten is
 * the double nearest to the exact decimal, so that JSON prints the exact decimal, up to 15 digits.
 */
export function cost(amount: number, { currency, decimal_places, display }: AmountFormat): Cost {
  return { amount: amount / 10 ** decimal_places, currency, display: display(amount) }
}
