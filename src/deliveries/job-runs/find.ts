import type { Transaction } from '../../db/database.ts'
import { type DeliveryState, lockDeliveryStates } from '../../integrations/sql/for-deliveries.ts'
import { countWaitingJobs, MAX_OUTSTANDING } from '../replays/store.ts'
import { matchesKeys } from './request.ts'
import { type JobFound, type JobRunRow, lockJobs, selectNamedJobs, selectNextJobs } from './store.ts'

/** Position after the last possible job. */
export const DONE = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Result of one step: locked jobs that match, and the new position in one of the lists of the run. */
export type Taken = {
  jobs: readonly JobFound[]
  states: ReadonlyMap<string, DeliveryState>
  /** Index of the list that `position` belongs to. */
  index: number
  position: string
  scanned: number
  /** Named jobs that no longer exist. */
  gone: number
}

const MAX_SCANNED = 2_000
const MAX_CANCELLED = 1_000
/** Integrations that one step tries before it gives up. */
const MAX_TRIED = 20

/** Returns `wait` if no job can be taken now, and `done` if none is left. */
export async function takeNext(tx: Transaction, run: JobRunRow, quota: number): Promise<Taken | 'wait' | 'done'> {
  if (run.positions.every((position) => position === DONE)) return 'done'
  return run.job_ids === null ? takeMatching(tx, run, quota) : takeNamed(tx, run, run.job_ids, quota)
}

async function takeNamed(
  tx: Transaction,
  run: JobRunRow,
  job_ids: readonly string[],
  quota: number,
): Promise<Taken | 'wait'> {
  const [position = DONE] = run.positions
  const ids = job_ids.filter((id) => id > position).slice(0, run.action === 'cancel' ? MAX_CANCELLED : quota)
  const found = await selectNamedJobs(tx, run.owner_id, ids, ids.length)
  const states = await lockDeliveryStates(tx, [...new Set(found.map(({ integration_id }) => integration_id))])
  const { jobs, until } = await lock(tx, found, () => true)
  const examined = until === null ? ids : ids.filter((id) => id < until)
  if (examined.length === 0 && until !== null) return 'wait'
  const last = examined.at(-1)
  const isDone = last === undefined || last === job_ids.at(-1)
  const present = new Set(found.map(({ id }) => id))
  const gone = examined.filter((id) => !present.has(id)).length
  return { jobs, states, index: 0, position: isDone ? DONE : last, scanned: examined.length - gone, gone }
}

async function takeMatching(tx: Transaction, run: JobRunRow, quota: number): Promise<Taken | 'wait'> {
  const next = await nextIntegration(tx, run)
  if (next === null) return 'wait'
  const { index, integration_id, position, states, capacity } = next
  const found = await selectNextJobs(tx, run, { integration_id, position, limit: MAX_SCANNED })
  const matches = (job: JobFound) => run.statuses.includes(job.status) && matchesKeys(run.keys, job.triggered_by)
  const within = takeWithin(found, matches, limitOf(run, quota, capacity))
  const { jobs, until } = await lock(tx, within, matches)
  const examined = until === null ? within : within.filter(({ id }) => id < until)
  if (examined.length === 0 && until !== null) return 'wait'
  const isDone = until === null && found.length < MAX_SCANNED && within.length === found.length
  const reached = isDone ? DONE : (examined.at(-1)?.id ?? position)
  return { jobs, states, index, position: reached, scanned: examined.length, gone: 0 }
}

function limitOf(run: JobRunRow, quota: number, capacity: number): number {
  return run.action === 'cancel' ? MAX_CANCELLED : Math.min(quota, capacity)
}

type Next = {
  index: number
  integration_id: string
  position: string
  states: ReadonlyMap<string, DeliveryState>
  /** Jobs that can be retried now; infinite for a disabled integration, since its jobs are skipped. */
  capacity: number
}

/**
 * Returns the next integration, in round-robin order, that is not done and has capacity, locked against changes; null if there is
 * none.
 */
async function nextIntegration(tx: Transaction, run: JobRunRow): Promise<Next | null> {
  const { integration_ids, positions, next_index } = run
  const indexes = integration_ids.map((_, offset) => (next_index + offset) % integration_ids.length)
  for (const index of indexes.filter((one) => positions[one] !== DONE).slice(0, MAX_TRIED)) {
    const [integration_id, position] = [integration_ids[index], positions[index]]
    if (integration_id === undefined || position === undefined) continue
    const states = await lockDeliveryStates(tx, [integration_id])
    const isLimited = run.action === 'retry' && states.get(integration_id)?.enabled === true
    const capacity = isLimited
      ? MAX_OUTSTANDING - (await countWaitingJobs(tx, integration_id, MAX_OUTSTANDING))
      : Infinity
    if (capacity > 0) return { index, integration_id, position, states, capacity }
  }
  return null
}

type Matches = (job: JobFound) => boolean

/** Returns the leading rows that include at most `most` matches. */
function takeWithin(found: readonly JobFound[], matches: Matches, most: number): readonly JobFound[] {
  let matching = 0
  const end = found.findIndex((job) => matches(job) && ++matching > most)
  return end === -1 ? found : found.slice(0, end)
}

/**
 * Locks the matching jobs and reads them again. `until` is the first job that another transaction has locked, where the step
 * ends; null if there is none.
 */
async function lock(tx: Transaction, found: readonly JobFound[], matches: Matches) {
  const selected = found.filter(matches).map(({ id }) => id)
  const locked = selected.length === 0 ? [] : await lockJobs(tx, selected)
  const ids = new Set(locked.map(({ id }) => id))
  const until = selected.find((id) => !ids.has(id)) ?? null
  return { jobs: locked.filter((job) => matches(job) && (until === null || job.id < until)), until }
}
