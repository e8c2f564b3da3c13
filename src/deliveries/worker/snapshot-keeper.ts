import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import type { Claimer } from './claimer.ts'
import type { Holdings } from './holdings.ts'
import type { Settler } from './settler.ts'
import type { StartBudget } from './start-budget.ts'

export type SnapshotKeeperOptions = {
  snapshot: Pick<Snapshot, 'refresh' | 'confirmedAt'>
  clock: Clock
  onError: (what: string, error: unknown) => void
}

/** Parts of the worker that may have work, and those that a fresh snapshot resumes. */
type Parts = { holdings: Holdings; settler: Settler; claimer: Claimer; starts: StartBudget }

const CHECK_INTERVAL_MS = 200
/**
 * Maximum age of the snapshot in milliseconds before it is read again, unless an append or a claim has confirmed it. While there
 * is work, young enough to cancel jobs of disabled integrations at once; when idle, young enough to be fresh for the next event.
 */
const MAX_AGE_MS = { working: 200, idle: 600 }

/** Keeps the snapshot of the integrations fresh with as few statements as possible. */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions
  readonly #parts: Parts
  readonly #loop: Loop

  constructor(options: SnapshotKeeperOptions, parts: Parts) {
    this.#options = options
    this.#parts = parts
    this.#loop = repeat(
      CHECK_INTERVAL_MS,
      () => this.#refreshIfStale(),
      (error) => options.onError('snapshot', error),
    )
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #refreshIfStale(): Promise<void> {
    const { snapshot, clock } = this.#options
    const { starts, claimer } = this.#parts
    const max_age_ms = this.#hasWork() ? MAX_AGE_MS.working : MAX_AGE_MS.idle
    if (clock() - snapshot.confirmedAt() >= max_age_ms) await snapshot.refresh()
    starts.resume()
    claimer.resume()
  }

  #hasWork(): boolean {
    const { holdings, settler } = this.#parts
    return holdings.lanes.totals().waiting + holdings.inFlight.count() + settler.pending() > 0
  }
}
