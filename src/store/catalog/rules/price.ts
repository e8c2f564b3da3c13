/** A price in a release, with its period. A product's prices are in order of precedence. */
export type PublishedPrice = {
  amount: number
  /** Null: the selling store's setting applies. */
  includes_tax: boolean | null
  /** Absent in releases of earlier versions. */
  pricebook_id?: string
  sale_amount: number | null
  tiers: readonly Tier[]
  /** Milliseconds since the epoch, half-open; null is unbounded. */
  valid_from: number | null
  valid_to: number | null
}

type Tier = { minimum_quantity: number; amount: number }

/** The current price of one unit, with its tiers. Amounts are in minor units. */
export type CurrentPrice = {
  /** The lower of list and sale price. */
  amount: number
  list_amount: number
  currency: string
  /** Null: the selling store's setting applies. */
  includes_tax: boolean | null
  pricebook_id: string | null
  tiers: Tier[]
}

/** Returns the first price valid at `now` (milliseconds since the epoch), or null. */
export function currentPrice(
  prices: readonly PublishedPrice[] | undefined,
  currency: string,
  now: number,
): CurrentPrice | null {
  const price = prices?.find(
    ({ valid_from, valid_to }) => (valid_from === null || valid_from <= now) && (valid_to === null || now < valid_to),
  )
  if (price === undefined) return null
  const { amount, sale_amount, includes_tax, pricebook_id = null, tiers } = price
  return {
    amount: Math.min(amount, sale_amount ?? amount),
    list_amount: amount,
    currency,
    includes_tax,
    pricebook_id,
    tiers: [...tiers],
  }
}

/** Unit price at a quantity, in minor units: the amount of its tier, or the single-unit price if lower. */
export function amountAt({ amount, tiers }: Pick<CurrentPrice, 'amount' | 'tiers'>, quantity: number): number {
  const reached = tiers.findLast(({ minimum_quantity }) => minimum_quantity <= quantity)
  return Math.min(amount, reached?.amount ?? amount)
}
