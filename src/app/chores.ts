import { type Loop, repeat } from '../deliveries/repeat.ts'
import { sweepIdempotencyKeys } from '../store/kit/idempotency.ts'
import type { StoreDeps } from '../store/kit/work.ts'

/** Work of the store that nobody waits for. A step does one piece of what is due and says whether, or how much, there was. */
type Chore = {
  name: string
  every_ms: number
  step: (deps: StoreDeps, now: number) => Promise<boolean | number>
}

const CHORES: readonly Chore[] = [
  { name: 'sweeping idempotency keys', every_ms: 60_000, step: ({ db }, now) => sweepIdempotencyKeys(db, now) },
]

/** Does the chores until it is stopped; several processes may do them at once. */
export function startChores(deps: StoreDeps, onError: (chore: string, error: unknown) => void): Loop {
  let stopping = false
  const loops = CHORES.map(({ name, every_ms, step }) =>
    repeat(
      every_ms,
      async () => {
        while (!stopping && (await step(deps, deps.clock())));
      },
      (error) => onError(name, error),
import type { Logger } from 'pino'
import { repeat } from '../deliveries/repeat.ts'
import { publishReleases } from '../store/catalog/publish-releases.ts'
import { sweepReleases } from '../store/catalog/sweep-releases.ts'
/** Work of the store that nobody waits for. A step does one piece of it in a transaction and says whether there was any. */
export type Chore = { name: string; every_ms: number; step(deps: StoreDeps): Promise<boolean> }
const chores: readonly Chore[] = [
  { name: 'publish catalog releases', every_ms: 500, step: publishReleases },
  { name: 'sweep catalog releases', every_ms: 5_000, step: sweepReleases },
/** Does every chore again and again until stopped; several processes share them. */
export function startChores(deps: StoreDeps, log: Logger): { stop(): Promise<void> } {
  const loops = chores.map(({ name, every_ms, step }) =>
        while (!stopping && (await step(deps)));
      (error) => log.error(error, `chores: ${name} failed`),
    ),
  )
  return {
    async stop() {
      stopping = true
import type { Logger } from 'pino'
import { forgetGenerations } from '../access/generations.ts'
import { sendOneTimePassword } from '../store/one-time-passwords/send.ts'
import { deleteOldCodes } from '../store/one-time-passwords/store.ts'
/** Work of the store that nobody waits for. A step does one piece of what is due and says whether there was any. */
type Chore = { name: string; every_ms: number; step: (deps: StoreDeps, now: number) => Promise<boolean | number> }
  { name: 'sending one-time passwords', every_ms: 250, step: sendOneTimePassword },
  { name: 'forgetting one-time passwords', every_ms: 3_600_000, step: ({ db }, now) => deleteOldCodes(db, now) },
  { name: 'forgetting ended tokens', every_ms: 3_600_000, step: ({ db }, now) => forgetGenerations(db, now) },
/** Does the chores until stopped; several processes may. */
export function startChores(deps: StoreDeps, log: Pick<Logger, 'error'>): Loop {
  const loops = CHORES.map(({ name, every_ms, step }) => {
    const work = async () => {
      for (let any = await step(deps, deps.clock()); any; any = await step(deps, deps.clock()));
    }
    return repeat(every_ms, work, (error) => log.error(error, `chores: ${name} failed`))
  })

      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
