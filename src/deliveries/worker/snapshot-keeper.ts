import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { SNAPSHOT_GOOD_FOR_MS } from '../jobs/lease.ts'

export type SnapshotKeeperOptions = {
  snapshot: Pick<Snapshot, 'refresh' | 'confirmedAt'>
  clock: Clock
  hasWork: () => boolean
  /** What waited for a fresh snapshot may go on. */
  onLooked: () => void
  onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 200
/**
 * The age in milliseconds at which the snapshot is read again unless an append or a claim has confirmed it: with work, young
 * enough that what was disabled is cancelled at once; at rest, young enough that the next event finds it fresh.
 */
const READ_AGAIN_AT_MS = { working: 200, resting: 600 }

/** Keeps the snapshot of the integrations fresh, with as few statements as that takes. */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions
  readonly #loop: Loop

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options
    this.#loop = repeat(LOOK_EVERY_MS, () => this.#look(), options.onError)
  }

  /** Whether attempts may start with it. */
  isFresh(): boolean {
    return this.#age() < SNAPSHOT_GOOD_FOR_MS
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  #age(): number {
    const { snapshot, clock } = this.#options
    return clock() - snapshot.confirmedAt()
  }

  async #look(): Promise<void> {
    const { snapshot, hasWork, onLooked } = this.#options
    const read_again_at = hasWork() ? READ_AGAIN_AT_MS.working : READ_AGAIN_AT_MS.resting
    if (this.#age() >= read_again_at) await snapshot.refresh()
    onLooked()
  }
}
