import { type Database, type Executor, query } from '../../db/database.ts'
import { dueBy } from '../../db/due/due.ts'
import { type DueOwner, firstDueRow, noteServed, organizationOf, servedOwners } from '../../db/due/owner-order.ts'
import { assignments, statement } from '../../db/prepared.ts'
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
  const { owner_id, id, next_at: leased_until } = job
  const values = UPDATE.bind({ ...job, ...progress, owner_id, id, leased_until, updated_at: new Date(now) })
  await query(db, UPDATE.text, values)
}

const PROGRESS = [
  ...(['status', 'detail', 'records', 'bytes', 'pieces', 'position', 'next_at', 'failures'] as const),
  ...(['finished_at', 'expires_at', 'updated_at'] as const),
] satisfies (keyof ExportJob)[]

const UPDATE = statement(
  ['owner_id', 'id', 'leased_until', ...PROGRESS],
  `update export_jobs set ${assignments(PROGRESS)}, version = version + 1
    where owner_id = :owner_id and id = :id and next_at = :leased_until`,
)

/** Exports with at least one written piece. */
export function selectWrittenExports(db: Executor): Promise<Pick<ExportJob, 'owner_id' | 'id' | 'pieces'>[]> {
  return query(db, `select owner_id, id, pieces from export_jobs where pieces > 0 order by owner_id, id`, [])
}
