import { query } from '../db/pool.ts'
import type { Database } from '../db/tables.ts'
import { AppError } from '../kernel/errors.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'

export type BacklogOptions = {
  db: Database
  /** Jobs of one owner that may wait to be delivered. */
  limit: number
  onError: (error: unknown) => void
}

const COUNT_EVERY = 1_000
/** An owner is counted when this process alone has added this share of the limit since it last was. */
const WORTH_COUNTING = 1 / 20
/** From this share of the limit on an owner is counted every time, whoever adds to it. */
const NEAR = 1 / 2

/**
 * Watches how many jobs wait for each owner whose jobs were not taken over at once, and refuses more events while it is too
 * many. Jobs for an endpoint that fails do not count: they wait for it, not for us. Counting costs a statement an owner, so
 * those that publish little are left alone.
 */
export class Backlog {
  readonly #options: BacklogOptions
  readonly #loop: Loop
  /** Jobs that this process has left waiting since their owner was counted. */
  readonly #added = new Map<string, number>()
  readonly #near = new Set<string>()
  readonly #full = new Set<string>()

  constructor(options: BacklogOptions) {
    this.#options = options
    this.#loop = repeat(COUNT_EVERY, () => this.#countAll(), options.onError)
  }

  /** Jobs were committed; those that nobody leases wait. */
  note(jobs: readonly { worker_id: number | null; event: Owner }[]): void {
    for (const { worker_id, event } of jobs) {
      if (worker_id === null) this.#added.set(ownerId(event), (this.#added.get(ownerId(event)) ?? 0) + 1)
    }
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

  async #countAll(): Promise<void> {
    const { db, limit } = this.#options
    const worth = [...this.#added].filter(([, added]) => added >= limit * WORTH_COUNTING).map(([owner_id]) => owner_id)
    for (const owner_id of new Set([...worth, ...this.#near])) {
      this.#added.delete(owner_id)
      const waiting = await countUpTo(db, owner_id, limit)
      keep(this.#near, owner_id, waiting >= limit * NEAR)
      keep(this.#full, owner_id, waiting >= limit)
    }
  }
}

function keep(owners: Set<string>, owner_id: string, belongs: boolean): void {
  if (belongs) owners.add(owner_id)
  else owners.delete(owner_id)
}

async function countUpTo(db: Database, owner_id: string, limit: number): Promise<number> {
  const rows = await query<{ waiting: number }>(
    db,
    `select count(*) as waiting from (
       select 1 from integrations i
        cross join lateral (
          select 1 from jobs j
           where j.integration_id = i.id and j.priority = 0 and j.next_at <= now() limit $2
        ) due
        where i.owner_id = $1 and i.enabled and i.deleted_at is null
          and not exists (select 1 from workers w where (w.lanes -> i.id::text ->> 'probing')::boolean)
        limit $2
     ) as waiting`,
    [owner_id, limit],
  )
  return rows[0]?.waiting ?? 0
}
