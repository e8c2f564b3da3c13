import { SECOND } from '../../kernel/duration.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import type { Attempts } from '../jobs/claim.ts'
import { HEARTBEAT_MS, SELF_FENCING_AFTER_MS, UNSETTLED_ALARM_MS } from '../jobs/lease.ts'
import { beat, enterWorker, type LaneState, leaveWorker, sweepDead } from '../jobs/membership.ts'
import type { WorkerOptions } from './worker-options.ts'

type HeartbeatOptions = Pick<WorkerOptions, 'db' | 'clock' | 'telemetry' | 'onStreams'>

/** What the worker does about its heartbeat. */
export type Beating = {
  lanes: () => Record<string, LaneState>
  /** Milliseconds for which an attempt that has ended could not be settled. */
  unsettledFor: () => number
  /** The worker has been declared dead while it is alive: its leases are free for others. It enters again afterwards. */
  onDeclaredDead: () => void
  /** The leases of dead workers were freed: these integrations have jobs due. */
  onFreed: (integration_ids: readonly string[]) => void
  onBeaten: () => Promise<void>
  onError: (error: unknown) => void
}

/** This process's entry among the workers of the database, and whether others still take it for alive. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #worker_id: number
  #beaten_at: number
  #loop: Loop | null = null

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

  /** Beats until it is stopped, and frees the leases of workers whose heartbeat has expired. */
  keep(beating: Beating): void {
    this.#loop = repeat(HEARTBEAT_MS, () => this.#beat(beating), beating.onError)
  }

  async stop(): Promise<void> {
    await this.#loop?.stop()
  }

  leave(made: Attempts): Promise<void> {
    return leaveWorker(this.#options.db, this.#worker_id, made)
  }

  async #beat({ lanes, unsettledFor, onDeclaredDead, onFreed, onBeaten }: Beating): Promise<void> {
    const { db, clock, telemetry, onStreams } = this.#options
    const started_at = clock()
    const beaten = await beat(db, this.#worker_id, {
      lanes: lanes(),
      unsettled_seconds: alarmingSeconds(unsettledFor()),
    })
    if (beaten === null) {
      onDeclaredDead()
      this.#worker_id = await enterWorker(db)
    } else onStreams(beaten.streams)
    this.#beaten_at = started_at
    if (beaten?.any_dead) {
      const { workers, leases, integration_ids } = await sweepDead(db)
      if (workers > 0) telemetry.swept(workers, leases)
      onFreed(integration_ids)
    }
    await onBeaten()
  }
}

/** Whole seconds from the alarm on, before it null. */
function alarmingSeconds(unsettled_for_ms: number): number | null {
  return unsettled_for_ms < UNSETTLED_ALARM_MS ? null : Math.round(unsettled_for_ms / SECOND)
}
