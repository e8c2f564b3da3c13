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
import { removeDoomed } from '../store/files/bytes/doom.ts'
import { sweepIdempotencyKeys } from '../store/kit/idempotency.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { sendOneTimePassword } from '../store/one-time-passwords/send.ts'
import { deleteOldCodes } from '../store/one-time-passwords/store.ts'
import { decidePending, expireOrder } from '../store/orders/expire.ts'
import { forgetGuests } from '../storefront/shoppers/told.ts'

type ChoreDeps = StoreDeps & { depot: Depot; cipher: Cipher }

/**
 * Work of the store that nobody waits for. A step does one piece of what is due and says whether, or how much, there was;
 * a long one ends early when the signal says so.
 */
type Chore = {
  name: string
  every_ms: number
  step: (deps: ChoreDeps, now: number, signal: AbortSignal) => Promise<boolean | number>
}

const HOUR = 3_600_000

/** Each list is served by one connection, one step after the other: nothing that takes long delays what must be quick. */
const QUICK: readonly Chore[] = [
  { name: 'sending one-time passwords', every_ms: 250, step: sendOneTimePassword },
  { name: 'entering late decisions of gateways', every_ms: 500, step: decidePending },
  { name: 'cancelling orders that nobody pays', every_ms: 10_000, step: expireOrder },
  { name: 'deleting carts that expire', every_ms: 10_000, step: expireCart },
  { name: 'sweeping idempotency keys', every_ms: 60_000, step: ({ db }, now) => sweepIdempotencyKeys(db, now) },
  { name: 'forgetting one-time passwords', every_ms: HOUR, step: ({ db }, now) => deleteOldCodes(db, now) },
  { name: 'forgetting guests', every_ms: HOUR, step: ({ db }, now) => forgetGuests(db, now) },
  { name: 'forgetting ended tokens', every_ms: HOUR, step: ({ db }, now) => forgetGenerations(db, now) },
]
const LONG: readonly Chore[] = [
  { name: 'sealing configurations', every_ms: 600_000, step: sealing },
  { name: 'publishing catalog releases', every_ms: 500, step: (deps, _, signal) => publishReleases(deps, signal) },
  { name: 'sweeping catalog releases', every_ms: 5_000, step: (deps) => sweepReleases(deps) },
  { name: 'writing exports', every_ms: 1_000, step: stepExport },
  { name: 'removing bytes of files', every_ms: 5_000, step: ({ db, depot }, now) => removeDoomed(db, depot, now) },
]

async function sealing(deps: ChoreDeps, _: number, signal: AbortSignal): Promise<boolean> {
  await sealConfigurations(deps, signal)
  return false
}

const LOOK_EVERY = 250
/** Steps of one chore after which the others get their turn. */
const STEPS = 50
/** Milliseconds that an end waits for steps under way; past it their transactions end with their connections. */
const PATIENCE = 3_000

/** Does the chores until it is stopped; several processes may do them at once. */
export function startChores(deps: ChoreDeps, onError: (chore: string, error: unknown) => void): Loop {
  const stopping = new AbortController()
  const loops = [QUICK, LONG].map((chores) => serve(chores, deps, onError, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      const stopped = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([stopped, wait(PATIENCE, undefined, { ref: false })])
    },
  }
}

function serve(
  chores: readonly Chore[],
  deps: ChoreDeps,
  onError: (chore: string, error: unknown) => void,
  signal: AbortSignal,
): Loop {
  const due_at = new Map(chores.map((chore) => [chore, 0]))
  const look = async () => {
    for (const chore of chores) {
      const now = performance.now()
      if (signal.aborted || now < (due_at.get(chore) ?? 0)) continue
      const isDone = await someSteps(chore, deps, signal).catch((error: unknown) => {
        onError(chore.name, error)
        return true
      })
      due_at.set(chore, isDone ? now + chore.every_ms : now)
    }
  }
  return repeat(LOOK_EVERY, look, (error) => onError('looking for chores', error))
}

/** Whether nothing is left to do of a chore. */
async function someSteps({ step }: Chore, deps: ChoreDeps, signal: AbortSignal): Promise<boolean> {
  for (let steps = 0; steps < STEPS && !signal.aborted; steps += 1) {
    if (!(await step(deps, deps.clock(), signal))) return true
  }
  return false
}
