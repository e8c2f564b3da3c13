import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { hasFact } from '../../pricing/conditions/kinds.ts'
import { type Prepared, prepare } from '../../pricing/prepare.ts'

import { selectRows } from '../kit/store.ts'
import { promotions } from './promotion.ts'
import { limitsOf, type PromotionRow, promotionOf } from './promotion-row.ts'
import { hasLimit } from './sql/counters.ts'
import { selectRevision } from './sql/revision.ts'

/** The active and future promotions of a store, prepared for the engine, and what they read about the shopper. */
export type PromotionSet = {
  prepared: Prepared
  rows: ReadonlyMap<string, PromotionRow>
  /** Ids of those whose uses are counted. */
  limited: readonly string[]
  /** Whether any of them has a condition that reads the customer or past orders. */
  reads_shopper: boolean
  /** Whether any of them has a condition that reads past orders. */
  reads_past_orders: boolean
}

/** Promotions of all stores in the cache, a few hundred bytes each. */
const MAX_CACHED = 50_000
const sets = new LRUCache<string, PromotionSet>({ maxSize: MAX_CACHED, sizeCalculation: ({ rows }) => 1 + rows.size })

const EMPTY = createSet([])

/**
 * The set at a revision, which `CatalogView` has; 0 for a store that never had a promotion. Excludes ended
 * promotions.
 */
export async function promotionSet(
  db: Database,
  owner_id: string,
  { revision, now }: { revision: number; now: number },
): Promise<PromotionSet> {
  if (revision === 0) return EMPTY
  const cached = sets.get(`${owner_id} ${revision}`)
  if (cached !== undefined) return cached
  const rows = await selectRows(db, promotions, { owner_id, enabled: 'true' })
  // Rows of a later revision are harmless, but must not be cached for this one.
  const latest = await selectRevision(db, owner_id)
  const set = createSet(rows.filter(({ end }) => end === null || Date.parse(end) > now))
  if (latest === revision) sets.set(`${owner_id} ${revision}`, set)
  return set
}

/** The set with one more promotion, which replaces the one with its id if there is one. */
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
