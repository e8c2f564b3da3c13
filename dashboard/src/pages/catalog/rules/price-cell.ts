import { parseAmount, printAmount } from '../../../kit/values/money.ts'

type Tier = { minimum_quantity: number; amount: number }

/** Price in one currency, as the API has it. Tiers are a list, or an object if they have names. */
export type CurrencyPrice = {
  amount: number
  includes_tax?: boolean | null
  sale_amount?: number | null
  tiers?: Tier[] | Record<string, Tier>
}

export type TierTexts = { name: string | null; quantity: string; amount: string }

/** The details of a price as they are typed. */
export type PriceDetails = { sale: string; tax: 'store' | 'included' | 'added'; tiers: readonly TierTexts[] }

export function detailsOf({ sale_amount, includes_tax, tiers = [] }: CurrencyPrice, places: number): PriceDetails {
  const named: [string | null, Tier][] = Array.isArray(tiers)
    ? tiers.map((tier) => [null, tier])
    : Object.entries(tiers)
  return {
    sale: sale_amount === null || sale_amount === undefined ? '' : printAmount(sale_amount, places),
    tax: includes_tax === true ? 'included' : includes_tax === false ? 'added' : 'store',
    tiers: named.map(([name, { minimum_quantity, amount }]) => ({
      name,
      quantity: String(minimum_quantity),
      amount: printAmount(amount, places),
    })),
  }
}

/** True if there is more than an amount. */
export function hasDetails({ sale_amount, tiers = [] }: CurrencyPrice): boolean {
  return (sale_amount ?? null) !== null || Object.keys(tiers).length > 0
}

/** Errors by field: `sale`, `tiers.0.quantity`. */
export function detailErrors({ sale, tiers }: PriceDetails, places: number): ReadonlyMap<string, string> {
  const errors: [string, string | null][] = [
    ['sale', sale.trim() === '' ? null : amountError(sale, places)],
    ...tiers.flatMap(({ quantity, amount }, at): [string, string | null][] => [
      [`tiers.${at}.quantity`, quantityError(quantity, tiers.slice(0, at))],
      [`tiers.${at}.amount`, amountError(amount, places)],
    ]),
  ]
  return new Map(errors.flatMap(([field, sentence]) => (sentence === null ? [] : [[field, sentence] as const])))
}

/** Error in the text of a price; null if it is an amount of zero or more. */
export function amountError(text: string, places: number): string | null {
  const typed = parseAmount(text, places)
  if ('error' in typed) return typed.error
  return typed.value < 0 ? 'A price is not negative.' : null
}

function quantityError(text: string, before: readonly TierTexts[]): string | null {
  if (!/^[1-9]\d{0,8}$/.test(text.trim())) return 'Enter a whole number from 1.'
  const isRepeated = before.some(({ quantity }) => Number(quantity) === Number(text))
  return isRepeated ? 'Another tier begins there.' : null
}

/** Price with these details, which have no errors. Tiers are sorted by their quantity, and keep their names. */
export function withDetails({ amount }: CurrencyPrice, details: PriceDetails, places: number): CurrencyPrice {
  const tiers = details.tiers
    .map(({ name, quantity, amount: text }) => ({
      name,
      tier: { minimum_quantity: Number(quantity), amount: amountIn(text, places) },
    }))
    .toSorted((one, other) => one.tier.minimum_quantity - other.tier.minimum_quantity)
  const isNamed = tiers.length > 0 && tiers.every(({ name }) => name !== null)
  return {
    amount,
    includes_tax: details.tax === 'store' ? null : details.tax === 'included',
    sale_amount: details.sale.trim() === '' ? null : amountIn(details.sale, places),
    tiers: isNamed
      ? Object.fromEntries(tiers.map(({ name, tier }) => [name ?? '', tier]))
      : tiers.map(({ tier }) => tier),
  }
}

function amountIn(text: string, places: number): number {
  const typed = parseAmount(text, places)
  return 'value' in typed ? typed.value : 0
}
