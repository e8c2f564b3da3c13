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
 * `parameter` is that of `servedOwners`, as in `$3`. It reads all due rows: 1,000 take 1 to 3 ms.
 */
export function leastServedFirst(parameter: string, organization_id = 'organization_id'): string {
  // An object is searched faster than an array.
  const ranks = `(select jsonb_object_agg(key, rank) from unnest(${parameter}::text[]) with ordinality as served (key, rank))`
  const rankOf = (key: string) => `coalesce((${ranks} -> ${key})::int, 0)`
  return `${rankOf(`(${organization_id})::text`)}, ${rankOf(`('owner ' || owner_id)`)}`
}
