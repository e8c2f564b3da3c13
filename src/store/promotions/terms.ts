import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import type { CalculationMethod } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { FORMAT, found } from '../currencies/money-format.ts'

/** What a store prices by: how it writes the currency, which promotions are in force, and what its settings say of carts. */
export type PricingTerms = {
  format: MoneyFormat
  revision: number
  cart_stacking: 'all' | 'best'
  cart_expiry_days: number
  calculation_method: CalculationMethod
  /** Of prices that do not say themselves whether their tax is in them. */
  prices_include_tax: boolean
}

/** One statement, so that what follows from the revision can be kept in memory. Throws `invalid` for an unknown currency. */
export async function findPricingTerms(db: Database, owner_id: string, currency: string | null): Promise<PricingTerms> {
  const [row] = await query<TermsRow>(db, FIND, [owner_id, currency])
  return readTerms(row, currency)
}

export type TermsRow = MoneyFormat & Omit<PricingTerms, 'format'>

/** Throws `invalid` when there are none, for an unknown currency. */
export function readTerms(row: TermsRow | undefined, currency: string | null): PricingTerms {
  const { revision, cart_stacking, cart_expiry_days, calculation_method, prices_include_tax, ...format } = found(
    row,
    currency,
  )
  return { format, revision, cart_stacking, cart_expiry_days, calculation_method, prices_include_tax }
}

const select = (
  currency: string,
) => `select ${FORMAT.columns}, cart_stacking, cart_expiry_days, calculation_method, prices_include_tax,
       coalesce((select value from promotion_revisions as it where it.owner_id = $1), 0) as revision
  from currencies join settings using (owner_id) where ${FORMAT.condition(currency)}`

const FIND = prepared(select('$2'))

/** A value of a statement: the terms of an owner ($1) for a currency that SQL names, as `readTerms` takes them; null when there are none. */
export function termsFor(currency: string): string {
  return `(select to_jsonb(terms) from (${select(currency)}) as terms)`
}
