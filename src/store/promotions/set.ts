import { LRUCache } from 'lru-cache'
import { query } from '../../db/pool.ts'
import type { Database } from '../../db/tables.ts'
import { asksFor } from '../../pricing/conditions/asks-for.ts'
import { type Prepared, prepare } from '../../pricing/prepare.ts'

import { selectRows } from '../kit/store.ts'
import { hasLimit } from './counters.ts'
import { promotions } from './promotion.ts'
import { limitsOf, type PromotionRow, promotionOf } from './promotion-row.ts'

/** The promotions of a store that are on or to come, ready for the engine, and what they ask of the shopper. */
export type PromotionSet = {
  prepared: Prepared
  rows: ReadonlyMap<string, PromotionRow>
  /** Those whose uses are counted. */
  limited: readonly string[]
  /** Whether any of them is for segments, or for first orders. */
  asks_for_shopper: boolean
  /** Whether any of them is for first orders, or for all but these. */
  asks_for_first_order: boolean
}

/** Promotions kept in all, of all stores: some hundred bytes each, and as many indexes. */
const MOST_KEPT = 50_000
const sets = new LRUCache<string, PromotionSet>({ maxSize: MOST_KEPT, sizeCalculation: ({ rows }) => 1 + rows.size })

const EMPTY = makeSet([])

/** The set at a revision, which `findPricingTerms` reads: 0 is a store that never had a promotion. What is over is left out. */
export async function promotionSet(
  db: Database,
  owner_id: string,
  { revision, now }: { revision: number; now: number },
): Promise<PromotionSet> {
  if (revision === 0) return EMPTY
  const kept = sets.get(`${owner_id} ${revision}`)
  if (kept !== undefined) return kept
  const rows = await selectRows(db, promotions, { owner_id, enabled: 'true' })
  // Rows of a later revision are no harm, but must not be kept as this one's.
  const [latest] = await query<{ value: number }>(db, 'select value from promotion_revisions where owner_id = $1', [
    owner_id,
  ])
  const set = makeSet(rows.filter(({ end }) => end === null || Date.parse(end) > now))
  if (latest?.value === revision) sets.set(`${owner_id} ${revision}`, set)
  return set
}

function makeSet(rows: readonly PromotionRow[]): PromotionSet {
  const all = rows.map(promotionOf)
  return {
    prepared: prepare(all),
    rows: new Map(rows.map((row) => [row.id, row])),
    limited: rows.filter((row) => hasLimit(limitsOf(row))).map(({ id }) => id),
    asks_for_shopper: all.some(({ when }) => when !== null && asksFor(when, ['segment', 'first_order'])),
    asks_for_first_order: all.some(({ when }) => when !== null && asksFor(when, ['first_order'])),
  }
}
