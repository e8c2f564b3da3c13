import { query } from '../db/pool.ts'
import type { Database } from '../db/tables.ts'
import { AppError } from '../kernel/errors.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { NewJob } from './enqueue.ts'
import { type Loop, repeat } from './repeat.ts'

export type BacklogOptions = {
  db: Database
  /** Jobs of one owner that may wait to be delivered. */
  limit: number
  onError: (error: unknown) => void
}

const COUNT_EVERY = 1_000

/**
 * Watches how many jobs wait for each owner whose jobs were not taken over at once, and refuses more events while it is too
 * many. Jobs for an endpoint that fails do not count: they wait for it, not for us.
 */
export class Backlog {
  readonly #options: BacklogOptions
  readonly #loop: Loop
  readonly #waiting = new Set<string>()
  readonly #full = new Set<string>()

  constructor(options: BacklogOptions) {
    this.#options = options
    this.#loop = repeat(COUNT_EVERY, () => this.#count(), options.onError)
  }

  /** Jobs were committed; those that nobody leases wait. */
  note(jobs: readonly NewJob[]): void {
    for (const job of jobs) if (job.worker_id === null) this.#waiting.add(ownerId(job.event))
  }

  /** Throws `too_many_requests` when too many jobs of the owner wait. */
  expectRoom(owner: Owner): void {
    if (!this.#full.has(ownerId(owner))) return
    const detail = `More than ${this.#options.limit} deliveries wait already: publish again when there are fewer.`
    throw new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': '2' } })
  }

  async close(): Promise<void> {
    await this.#loop.stop()
  }

  async #count(): Promise<void> {
    const owners = [...new Set([...this.#waiting, ...this.#full])]
    this.#waiting.clear()
    for (const owner_id of owners) {
      if (await hasAtLeast(this.#options.db, owner_id, this.#options.limit)) this.#full.add(owner_id)
      else this.#full.delete(owner_id)
    }
  }
}

async function hasAtLeast(db: Database, owner_id: string, limit: number): Promise<boolean> {
  const rows = await query<{ waiting: number }>(
    db,
    `select count(*) as waiting from (
       select 1 from integrations i
        cross join lateral (
          select 1 from jobs j
           where j.integration_id = i.id and j.worker_id is null and j.priority = 0 and j.next_at <= now() limit $2
        ) due
        where i.owner_id = $1 and i.enabled and i.deleted_at is null
          and not exists (select 1 from workers w where (w.lanes -> i.id::text ->> 'probing')::boolean)
        limit $2
     ) as waiting`,
    [owner_id, limit],
  )
  return (rows[0]?.waiting ?? 0) >= limit
}
