import { type Database, query, type Transaction } from '../../../db/database.ts'
import { leastServedFirst, servedOwners } from '../../../db/due/owner-order.ts'
import type { Release } from './release.ts'

export type Due = Pick<Release, 'owner_id' | 'id' | 'organization_id' | 'release_status'> & { copied: boolean }

export const RELEASES_DUE = `(select true from catalog_releases where release_status in ('PENDING', 'IN_PROGRESS') order by id limit 1)`

/** Selects the oldest unfinished release of each catalog, if due; those of the least served organizations first. */
export function selectDue(db: Database, now: number): Promise<Due[]> {
  return query<Due>(
    db,
    `select r.owner_id, r.id, r.organization_id, r.release_status, r.summary is not null as copied
       from catalog_releases r
      where r.release_status in ('PENDING', 'IN_PROGRESS') and r.next_at <= $1
        and not exists (
          select from catalog_releases o
           where o.owner_id = r.owner_id and o.catalog_id = r.catalog_id and o.id < r.id
             and o.release_status in ('PENDING', 'IN_PROGRESS'))
      order by ${leastServedFirst('$2')}, r.id limit 10`,
    [new Date(now), servedOwners(db, 'catalog_releases')],
  )
}

type Ref = Pick<Release, 'owner_id' | 'id'>

/** Locks copying to one process. PostgreSQL frees the lock with the transaction, also after a crash. */
export async function tryLockCopying(tx: Transaction, id: string): Promise<boolean> {
  const text = `select pg_try_advisory_xact_lock(hashtextextended('catalog release ' || $1, 0)) as taken`
  const [lock] = await query<{ taken: boolean }>(tx, text, [id])
  return lock?.taken === true
}

type Copied = { summary: object; hierarchies: object; previous_release_id: string | null }

export async function updateCopied(tx: Transaction, { owner_id, id }: Ref, copied: Copied): Promise<void> {
  await query(
    tx,
    `update catalog_releases set summary = $3, hierarchies = $4, previous_release_id = $5::uuid, is_full_publish = $5::uuid is null
      where owner_id = $1 and id = $2`,
    [owner_id, id, JSON.stringify(copied.summary), JSON.stringify(copied.hierarchies), copied.previous_release_id],
  )
}

/** Counts a failure of a release in progress and doubles the delay of its next attempt. Returns the count. */
export async function countFailure(
  db: Database,
  { owner_id, id }: Ref,
  now: Date,
  first_wait_ms: number,
): Promise<number> {
  const [row] = await query<{ failures: number }>(
    db,
    `update catalog_releases
        set failures = failures + 1, next_at = $3::timestamptz + $4 * power(2, failures) * interval '1 ms'
      where owner_id = $1 and id = $2 and release_status = 'IN_PROGRESS' and summary is null
      returning failures`,
    [owner_id, id, now, first_wait_ms],
  )
  return row?.failures ?? 0
}

/** True if a release of the store is pending or in progress. */
export async function isPublishing(db: Database, owner_id: string): Promise<boolean> {
  const text = `select 1 from catalog_releases
    where owner_id = $1 and release_status in ('PENDING', 'IN_PROGRESS') limit 1`
  return (await query(db, text, [owner_id])).length > 0
}
