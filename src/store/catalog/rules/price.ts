/** A price as a release holds it: every price book's, those that may hold at some time, the one to prefer first. */
export type PublishedPrice = {
  amount: number
  /** Null where it does not say: then the settings of the store that sells it do. */
  includes_tax: boolean | null
  sale_amount: number | null
  tiers: readonly Tier[]
  /** Milliseconds since the epoch; half-open, null is unbounded. */
  valid_from: number | null
  valid_to: number | null
}

type Tier = { minimum_quantity: number; amount: number }

/** What a shopper pays for one now. Amounts in minor units. */
export type CurrentPrice = {
  /** The lower one of list and sale. */
  amount: number
  list_amount: number
  currency: string
  /** Null where the price does not say. */
  includes_tax: boolean | null
  tiers: Tier[]
}

/** The first price that holds at the moment, in milliseconds since the epoch; null when none does. */
export function currentPrice(
  prices: readonly PublishedPrice[] | undefined,
  currency: string,
  now: number,
): CurrentPrice | null {
  const price = prices?.find(
    ({ valid_from, valid_to }) => (valid_from === null || valid_from <= now) && (valid_to === null || now < valid_to),
  )
  if (price === undefined) return null
  const { amount, sale_amount, includes_tax, tiers } = price
  return {
    amount: Math.min(amount, sale_amount ?? amount),
    list_amount: amount,
    currency,
    includes_tax,
    tiers: [...tiers],
  }
}

/** What each of so many costs: the tier that the quantity reaches, unless the price of one is lower. In minor units. */
export function amountAt({ amount, tiers }: Pick<CurrentPrice, 'amount' | 'tiers'>, quantity: number): number {
  const reached = tiers.findLast(({ minimum_quantity }) => minimum_quantity <= quantity)
  return Math.min(amount, reached?.amount ?? amount)
}
