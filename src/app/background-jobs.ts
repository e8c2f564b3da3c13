import { setTimeout as wait } from 'node:timers/promises'
import { forgetGenerations } from '../access/generations.ts'
import { evaluateAlerts } from '../alerts/evaluate.ts'
import { sendDue } from '../alerts/send.ts'
import { deleteResolvedBefore } from '../alerts/store.ts'
import { sealConfigurations } from '../integrations/seal.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import { deleteOldAccess } from '../people/delete-old-access.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { type SeriesRetention, sweepSeries } from '../series/sweep.ts'
import { sendOneTimePassword } from '../store/authentication/one-time-passwords/send.ts'
import { deleteOldCodes } from '../store/authentication/one-time-passwords/store.ts'
import { expireCart } from '../store/carts/expire.ts'
import { publishReleases } from '../store/catalog/releases/publish-releases.ts'
import { sweepReleases } from '../store/catalog/releases/sql/sweep-releases.ts'
import { removeEntries } from '../store/custom-apis/remove-entries.ts'
import { stepExport } from '../store/exports/step.ts'
import type { FileStorage } from '../store/files/bytes/file-storage.ts'
import { deletePending } from '../store/files/bytes/sql/pending-deletion.ts'
import { sweepIdempotencyKeys } from '../store/kit/sql/idempotency.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { decidePending, expireOrder } from '../store/orders/expire.ts'
import { countOrders } from '../store/recommendations/count-orders.ts'
import { deleteExpiredGuests } from '../storefront/shoppers/sql/checkout-details.ts'
import type { Alerting } from './alerting.ts'

type BackgroundJobDeps = StoreDeps & {
  fileStorage: FileStorage
  cipher: Cipher
  retention: SeriesRetention
  alerting: Alerting
}

/**
 * Work of the store that no request waits for. A step processes one batch of due work and returns whether, or how much,
 * there was; a long step ends early when the signal aborts.
 */
type BackgroundJob = {
  name: string
  every_ms: number
  step: (deps: BackgroundJobDeps, now: number, signal: AbortSignal) => Promise<boolean | number>
}

/** Each list runs sequentially in its own loop, so that long jobs do not delay quick ones. */
const QUICK: readonly BackgroundJob[] = [
  { name: 'sending one-time passwords', every_ms: 250, step: sendOneTimePassword },
  { name: 'applying delayed gateway decisions', every_ms: 500, step: decidePending },
  { name: 'cancelling unpaid orders', every_ms: 10 * SECOND, step: expireOrder },
  { name: 'deleting expired carts', every_ms: 10 * SECOND, step: expireCart },
  { name: 'deleting expired idempotency keys', every_ms: MINUTE, step: ({ db }, now) => sweepIdempotencyKeys(db, now) },
  { name: 'deleting old one-time passwords', every_ms: HOUR, step: ({ db }, now) => deleteOldCodes(db, now) },
  { name: 'deleting expired guest data', every_ms: HOUR, step: ({ db }, now) => deleteExpiredGuests(db, now) },
  { name: 'deleting old sessions and invitations', every_ms: HOUR, step: ({ db }, now) => deleteOldAccess(db, now) },
  {
    name: 'evaluating alerts',
    every_ms: 10 * SECOND,
    step: (deps, now) => evaluateAlerts(deps, now).then(() => false),
  },
  { name: 'deleting old incidents', every_ms: HOUR, step: ({ db }, now) => deleteResolvedBefore(db, now - 90 * DAY) },
  { name: 'deleting expired token generations', every_ms: HOUR, step: ({ db }, now) => forgetGenerations(db, now) },
]
const LONG: readonly BackgroundJob[] = [
  { name: 'encrypting integration configurations', every_ms: 10 * MINUTE, step: sealing },
  { name: 'moving minutes of the series into hours', every_ms: HOUR, step: sweeping },
  { name: 'publishing catalog releases', every_ms: 500, step: (deps, _, signal) => publishReleases(deps, signal) },
  { name: 'deleting rows of deleted catalog releases', every_ms: 5 * SECOND, step: (deps) => sweepReleases(deps) },
  { name: 'deleting entries of deleted custom APIs', every_ms: SECOND, step: (deps) => removeEntries(deps) },
  { name: 'counting what is bought together', every_ms: 10 * MINUTE, step: countOrders },
  { name: 'writing exports', every_ms: SECOND, step: stepExport },
  {
    name: 'deleting contents of removed files',
    every_ms: 5 * SECOND,
    step: ({ db, fileStorage }, now) => deletePending(db, fileStorage, now),
  },
]

/** A mail server or a chat system may take its time. */
const MESSAGES: readonly BackgroundJob[] = [
  { name: 'sending messages of alerts', every_ms: SECOND, step: ({ alerting }, now) => sendDue(alerting, now) },
]

async function sealing(deps: BackgroundJobDeps, _: number, signal: AbortSignal): Promise<boolean> {
  await sealConfigurations(deps, signal)
  return false
}

async function sweeping(deps: BackgroundJobDeps, now: number, signal: AbortSignal): Promise<boolean> {
  await sweepSeries(deps, now, signal)
  return false
}

const POLL_INTERVAL_MS = 250
/** Steps of one job before the next job runs. */
const MAX_STEPS = 50
/** Time that stopping waits for running steps; after it their transactions end with their connections. */
const STOP_TIMEOUT_MS = 3_000

/** Runs the background jobs until it is stopped. Several processes may run them at the same time. */
export function startBackgroundJobs(deps: BackgroundJobDeps, onError: (job: string, error: unknown) => void): Loop {
  const stopping = new AbortController()
  const loops = [QUICK, LONG, MESSAGES].map((backgroundJobs) => serve(backgroundJobs, deps, onError, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      const stopped = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([stopped, wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

function serve(
  backgroundJobs: readonly BackgroundJob[],
  deps: BackgroundJobDeps,
  onError: (job: string, error: unknown) => void,
  signal: AbortSignal,
): Loop {
  const due_at = new Map(backgroundJobs.map((job) => [job, 0]))
  const runDueJobs = async () => {
    for (const job of backgroundJobs) {
      const now = performance.now()
      if (signal.aborted || now < (due_at.get(job) ?? 0)) continue
      const isDone = await runSteps(job, deps, signal).catch((error: unknown) => {
        onError(job.name, error)
        return true
      })
      due_at.set(job, isDone ? now + job.every_ms : now)
    }
  }
  return repeat(POLL_INTERVAL_MS, runDueJobs, (error) => onError('running background jobs', error))
}

/** Runs steps of a job; returns whether no work is left. */
async function runSteps({ step }: BackgroundJob, deps: BackgroundJobDeps, signal: AbortSignal): Promise<boolean> {
  for (let steps = 0; steps < MAX_STEPS && !signal.aborted; steps += 1) {
    if (!(await step(deps, deps.clock(), signal))) return true
  }
  return false
}
