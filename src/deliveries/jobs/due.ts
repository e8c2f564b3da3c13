import { type Database, query } from '../../db/database.ts'
import type { Part } from '../../db/partitions/partition-names.ts'
import { existingPartitions } from '../../db/partitions/present-partitions.ts'
import { prepared } from '../../db/prepared.ts'

/**
 * Integrations that have a due job, by the start of the partition (a day or an hour) of the job, oldest first. A job that has
 * never been leased counts only if it was due at `new_since`. Runs two statements, and one per partition with free jobs, so that
 * retaining old jobs costs next to nothing.
 */
export async function findDue(db: Database, now: number, new_since = now): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const { name, from } of await partsWithFreeJobs(db)) {
    const rows = await query<{ integration_id: string }>(db, findDueIn(name), [new Date(now), new Date(new_since)])
    const integration_ids = rows.map((row) => row.integration_id)
    if (integration_ids.length > 0) found.set(from, integration_ids)
  }
  return found
}

async function partsWithFreeJobs(db: Database): Promise<Part[]> {
  const parts = await existingPartitions(db, 'jobs')
  if (parts.length === 0) return []
  const free = ({ name, from }: Part) =>
    `(select ${from}::bigint as part from ${name} where next_at is not null order by integration_id limit 1)`
  const rows = await query<{ part: number }>(db, prepared(`${parts.map(free).join(' union all ')} order by part`), [])
  return rows.flatMap((row) => parts.find(({ from }) => from === row.part) ?? [])
}

// PostgreSQL may evaluate `exists`, or a limit without the order of the index, by scanning all jobs.

/**
 * Loose index scan over the integrations with free jobs that probes each for one due job. The cost grows with the number of
 * integrations, not of jobs.
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
