import type { Database } from '../database.ts'

/** Maximum number of remembered keys, two per row. The least recently served are forgotten. */
const MAX_REMEMBERED = 2_000

const served = new WeakMap<Database, Map<string, Set<string>>>()

export type DueOwner = { organization_id: string; owner_id: string }

/**
 * Keys of the organizations and owners that this process served last from a queue (a table), most recent last. Each
 * queue has its own list, so that much work of one kind does not delay an organization's other work.
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

/** SQL for the organization of an owner, for tables without such a column. */
export function organizationOf(owner_id = 'owner_id'): string {
  return `coalesce((select stores.organization_id from stores where stores.id = ${owner_id}), ${owner_id})`
}

/**
 * The first sort key of due rows, as SQL, so that one organization with many rows and stores does not delay others:
 * rows are ordered by how long ago their organization was served, then their store. `parameter` is that of
 * `servedOwners`, such as `$3`. Reads all due rows: 1,000 take 1 to 3 ms,
 * so `firstDueRow` is for tables in which an owner may have many.
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
