import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { leaseEnds, SELF_FENCING_AFTER_MS, SNAPSHOT_GOOD_FOR_MS } from '../jobs/lease.ts'

export type StandingOptions = { clock: Clock; snapshot: Pick<Snapshot, 'confirmedAt'> }

/** Who the worker is in the database, and whether it may lease and attempt. The heartbeat writes it. */
export class Standing {
  /** Another one after it was declared dead. */
  worker_id: number
  /** The last heartbeat, in milliseconds since the epoch. */
  beaten_at: number
  isStopping = false
  readonly leaseUntil: () => number
  readonly #options: StandingOptions

  constructor(options: StandingOptions, worker_id: number, entered_at: number) {
    this.#options = options
    this.worker_id = worker_id
    this.beaten_at = entered_at
    this.leaseUntil = leaseEnds(options.clock)
  }

  /** Whether this process may still trust its leases and its snapshot of the integrations. */
  isFresh(): boolean {
    const { clock, snapshot } = this.#options
    const now = clock()
    return now - snapshot.confirmedAt() < SNAPSHOT_GOOD_FOR_MS && now - this.beaten_at < SELF_FENCING_AFTER_MS
  }

  /** Whether it may lease anything at the moment. */
  mayClaim(): boolean {
    return !this.isStopping && this.isFresh()
  }
}
