import type { Database } from '../database.ts'

/** Owners past which those whose last step was longest ago are forgotten. */
const MAX_REMEMBERED = 100

const served = new WeakMap<Database, Set<string>>()

/** The owners of the last due rows that this process took from a database, the latest one last. */
export function servedOwners(db: Database): string[] {
  return [...(served.get(db) ?? [])]
}

export function noteServed(db: Database, owner_id: string): void {
  const owners = served.get(db) ?? new Set()
  owners.delete(owner_id)
  served.set(db, owners.add(owner_id))
  if (owners.size <= MAX_REMEMBERED) return
  for (const oldest of owners) {
    owners.delete(oldest)
    break
  }
}

/**
 * What due rows are ordered by first, so that the many rows of one owner do not hold up those of another: an owner's row comes
 * after those of owners that were served longer ago. `parameter` is that of `servedOwners`, as in `$3`. It reads all due rows,
 * so it is for queues of jobs, of which an owner has some hundred at most.
 */
export function leastServedFirst(parameter: string, owner_id = 'owner_id'): string {
  return `coalesce(array_position(${parameter}::uuid[], ${owner_id}), 0)`
}
