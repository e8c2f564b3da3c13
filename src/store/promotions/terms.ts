import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { FORMAT, found } from '../currencies/money-format.ts'

/** What a store prices by: how it writes the currency, which promotions are in force, and what its settings say of carts. */
export type PricingTerms = {
  format: MoneyFormat
  revision: number
  cart_stacking: 'all' | 'best'
  cart_expiry_days: number
}

/** One statement, so that what follows from the revision can be kept in memory. Throws `invalid` for an unknown currency. */
export async function findPricingTerms(db: Database, owner_id: string, currency: string | null): Promise<PricingTerms> {
  const [row] = await query<MoneyFormat & Omit<PricingTerms, 'format'>>(db, FIND, [owner_id, currency])
  const { revision, cart_stacking, cart_expiry_days, ...format } = found(row, currency)
  return { format, revision, cart_stacking, cart_expiry_days }
}

const FIND = prepared(`select ${FORMAT.columns}, cart_stacking, cart_expiry_days,
       coalesce((select value from promotion_revisions as it where it.owner_id = $1), 0) as revision
  from currencies join settings using (owner_id) where ${FORMAT.condition}`)
