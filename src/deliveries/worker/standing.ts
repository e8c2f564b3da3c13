import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { leaseEnds, SELF_FENCING_AFTER_MS, SNAPSHOT_GOOD_FOR_MS } from '../jobs/lease.ts'

export type StandingOptions = { clock: Clock; snapshot: Pick<Snapshot, 'confirmedAt'> }

/** Identity of the worker in the database, and its permission to lease and attempt. Updated by the heartbeat. */
export class Standing {
  /** Changes after the worker was declared dead. */
  worker_id: number
  /** Time of the last heartbeat, in milliseconds since the epoch. */
  heartbeat_at: number
  isStopping = false
  readonly leaseUntil: () => number
  readonly #options: StandingOptions

  constructor(options: StandingOptions, worker_id: number, entered_at: number) {
    this.#options = options
    this.worker_id = worker_id
    this.heartbeat_at = entered_at
    this.leaseUntil = leaseEnds(options.clock)
  }

  /** True if this process may still trust its leases and its snapshot of the integrations. */
  isFresh(): boolean {
    const { clock, snapshot } = this.#options
    const now = clock()
    return now - snapshot.confirmedAt() < SNAPSHOT_GOOD_FOR_MS && now - this.heartbeat_at < SELF_FENCING_AFTER_MS
  }

  mayClaim(): boolean {
    return !this.isStopping && this.isFresh()
  }
}
