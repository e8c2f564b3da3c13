import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { FORMAT, formatOf } from '../currencies/money-format.ts'

/** What a store prices by: how it writes the currency, and which promotions are in force. */
export type PricingTerms = { format: MoneyFormat; revision: number; cart_stacking: 'all' | 'best' }

/** One statement, so that what follows from the revision can be kept in memory. Throws `invalid` for an unknown currency. */
export async function findPricingTerms(db: Database, owner_id: string, currency: string | null): Promise<PricingTerms> {
  const [row] = await query<MoneyFormat & Omit<PricingTerms, 'format'>>(db, FIND, [owner_id, currency])
  const format = formatOf(row, currency)
  return { format, revision: row?.revision ?? 0, cart_stacking: row?.cart_stacking ?? 'all' }
}

const FIND = prepared(`select ${FORMAT.columns},
       coalesce((select value from promotion_revisions as it where it.owner_id = $1), 0) as revision,
       (select cart_stacking from settings as it where it.owner_id = $1) as cart_stacking
  from currencies where ${FORMAT.condition}`)
