import { SELF_FENCING_AFTER_MS } from '../jobs/lease.ts'
import { beat, enterWorker, type LaneState, leaveWorker } from '../jobs/membership.ts'
import type { WorkerOptions } from './worker-options.ts'

type HeartbeatOptions = Pick<WorkerOptions, 'db' | 'clock' | 'onStreams'>

/** This process's entry among the workers of the database, and whether others still take it for alive. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #worker_id: number
  #beaten_at: number

  static async start(options: HeartbeatOptions): Promise<Heartbeat> {
    const entered_at = options.clock()
    return new Heartbeat(options, await enterWorker(options.db), entered_at)
  }

  private constructor(options: HeartbeatOptions, worker_id: number, entered_at: number) {
    this.#options = options
    this.#worker_id = worker_id
    this.#beaten_at = entered_at
  }

  worker_id(): number {
    return this.#worker_id
  }

  /** Milliseconds since the epoch. */
  beatenAt(): number {
    return this.#beaten_at
  }

  isFresh(): boolean {
    return this.#options.clock() - this.#beaten_at < SELF_FENCING_AFTER_MS
  }

  /** False when the worker has been declared dead meanwhile: its leases are free for others, and it has to enter again. */
  async beat(lanes: Record<string, LaneState>): Promise<boolean> {
    const { db, clock, onStreams } = this.#options
    const started_at = clock()
    const streams = await beat(db, this.#worker_id, lanes)
    if (streams === null) return false
    this.#beaten_at = started_at
    onStreams(streams)
    return true
  }

  /** Enters the process as a new worker. */
  async enterAgain(): Promise<void> {
    const { db, clock } = this.#options
    const started_at = clock()
    this.#worker_id = await enterWorker(db)
    this.#beaten_at = started_at
  }

  leave(): Promise<void> {
    return leaveWorker(this.#options.db, this.#worker_id)
  }
}
