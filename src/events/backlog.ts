import type { Database } from '../db/database.ts'
import { AppError } from '../kernel/errors.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import { countWaiting } from './store.ts'

export type BacklogOptions = {
  db: Database
  /** Maximum number of waiting jobs of one owner. */
  limit: number
  onError: (error: unknown) => void
}

const COUNT_INTERVAL_MS = 1_000
/** Share of the limit that this process must have added before an owner's jobs are counted. */
const MIN_ADDED_SHARE = 1 / 20
/** Share of the limit from which an owner's jobs are counted every time. */
const NEAR_SHARE = 1 / 2

/**
 * Applies backpressure: counts the jobs of an owner that wait for a worker, and rejects further events while there are too many.
 * Jobs for a failing endpoint do not count, since they wait for the endpoint. Counting takes a statement per owner, so owners
 * that publish little are skipped.
 */
export class Backlog {
  readonly #options: BacklogOptions
  readonly #loop: Loop
  /** Free jobs that this process has added per owner since the last count. */
  readonly #added = new Map<string, number>()
  readonly #near = new Set<string>()
  readonly #full = new Set<string>()

  constructor(options: BacklogOptions) {
    this.#options = options
    this.#loop = repeat(COUNT_INTERVAL_MS, () => this.#countAll(), options.onError)
  }

  /** Records committed jobs that no worker has leased. */
  note(jobs: readonly { event: Owner }[]): void {
    for (const { event } of jobs) this.#added.set(ownerId(event), (this.#added.get(ownerId(event)) ?? 0) + 1)
  }

  /** Throws `too_many_requests` if too many jobs of the owner wait. */
  checkLimit(owner: Owner): void {
    if (!this.#full.has(ownerId(owner))) return
    const detail = `More than ${this.#options.limit} deliveries are waiting; publish again later.`
    throw new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': '2' } })
  }

  refused(): string[] {
    return [...this.#full]
  }

  async close(): Promise<void> {
    await this.#loop.stop()
  }

  async #countAll(): Promise<void> {
    const { db, limit } = this.#options
    const candidates = [...this.#added]
      .filter(([, added]) => added >= limit * MIN_ADDED_SHARE)
      .map(([owner_id]) => owner_id)
    for (const owner_id of new Set([...candidates, ...this.#near])) {
      this.#added.delete(owner_id)
      const waiting = await countWaiting(db, owner_id, limit)
      setMembership(this.#near, owner_id, waiting >= limit * NEAR_SHARE)
      setMembership(this.#full, owner_id, waiting >= limit)
    }
  }
}

function setMembership(owners: Set<string>, owner_id: string, isMember: boolean): void {
  if (isMember) owners.add(owner_id)
  else owners.delete(owner_id)
}
