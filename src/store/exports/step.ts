import type { Reader } from '../../db/reading/reader.ts'
import { isoTime } from '../../kernel/clock.ts'
import { DAY, MINUTE, SECOND } from '../../kernel/duration.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { FileStorage } from '../files/bytes/file-storage.ts'
import { scheduleDeletion } from '../files/bytes/sql/pending-deletion.ts'
import type { StoreDeps } from '../kit/work.ts'
import { type ExportJob, keyOfPiece } from './export-job.ts'
import { criteriaOfExport, sources } from './sources.ts'
import { leaseJob, updateLeased } from './store.ts'

/** Records per piece. */
const PIECE_RECORDS = 1_000
/** Time to write one piece, after which another process may write it again. */
const LEASE_MS = 2 * MINUTE
/** Time for which a finished export can be downloaded. @operator */
const RETENTION_MS = 7 * DAY
/** Time for which a piece is stored: longer than the export, which finishes after its pieces. */
const PIECE_RETENTION_MS = RETENTION_MS + DAY
/** Consecutive failures after which the export fails. */
const MAX_FAILURES = 5
/** Delay after the first failure; each further failure doubles the delay. */
const RETRY_AFTER_MS = 5 * SECOND
/** Maximum clock difference between two machines. */
const MAX_CLOCK_SKEW_MS = 5 * SECOND

type StepDeps = Pick<StoreDeps, 'db' | 'base_url'> & { reader: Reader; fileStorage: FileStorage }

/**
 * Writes the next piece of a due export, outside of a transaction. Returns false if none is due. After a crash the
 * lease expires, and the next process writes the same piece again.
 */
export async function stepExport(deps: StepDeps, now: number): Promise<boolean> {
  const job = await leaseJob(deps.db, now, now + LEASE_MS)
  if (job === undefined) return false
  try {
    await updateLeased(deps.db, job, await writePiece(deps, job, now), now)
    return true
  } catch (error) {
    await updateLeased(deps.db, job, afterFailure(job, now), now)
    throw error
  }
}

type Progress = Partial<ExportJob>

async function writePiece(deps: StepDeps, job: ExportJob, now: number): Promise<Progress> {
  const { db, reader, base_url, fileStorage } = deps
  const { owner_id, what, position } = job
  const where = criteriaOfExport(what, job.filter)
  // A standby serves only exports older than its maximum lag, so that no record that existed at their creation is
  // missing.
  const isOld = now - timeOfId(job.id) > reader.max_lag_ms + MAX_CLOCK_SKEW_MS
  const bounds = { owner_id, after: position, limit: PIECE_RECORDS, where, base_url }
  const page = await reader.read(isOld ? 'recent' : 'latest', (read) => sources[what].read(read, bounds))
  const end = page.length < PIECE_RECORDS ? finished(now) : { next_at: isoTime(now) }
  const last = page.at(-1)
  if (last === undefined) return { ...end, failures: 0 }
  const piece = job.pieces + 1
  const key = keyOfPiece(job, piece)
  const file = await fileStorage.spool.take(linesOf(page), null)
  try {
    await scheduleDeletion(db, [key], now + PIECE_RETENTION_MS)
    await fileStorage.bytes.put(key, file)
  } finally {
    await fileStorage.spool.discard(file)
  }
  const sums = { records: job.records + page.length, bytes: job.bytes + file.size }
  return { ...end, ...sums, pieces: piece, position: last.id, failures: 0 }
}

async function* linesOf(page: readonly { shown: unknown }[]): AsyncGenerator<Uint8Array> {
  for (const { shown } of page) yield Buffer.from(`${JSON.stringify(shown)}\n`)
}

function finished(now: number): Progress {
  return { status: 'complete', next_at: null, finished_at: isoTime(now), expires_at: isoTime(now + RETENTION_MS) }
}

function afterFailure({ failures }: ExportJob, now: number): Progress {
  if (failures + 1 < MAX_FAILURES)
    return { failures: failures + 1, next_at: isoTime(now + RETRY_AFTER_MS * 2 ** failures) }
  const detail = 'Writing failed repeatedly. The cause is in the service log.'
  return { failures: failures + 1, status: 'failed', detail, next_at: null, finished_at: isoTime(now) }
}
