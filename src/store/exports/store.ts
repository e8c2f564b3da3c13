import { type Database, type Executor, query } from '../../db/database.ts'
import { dueBy } from '../../db/due/due.ts'
import { type DueOwner, firstDueRow, noteServed, organizationOf, servedOwners } from '../../db/due/owner-order.ts'
import type { ExportJob } from './export-job.ts'

type Stored = Omit<ExportJob, 'updated_at' | 'next_at'> & { next_at: Date }

export const EXPORTS_DUE = dueBy('export_jobs', 'next_at')

const FIRST_DUE = firstDueRow({ table: 'export_jobs', column: 'next_at', served: '$3' })

/** Leases a due export until a time, in milliseconds since the epoch, which becomes its `next_at`. */
export async function leaseJob(db: Database, now: number, until: number): Promise<ExportJob | undefined> {
  const [row] = await query<Stored & DueOwner>(
    db,
    `update export_jobs set next_at = $2, status = 'processing', updated_at = $1, started_at = coalesce(started_at, $1),
            version = version + case status when 'processing' then 0 else 1 end
      where (owner_id, id) = (select owner_id, id from (${FIRST_DUE}) as due)
      returning owner_id, id, version, what, filter, status, detail, records, bytes, pieces, position, next_at, failures,
                ${organizationOf()} as organization_id`,
    [new Date(now), new Date(until), servedOwners(db, 'export_jobs')],
  )
  if (row === undefined) return undefined
  noteServed(db, 'export_jobs', row)
  return { ...row, updated_at: now, next_at: row.next_at.toISOString(), finished_at: null, expires_at: null }
}

/** Writes the progress of an export, unless another process has leased it since. */
export async function updateLeased(
  db: Database,
  job: ExportJob,
  progress: Partial<ExportJob>,
  now: number,
): Promise<void> {
  const after = { ...job, ...progress }
  await query(
    db,
    `update export_jobs set status = $4, detail = $5, records = $6, bytes = $7, pieces = $8, position = $9, next_at = $10,
            failures = $11, finished_at = $12, expires_at = $13, version = version + 1, updated_at = $14
      where owner_id = $1 and id = $2 and next_at = $3`,
    [
      job.owner_id,
      job.id,
      job.next_at,
      after.status,
      after.detail,
      after.records,
      after.bytes,
      after.pieces,
      after.position,
      after.next_at,
      after.failures,
      after.finished_at,
      after.expires_at,
      new Date(now),
    ],
  )
}

/** The exports of which pieces have been written. */
export function selectWrittenExports(db: Executor): Promise<Pick<ExportJob, 'owner_id' | 'id' | 'pieces'>[]> {
  return query(db, `select owner_id, id, pieces from export_jobs where pieces > 0 order by owner_id, id`, [])
}
