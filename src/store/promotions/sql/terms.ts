import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { CalculationMethod } from '../../../pricing/input.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import { FORMAT, requireFormat } from '../../currencies/sql/money-format.ts'

/** What prices in a store depend on: the format of the currency, the revision of promotions, and settings. */
export type PricingTerms = {
  format: MoneyFormat
  revision: number
  cart_stacking: 'all' | 'best'
  cart_expiry_days: number
  calculation_method: CalculationMethod
  /** The default for prices that do not say whether they include tax. */
  prices_include_tax: boolean
  /** BCP 47, of the texts of the store as they are. */
  default_language: string
}

/** One statement, so that what depends on the revision can be cached. Throws `invalid` for an unknown currency. */
export async function findPricingTerms(db: Database, owner_id: string, currency: string | null): Promise<PricingTerms> {
  const [row] = await query<TermsRow>(db, FIND, [owner_id, currency])
  return readTerms(row, currency)
}

export type TermsRow = MoneyFormat & Omit<PricingTerms, 'format'>

/** Throws `invalid` without a row, which means that the currency is unknown. */
export function readTerms(row: TermsRow | undefined, currency: string | null): PricingTerms {
  const {
    currency: code,
    format,
    decimal_point,
    thousand_separator,
    decimal_places,
    ...terms
  } = requireFormat(row, currency)
  return { format: { currency: code, format, decimal_point, thousand_separator, decimal_places }, ...terms }
}

const select = (
  currency: string,
) => `select ${FORMAT.columns}, cart_stacking, cart_expiry_days, calculation_method, prices_include_tax,
       default_language, coalesce((select value from promotion_revisions as it where it.owner_id = $1), 0) as revision
  from currencies join settings using (owner_id) where ${FORMAT.condition(currency)}`

const FIND = prepared(select('$2'))

/**
 * SQL of a JSON value with the terms of an owner ($1) and a currency (an SQL expression), for `readTerms`; null if there
 * are none.
 */
export function termsFor(currency: string): string {
  return `(select to_jsonb(terms) from (${select(currency)}) as terms)`
}
