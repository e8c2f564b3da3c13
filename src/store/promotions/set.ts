import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { hasFact } from '../../pricing/conditions/kinds.ts'
import { type Prepared, prepare } from '../../pricing/prepare.ts'

import { selectRows } from '../kit/store.ts'
import { promotions } from './promotion.ts'
import { limitsOf, type PromotionRow, promotionOf } from './promotion-row.ts'
import { hasLimit } from './sql/counters.ts'
import { selectRevision } from './sql/revision.ts'

/** The active and future promotions of a store, prepared for the engine, and the shopper data that they read. */
export type PromotionSet = {
  prepared: Prepared
  rows: ReadonlyMap<string, PromotionRow>
  /** Ids of promotions whose uses are counted. */
  limited: readonly string[]
  /** True if any condition reads the customer or past orders. */
  reads_shopper: boolean
  /** True if any condition reads past orders. */
  reads_past_orders: boolean
}

/** Cached promotions of all stores, a few hundred bytes each. */
const MAX_CACHED = 50_000
const sets = new LRUCache<string, PromotionSet>({ maxSize: MAX_CACHED, sizeCalculation: ({ rows }) => 1 + rows.size })

const EMPTY = createSet([])

/** Set at a revision of `CatalogView`; 0 for a store that never had a promotion. Excludes ended promotions. */
export async function promotionSet(
  db: Database,
  owner_id: string,
  { revision, now }: { revision: number; now: number },
): Promise<PromotionSet> {
  if (revision === 0) return EMPTY
  const cached = sets.get(`${owner_id} ${revision}`)
  if (cached !== undefined) return cached
  const rows = await selectRows(db, promotions, { owner_id, enabled: 'true' })
  // Rows of a later revision are harmless, but must not be cached for this revision.
  const latest = await selectRevision(db, owner_id)
  const set = createSet(rows.filter(({ end }) => end === null || Date.parse(end) > now))
  if (latest === revision) sets.set(`${owner_id} ${revision}`, set)
  return set
}

/** Adds a promotion to the set, or replaces the promotion with its id. */
export function withPromotion({ rows }: PromotionSet, trial: PromotionRow): PromotionSet {
  return createSet([...new Map([...rows, [trial.id, trial]]).values()])
}

function createSet(rows: readonly PromotionRow[]): PromotionSet {
  const all = rows.map(promotionOf)
  return {
    prepared: prepare(all),
    rows: new Map(rows.map((row) => [row.id, row])),
    limited: rows.filter((row) => hasLimit(limitsOf(row))).map(({ id }) => id),
    reads_shopper: all.some(({ when }) => when !== null && hasFact(when, ({ reads }) => reads !== null)),
    reads_past_orders: all.some(({ when }) => when !== null && hasFact(when, ({ reads }) => reads === 'past_orders')),
  }
}
