import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import {
  deleteFailures,
  deleteSucceeded,
  type Failing,
  hasSucceededSince,
  periodOf,
  readFailing,
  recordFailure,
} from '../jobs/failing.ts'

type Options = {
  db: Database
  clock: Clock
  /** Milliseconds; failures are recorded once in each period. */
  period_ms: number
  /** Called with integrations that failed in this process and have since succeeded in another. */
  onRecovered: (integration_ids: readonly string[]) => void
  onError: (error: unknown) => void
}

/** Interval between reads of the failures that other workers have recorded. */
const POLL_INTERVAL_MS = 5 * SECOND
const MIN_ID = lowestIdAt(0)

/**
 * Integrations of which no attempt succeeds in any worker. They are recorded in the database, with a write only when an
 * integration starts or stops failing and once in each period. They are read from it too, since another worker may make the
 * successful attempt.
 */
export class FailingIntegrations {
  readonly #options: Options
  readonly #known = new Map<string, Failing>()
  /** Last success and failure of each integration in this process, until other workers' records of that time are read. */
  readonly #succeeded_at = new Map<string, number>()
  readonly #failed_at = new Map<string, number>()
  readonly #reading: Loop
  /** Last integration that was compared with its logs. */
  #compared = MIN_ID

  constructor(options: Options) {
    this.#options = options
    this.#reading = repeat(POLL_INTERVAL_MS, () => this.#read(), options.onError)
  }

  /** Remembers the end of attempts before anything is recorded, since the latest end decides. */
  ended(integration_id: string, outcome: 'succeeded' | 'failed', at: number): void {
    const times = outcome === 'succeeded' ? this.#succeeded_at : this.#failed_at
    times.set(integration_id, Math.max(at, times.get(integration_id) ?? 0))
  }

  async succeeded(integration_id: string): Promise<void> {
    if (this.#known.delete(integration_id)) await deleteFailures(this.#options.db, integration_id)
  }

  /** Records a failure. Returns the failures recorded before; null after a success. */
  async failed(integration_id: string, at: number): Promise<Failing | null> {
    const { db, period_ms } = this.#options
    if ((this.#succeeded_at.get(integration_id) ?? -1) >= at) return null
    const known = this.#known.get(integration_id)
    const isNoted = known !== undefined && known.last_period >= periodOf(known, at, period_ms)
    const state = isNoted ? known : await recordFailure(db, integration_id, at, period_ms)
    this.#known.set(integration_id, state)
    return state
  }

  /** True if no attempt of any worker has succeeded since, by the logs; otherwise deletes the outdated record. */
  async hasOnlyFailed(integration_id: string, since: number): Promise<boolean> {
    if (!(await hasSucceededSince(this.#options.db, integration_id, since))) return true
    await deleteFailures(this.#options.db, integration_id)
    return false
  }

  forget(integration_id: string): void {
    this.#known.delete(integration_id)
    this.#failed_at.delete(integration_id)
  }

  async close(): Promise<void> {
    await this.#reading.stop()
    await this.#read().catch(this.#options.onError)
  }

  async #read(): Promise<void> {
    const { db, clock, onRecovered } = this.#options
    const known = [...this.#known.keys()]
    const noted = await readFailing(db, [...new Set([...known, ...this.#succeeded_at.keys()])])
    for (const [id, state] of noted) {
      if ((this.#succeeded_at.get(id) ?? -1) >= state.since) await deleteFailures(db, id)
      else if (this.#known.has(id)) this.#known.set(id, state)
    }
    const recovered: string[] = []
    for (const id of known) if (!noted.has(id) && !(await this.#failsAgain(id))) recovered.push(id)
    if (recovered.length > 0) onRecovered(recovered)
    const oldest = clock() - 2 * POLL_INTERVAL_MS
    for (const times of [this.#succeeded_at, this.#failed_at])
      for (const [id, time] of times) if (time < oldest) times.delete(id)
    this.#compared = (await deleteSucceeded(db, this.#compared)) ?? MIN_ID
  }

  /**
   * Records a failure of this process after another worker's success; it had not been recorded while the integration was known to
   * fail.
   */
  async #failsAgain(integration_id: string): Promise<boolean> {
    const { db, period_ms } = this.#options
    this.#known.delete(integration_id)
    const failed_at = this.#failed_at.get(integration_id)
    if (failed_at === undefined || (await hasSucceededSince(db, integration_id, failed_at))) return false
    this.#known.set(integration_id, await recordFailure(db, integration_id, failed_at, period_ms))
    return true
  }
}
