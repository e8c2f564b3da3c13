import { type Database, query } from '../../db/database.ts'
import type { JobSink } from '../../events/jobs.ts'
import { Coalescer } from '../../kernel/coalescer.ts'
import { Fifo } from '../../kernel/fifo.ts'

/**
 * Channel that notifies workers of jobs that may be due. The payload is integration ids separated by spaces, or empty for any.
 */
export const JOBS_CHANNEL = 'tidings_jobs'

/** Integrations named in one notification, because PostgreSQL limits a payload to 8,000 bytes. */
const MAX_NAMED = 200
const WINDOW_MS = 10

/** Job sink of a process that does not deliver: leases no jobs, and wakes the workers. */
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

  /** No-op, since this process leases no jobs. */
  dispatch(): void {}

  aborted(): void {}

  /** No-op, since the jobs are not leased and workers find them by polling. */
  inDoubt(): void {}

  wake(integration_ids: readonly string[]): void {
    if (integration_ids.length > 0) void this.#coalescer.add(integration_ids)
  }

  /** Sends pending notifications. A lost notification delays a job by a second at most, since workers also poll. */
  close(): Promise<void> {
    return this.#coalescer.drain()
  }

  async #notify(integration_ids: ReadonlySet<string>): Promise<[]> {
    const payload = integration_ids.size > MAX_NAMED ? '' : [...integration_ids].join(' ')
    await query(this.#db, `select pg_notify($1, $2)`, [JOBS_CHANNEL, payload]).catch(this.#onError)
    return []
  }
}
