import type { Database } from '../database.ts'

/** Keys past which those that were served longest ago are forgotten; a row has two. */
const MAX_REMEMBERED = 2_000

const served = new WeakMap<Database, Map<string, Set<string>>>()

export type DueOwner = { organization_id: string; owner_id: string }

/**
 * Keys of the organizations and owners whose rows this process took last from a queue, a table of a database, the latest last.
 * A queue has its own, so that an organization with much of one kind of work does not wait with another kind.
 */
export function servedOwners(db: Database, queue: string): string[] {
  return [...(served.get(db)?.get(queue) ?? [])]
}

export function noteServed(db: Database, queue: string, { organization_id, owner_id }: DueOwner): void {
  const queues = served.get(db) ?? new Map<string, Set<string>>()
  const keys = queues.get(queue) ?? new Set()
  served.set(db, queues.set(queue, keys))
  for (const key of [organization_id, `owner ${owner_id}`]) {
    keys.delete(key)
    keys.add(key)
  }
  for (const oldest of keys) {
    if (keys.size <= MAX_REMEMBERED) break
    keys.delete(oldest)
  }
}

/** SQL that is the organization of an owner, for tables without a column for it. */
export function organizationOf(owner_id = 'owner_id'): string {
  return `coalesce((select stores.organization_id from stores where stores.id = ${owner_id}), ${owner_id})`
}

/**
 * SQL that due rows are ordered by first, so that the many rows and stores of one organization do not hold up those of another:
 * rows of an organization come after those of organizations that were served longer ago, and so do its stores among each other.
 * `parameter` is that of `servedOwners`, as in `$3`. It reads all due rows: 1,000 take 1 to 3 ms, so that `firstDueRow` is for
 * tables in which an owner may have many.
 */
export function leastServedFirst(parameter: string, organization_id = 'organization_id'): string {
  // An object is searched faster than an array.
  const ranks = `(select jsonb_object_agg(key, rank) from unnest(${parameter}::text[]) with ordinality as served (key, rank))`
  const rankOf = (key: string) => `coalesce((${ranks} -> ${key})::int, 0)`
  return `${rankOf(`(${organization_id})::text`)}, ${rankOf(`('owner ' || owner_id)`)}`
}

type DueTable = {
  /** With an index on `owner_id` and the column, where the column is not null. */
  table: string
  /** The column that a row is due by: up to the time `$1`. */
  column: string
  /** Parameter of `servedOwners`, as in `$3`. */
  served: string
  /** SQL that a row has to fulfill, too. */
  where?: string
}

/**
 * SQL that selects and locks the row that is due first of the owner that is first by `leastServedFirst`, skipping locked ones. It
 * reads one entry of the index for each owner, however many rows each has: 1,000 owners take 10 to 15 ms.
 */
export function firstDueRow({ table, column, served, where = 'true' }: DueTable): string {
  const nextOwner = (condition: string) =>
    `(select owner_id, ${column} from ${table} where ${condition} and ${column} is not null
       order by owner_id, ${column} limit 1)`
  return `with recursive owners as (
      ${nextOwner('true')}
      union all
      select following.* from owners cross join lateral ${nextOwner('owner_id > owners.owner_id')} as following
    )
    select due.* from (
      select owner_id from (select owner_id, ${column}, ${organizationOf()} as organization_id
                              from owners where ${column} <= $1) as waiting
       order by ${leastServedFirst(served)}, ${column}
    ) as first cross join lateral (
      select * from ${table} where owner_id = first.owner_id and ${column} <= $1 and ${where}
       order by ${column} limit 1 for update skip locked
    ) as due limit 1`
}
