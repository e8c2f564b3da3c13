import { type Database, query } from '../../db/database.ts'
import { partitionOf, presentDays } from '../../db/partitions.ts'
import { prepared } from '../../db/prepared.ts'

/**
 * The integrations that have a job due, by the day that it was created on (as the time at which it begins), the oldest day
 * first. A job that has never been leased counts only if it was due at `new_since`. Two statements, and one for each day with
 * free jobs: the retention of jobs costs next to nothing.
 */
export async function findDue(db: Database, now: number, new_since = now): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const day of await daysWithFreeJobs(db)) {
    const text = findDueIn(partitionOf('jobs', day))
    const rows = await query<{ integration_id: string }>(db, text, [new Date(now), new Date(new_since)])
    const integration_ids = rows.map((row) => row.integration_id)
    if (integration_ids.length > 0) found.set(day, integration_ids)
  }
  return found
}

async function daysWithFreeJobs(db: Database): Promise<number[]> {
  const days = await presentDays(db, 'jobs')
  if (days.length === 0) return []
  const free = (day: number) =>
    `(select ${day}::bigint as day from ${partitionOf('jobs', day)} where next_at is not null order by integration_id limit 1)`
  const rows = await query<{ day: number }>(db, prepared(`${days.map(free).join(' union all ')} order by day`), [])
  return rows.map((row) => row.day)
}

// PostgreSQL may run `exists`, or a limit without the order of the index, by reading all jobs.

/**
 * Hops from one integration to the next in the index of free jobs, and looks for one due job of each: the cost grows with
 * the integrations, not with the jobs.
 */
function findDueIn(partition: string): string {
  return prepared(`with recursive waiting as (
  (select integration_id from ${partition} where next_at is not null order by integration_id limit 1)
  union all
  select (select j.integration_id from ${partition} j
           where j.next_at is not null and j.integration_id > u.integration_id
           order by j.integration_id limit 1)
    from waiting u where u.integration_id is not null
)
select u.integration_id from waiting u
 cross join lateral (
   (select from ${partition} j where j.integration_id = u.integration_id
       and j.priority = 0 and j.next_at <= $1 and (j.generation > 0 or j.next_at <= $2) limit 1)
   union all
   (select from ${partition} j where j.integration_id = u.integration_id
       and j.priority = 1 and j.next_at <= $1 limit 1)
   limit 1
 ) as due`)
}
