import { type Database, query } from '../../db/database.ts'
import type { Part } from '../../db/partitions/partition-names.ts'
import { idsOf } from '../../db/partitions/present-partitions.ts'

/** True if an unfinished job was created in the time range of a partition, or delivers an event of that range. */
export async function isNeededByJobs(db: Database, part: Part): Promise<boolean> {
  const rows = await query<{ found: boolean }>(db, FIND, idsOf(part))
  return rows[0]?.found ?? false
}

const OF_PART = '(id >= $1 and id < $2 or event_id >= $1 and event_id < $2)'
// Ordered like an index of unfinished jobs; otherwise PostgreSQL may scan all jobs.
const FIND = `select exists (
  (select 1 from jobs where next_at is not null and ${OF_PART} order by integration_id limit 1)
  union all
  (select 1 from jobs where lease_until is not null and ${OF_PART} order by lease_until limit 1)
) as found`
