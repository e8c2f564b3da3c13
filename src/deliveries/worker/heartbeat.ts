import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { HEARTBEAT_MS, UNSETTLED_ALARM_MS } from '../jobs/lease.ts'
import { beat, type OpenStream, registerWorker, sweepDead } from '../jobs/membership.ts'
import type { DeliveryTelemetry } from '../telemetry.ts'
import type { Claimer } from './claimer.ts'
import type { Holdings } from './holdings.ts'
import type { Settler } from './settler.ts'
import type { Standing } from './standing.ts'

export type HeartbeatOptions = {
  db: Database
  clock: Clock
  telemetry: Pick<DeliveryTelemetry, 'swept'>
  /** Called after each heartbeat, with the open delivery streams. */
  onStreams: (streams: readonly OpenStream[]) => void
  onError: (what: string, error: unknown) => void
}

/** Parts of the worker that a heartbeat reports on or affects. */
type Parts = { standing: Standing; holdings: Holdings; settler: Settler; claimer: Claimer }

/** Writes heartbeats for this process, and frees the leases of workers whose heartbeats have expired. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #parts: Parts
  readonly #loop: Loop

  constructor(options: HeartbeatOptions, parts: Parts) {
    this.#options = options
    this.#parts = parts
    this.#loop = repeat(
      HEARTBEAT_MS,
      () => this.#beat(),
      (error) => options.onError('heartbeat', error),
    )
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #beat(): Promise<void> {
    const { db, clock, telemetry, onStreams } = this.#options
    const { standing, holdings, settler, claimer } = this.#parts
    const started_at = clock()
    const beaten = await beat(db, standing.worker_id, {
      lanes: holdings.lanes.states(),
      unsettled_seconds: alarmingSeconds(settler.unwrittenFor()),
    })
    if (beaten === null) {
      // The worker was declared dead while it is alive, so its leases are free for others.
      holdings.lanes.drain()
      standing.worker_id = await registerWorker(db)
    } else onStreams(beaten.streams)
    standing.heartbeat_at = started_at
    if (beaten?.any_dead) {
      const { workers, leases, integration_ids } = await sweepDead(db)
      if (workers > 0) telemetry.swept(workers, leases)
      claimer.wake(integration_ids)
    }
    await holdings.tidy()
  }
}

/** Whole seconds; null below the alarm threshold. */
function alarmingSeconds(unsettled_for_ms: number): number | null {
  return unsettled_for_ms < UNSETTLED_ALARM_MS ? null : Math.round(unsettled_for_ms / SECOND)
}
