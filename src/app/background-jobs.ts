import { setTimeout as wait } from 'node:timers/promises'
import { forgetGenerations } from '../access/generations.ts'
import { sealConfigurations } from '../integrations/seal.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { expireCart } from '../store/carts/expire.ts'
import { publishReleases } from '../store/catalog/releases/publish-releases.ts'
import { sweepReleases } from '../store/catalog/releases/sweep-releases.ts'
import { stepExport } from '../store/exports/step.ts'
import type { Depot } from '../store/files/bytes/depot.ts'
import { deletePending } from '../store/files/bytes/pending-deletion.ts'
import { sweepIdempotencyKeys } from '../store/kit/idempotency.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { sendOneTimePassword } from '../store/one-time-passwords/send.ts'
import { deleteOldCodes } from '../store/one-time-passwords/store.ts'
import { decidePending, expireOrder } from '../store/orders/expire.ts'
import { forgetGuests } from '../storefront/shoppers/told.ts'

type BackgroundJobDeps = StoreDeps & { depot: Depot; cipher: Cipher }

/**
 * Work of the store that nobody waits for. A step does one piece of what is due and says whether, or how much, there was;
 * a long one ends early when the signal says so.
 */
type BackgroundJob = {
  name: string
  every_ms: number
  step: (deps: BackgroundJobDeps, now: number, signal: AbortSignal) => Promise<boolean | number>
}

const HOUR = 3_600_000

/** Each list is served by one connection, one step after the other: nothing that takes long delays what must be quick. */
const QUICK: readonly BackgroundJob[] = [
  { name: 'sending one-time passwords', every_ms: 250, step: sendOneTimePassword },
  { name: 'entering late decisions of gateways', every_ms: 500, step: decidePending },
  { name: 'cancelling orders that nobody pays', every_ms: 10_000, step: expireOrder },
  { name: 'deleting carts that expire', every_ms: 10_000, step: expireCart },
  { name: 'sweeping idempotency keys', every_ms: 60_000, step: ({ db }, now) => sweepIdempotencyKeys(db, now) },
  { name: 'forgetting one-time passwords', every_ms: HOUR, step: ({ db }, now) => deleteOldCodes(db, now) },
  { name: 'forgetting guests', every_ms: HOUR, step: ({ db }, now) => forgetGuests(db, now) },
  { name: 'forgetting ended tokens', every_ms: HOUR, step: ({ db }, now) => forgetGenerations(db, now) },
]
const LONG: readonly BackgroundJob[] = [
  { name: 'sealing configurations', every_ms: 600_000, step: sealing },
  { name: 'publishing catalog releases', every_ms: 500, step: (deps, _, signal) => publishReleases(deps, signal) },
  { name: 'sweeping catalog releases', every_ms: 5_000, step: (deps) => sweepReleases(deps) },
  { name: 'writing exports', every_ms: 1_000, step: stepExport },
  { name: 'removing bytes of files', every_ms: 5_000, step: ({ db, depot }, now) => deletePending(db, depot, now) },
]

async function sealing(deps: BackgroundJobDeps, _: number, signal: AbortSignal): Promise<boolean> {
  await sealConfigurations(deps, signal)
  return false
}

const LOOK_EVERY = 250
/** Steps of one job after which the others get their turn. */
const STEPS = 50
/** Milliseconds that an end waits for steps under way; past it their transactions end with their connections. */
const PATIENCE = 3_000

/** Runs the background jobs until it is stopped; several processes may do them at once. */
export function startBackgroundJobs(deps: BackgroundJobDeps, onError: (job: string, error: unknown) => void): Loop {
  const stopping = new AbortController()
  const loops = [QUICK, LONG].map((backgroundJobs) => serve(backgroundJobs, deps, onError, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      const stopped = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([stopped, wait(PATIENCE, undefined, { ref: false })])
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
  const look = async () => {
    for (const job of backgroundJobs) {
      const now = performance.now()
      if (signal.aborted || now < (due_at.get(job) ?? 0)) continue
      const isDone = await someSteps(job, deps, signal).catch((error: unknown) => {
        onError(job.name, error)
        return true
      })
      due_at.set(job, isDone ? now + job.every_ms : now)
    }
  }
  return repeat(LOOK_EVERY, look, (error) => onError('looking for background jobs', error))
}

/** Whether nothing is left to do of a job. */
async function someSteps({ step }: BackgroundJob, deps: BackgroundJobDeps, signal: AbortSignal): Promise<boolean> {
  for (let steps = 0; steps < STEPS && !signal.aborted; steps += 1) {
    if (!(await step(deps, deps.clock(), signal))) return true
  }
  return false
}
