import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SELF_FENCING_AFTER_MS } from '../jobs/lease.ts'
import { beat, enterWorker, type LaneState, leaveWorker } from '../jobs/membership.ts'

/** This process's entry among the workers of the database, and whether others still take it for alive. */
export class Heartbeat {
  readonly #db: Database
  readonly #clock: Clock
  #worker_id: number
  #beaten_at: number

  static async start(db: Database, clock: Clock): Promise<Heartbeat> {
    const entered_at = clock()
    return new Heartbeat(db, clock, await enterWorker(db), entered_at)
  }

  private constructor(db: Database, clock: Clock, worker_id: number, entered_at: number) {
    this.#db = db
    this.#clock = clock
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
    return this.#clock() - this.#beaten_at < SELF_FENCING_AFTER_MS
  }

  /** False when the worker has been declared dead meanwhile: its leases are free for others, and it has to enter again. */
  async beat(lanes: Record<string, LaneState>): Promise<boolean> {
    const started_at = this.#clock()
    const isAlive = await beat(this.#db, this.#worker_id, lanes)
    if (isAlive) this.#beaten_at = started_at
    return isAlive
  }

  /** Enters the process as a new worker. */
  async enterAgain(): Promise<void> {
    const started_at = this.#clock()
    this.#worker_id = await enterWorker(this.#db)
    this.#beaten_at = started_at
  }

  leave(): Promise<void> {
    return leaveWorker(this.#db, this.#worker_id)
  }
}
