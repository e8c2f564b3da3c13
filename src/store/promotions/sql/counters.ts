import { query, type Transaction } from '../../../db/database.ts'

/** Maximum uses, in total and per shopper; null means no limit. */
export type Limits = { all: number | null; by_shopper: number | null }

type Limited = { owner_id: string; id: string; column: 'promotion_id' | 'coupon_id' }

/**
 * Counts earlier uses when a promotion or coupon gets its first limit, because uses are not counted without a limit.
 * The row must be locked against checkouts, which hold a shared lock from before they count until they commit.
 */
export async function startCounting(tx: Transaction, of: Limited, before: Limits, after: Limits): Promise<void> {
  if (hasLimit(before) === hasLimit(after)) return
  const { owner_id, id, column } = of
  await query(tx, 'delete from promotion_counters where owner_id = $1 and counted = $2', [owner_id, id])
  if (!hasLimit(after)) return
  await query(
    tx,
    `insert into promotion_counters (owner_id, counted, shopper, uses)
     select $1, $2, coalesce(shopper, ''), count(*) from promotion_usages
      where owner_id = $1 and ${column} = $2 and released_at is null
      group by grouping sets ((), (shopper))
     having grouping(shopper) = 1 or shopper <> ''`,
    [owner_id, id],
  )
}

export function hasLimit({ all, by_shopper }: Limits): boolean {
  return all !== null || by_shopper !== null
}
