import { query } from '../../db/pool.ts'
import type { Database } from '../../db/tables.ts'
import type { JobSink, NewJob } from '../../events/jobs.ts'

/** The channel on which workers hear that jobs may be due: ids of integrations separated by spaces, or nothing for any. */
export const JOBS_CHANNEL = 'tidings_jobs'

/** Integrations named in one notice; PostgreSQL carries less than 8,000 bytes. */
const MOST_NAMED = 200
const WINDOW_MS = 10

/** The job sink of a process that does not deliver: all jobs are free, and the workers are woken. */
export class Announcer implements JobSink {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #named = new Set<string>()
  #timer: NodeJS.Timeout | null = null

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

  aborted(): void {}

  /** They are free: workers find them by themselves. */
  inDoubt(): void {}

  committed(jobs: readonly NewJob[]): void {
    this.wake(jobs.map((job) => job.integration_id))
  }

  wake(integration_ids: readonly string[]): void {
    for (const id of integration_ids) this.#named.add(id)
    if (this.#named.size > 0) this.#timer ??= setTimeout(() => this.#announce(), WINDOW_MS)
  }

  /** Says what is still to be said. A notice that gets lost costs a second: workers look by themselves. */
  async close(): Promise<void> {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    await this.#announce()
  }

  async #announce(): Promise<void> {
    this.#timer = null
    const ids = [...this.#named]
    this.#named.clear()
    const payload = ids.length > MOST_NAMED ? '' : ids.join(' ')
    await query(this.#db, `select pg_notify($1, $2)`, [JOBS_CHANNEL, payload]).catch(this.#onError)
  }
}
