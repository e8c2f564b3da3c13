import { isoTime } from '../../kernel/clock.ts'
import type { Depot } from '../files/bytes/depot.ts'
import { scheduleDeletion } from '../files/bytes/pending-deletion.ts'
import type { StoreDeps } from '../kit/work.ts'
import { type ExportJob, keyOfPiece } from './export-job.ts'
import { sources } from './sources.ts'
import { leaseJob, updateLeased } from './store.ts'

/** Records of one piece. */
const PIECE = 1_000
/** Milliseconds that one piece may take before another process makes it anew. */
const LEASE = 120_000
const DAY = 86_400_000
/** Milliseconds that a finished export can be fetched, and its pieces are kept from when they are written. */
const KEPT = 7 * DAY
const PIECES_KEPT = KEPT + DAY
const MOST_FAILURES = 5
const FIRST_PAUSE = 5_000

type StepDeps = Pick<StoreDeps, 'db' | 'base_url'> & { depot: Depot }

/**
 * Writes the next piece of one export: false when none is due. No transaction is open meanwhile. A death leaves the job
 * leased; whoever takes it later writes the same piece again in the place of what there is of it.
 */
export async function stepExport(deps: StepDeps, now: number): Promise<boolean> {
  const job = await leaseJob(deps.db, now, now + LEASE)
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

async function writePiece({ db, base_url, depot }: StepDeps, job: ExportJob, now: number): Promise<Progress> {
  const { owner_id, what, position } = job
  const page = await sources[what](db, { owner_id, after: position, limit: PIECE, base_url })
  const end = page.length < PIECE ? finished(now) : { next_at: isoTime(now) }
  const last = page.at(-1)
  if (last === undefined) return { ...end, failures: 0 }
  const piece = job.pieces + 1
  const key = keyOfPiece(job, piece)
  const file = await depot.spool.take(linesOf(page), null)
  try {
    await scheduleDeletion(db, key, now + PIECES_KEPT)
    await depot.bytes.put(key, file)
  } finally {
    await depot.spool.discard(file)
  }
  const sums = { records: job.records + page.length, bytes: job.bytes + file.size }
  return { ...end, ...sums, pieces: piece, position: last.id, failures: 0 }
}

async function* linesOf(page: readonly { shown: unknown }[]): AsyncGenerator<Uint8Array> {
  for (const { shown } of page) yield Buffer.from(`${JSON.stringify(shown)}\n`)
}

function finished(now: number): Progress {
  return { status: 'complete', next_at: null, finished_at: isoTime(now), expires_at: isoTime(now + KEPT) }
}

function afterFailure({ failures }: ExportJob, now: number): Progress {
  if (failures + 1 < MOST_FAILURES)
    return { failures: failures + 1, next_at: isoTime(now + FIRST_PAUSE * 2 ** failures) }
  const detail = 'A piece could not be written, several times; the log of the service says why.'
  return { failures: failures + 1, status: 'failed', detail, next_at: null, finished_at: isoTime(now) }
}
