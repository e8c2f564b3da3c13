import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/duration.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { type Failing, hasSucceededSince, noteFailing, noteSucceeding, periodOf, readFailing } from '../jobs/failing.ts'

type Options = {
  db: Database
  clock: Clock
  /** Milliseconds; failures are noted once in each period. */
  period_ms: number
  /** These integrations have failed in this process, and an attempt of another one has succeeded. */
  onRecovered: (integration_ids: readonly string[]) => void
  onError: (error: unknown) => void
}

/** Between two readings of what other workers have noted. */
const READ_EVERY_MS = 5 * SECOND

/**
 * The integrations that fail: no attempt of any worker succeeds. Noted in the database, so that it is written only when one starts
 * or stops failing and once in each period, and read from it, since another worker may see the success.
 */
export class FailingIntegrations {
  readonly #options: Options
  readonly #known = new Map<string, Failing>()
  /** When attempts of this process have succeeded and failed last, until the others' notes of that time are read. */
  readonly #succeeded_at = new Map<string, number>()
  readonly #failed_at = new Map<string, number>()
  readonly #reading: Loop

  constructor(options: Options) {
    this.#options = options
    this.#reading = repeat(READ_EVERY_MS, () => this.#read(), options.onError)
  }

  /** An attempt has succeeded. */
  async succeeded(integration_id: string): Promise<void> {
    this.#succeeded_at.set(integration_id, this.#options.clock())
    if (this.#known.delete(integration_id)) await noteSucceeding(this.#options.db, integration_id)
  }

  /** An attempt has failed. Returns what is known of the failures until then. */
  async failed(integration_id: string): Promise<Failing> {
    const { db, clock, period_ms } = this.#options
    const now = clock()
    this.#failed_at.set(integration_id, now)
    const known = this.#known.get(integration_id)
    const isNoted = known !== undefined && known.last_period >= periodOf(known, now, period_ms)
    const state = isNoted ? known : await noteFailing(db, integration_id, now, period_ms)
    this.#known.set(integration_id, state)
    return state
  }

  /** Whether no attempt has succeeded since, by the logs of all workers. What is not true any more is no longer noted. */
  async hasOnlyFailed(integration_id: string, since: number): Promise<boolean> {
    if (!(await hasSucceededSince(this.#options.db, integration_id, since))) return true
    await noteSucceeding(this.#options.db, integration_id)
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
    const { noted, isComplete } = await readFailing(db)
    for (const [id, state] of noted) {
      if ((this.#succeeded_at.get(id) ?? 0) > state.since) await noteSucceeding(db, id)
      else this.#known.set(id, state)
    }
    const recovered: string[] = []
    for (const id of isComplete ? known : []) if (!noted.has(id) && !(await this.#failsAnew(id))) recovered.push(id)
    if (recovered.length > 0) onRecovered(recovered)
    const oldest = clock() - 2 * READ_EVERY_MS
    for (const times of [this.#succeeded_at, this.#failed_at])
      for (const [id, time] of times) if (time < oldest) times.delete(id)
  }

  /** What another worker's success ended may have failed here since; that was not noted, being known to fail. */
  async #failsAnew(integration_id: string): Promise<boolean> {
    const { db, period_ms } = this.#options
    this.#known.delete(integration_id)
    const failed_at = this.#failed_at.get(integration_id)
    if (failed_at === undefined || (await hasSucceededSince(db, integration_id, failed_at))) return false
    this.#known.set(integration_id, await noteFailing(db, integration_id, failed_at, period_ms))
    return true
  }
}
