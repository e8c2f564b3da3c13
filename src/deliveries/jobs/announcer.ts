import { type Database, query } from '../../db/database.ts'
import type { JobSink } from '../../events/jobs.ts'
import { Coalescer } from '../../kernel/coalescer.ts'
import { Fifo } from '../../kernel/fifo.ts'

/** The channel that notifies workers of jobs that may be due: ids of integrations separated by spaces, or nothing for any. */
export const JOBS_CHANNEL = 'tidings_jobs'

/** Integrations named in one notification; PostgreSQL carries less than 8,000 bytes. */
const MOST_NAMED = 200
const WINDOW_MS = 10

/** The job sink of a process that does not deliver: all jobs are free, and the workers are woken. */
export class Announcer implements JobSink {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #coalescer = new Coalescer<readonly string[]>({
    queue: new Fifo(),
    window_ms: WINDOW_MS,
    running: Number.POSITIVE_INFINITY,
    write: (woken) => this.#notify(new Set(woken.flat())),
  })

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  reserve(): null {
    return null
  }

  isBusyWith(): boolean {
    return false
  }

  /** None is leased here. */
  dispatch(): void {}

  aborted(): void {}

  /** They are free: workers find them by themselves. */
  inDoubt(): void {}

  wake(integration_ids: readonly string[]): void {
    if (integration_ids.length > 0) void this.#coalescer.add(integration_ids)
  }

  /** Sends what waits. A notification that gets lost costs a second: workers look by themselves. */
  close(): Promise<void> {
    return this.#coalescer.drain()
  }

  async #notify(integration_ids: ReadonlySet<string>): Promise<[]> {
    const payload = integration_ids.size > MOST_NAMED ? '' : [...integration_ids].join(' ')
    await query(this.#db, `select pg_notify($1, $2)`, [JOBS_CHANNEL, payload]).catch(this.#onError)
    return []
  }
}
