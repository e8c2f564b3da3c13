// Queue of events to be stored, in one of three modes:
//
// | Mode      | While                                                      | Owners with few events waiting | Owners with many |
// | --------- | ---------------------------------------------------------- | ------------------------------ | ---------------- |
// | alone     | one organization publishes                                 | share a batch, at once when it is full            ||
// | contended | several organizations published within the last second     | share a batch                  | one batch each, by deficit round robin; one at a time is being stored |
// | throttled | contended, and an organization has published few events    | share a batch                  | the same, and a cooldown after each batch |
//
// An organization also waits, in every mode and up to a second, while the worker of this process is busy with its jobs.

import type { Clock } from '../kernel/clock.ts'
import type { Queue } from '../kernel/coalescer.ts'
import type { JobSink } from './jobs.ts'

/** Events of an organization that wait to be stored; `since` is in milliseconds since the epoch. */
export type Waiting = { organization_id: string; rows: number; since: number }

export type FairQueueOptions = { clock: Clock; jobSink: Pick<JobSink, 'isBusyWith'> }

/** `deficit` is the number of rows that the organization may have taken in its next round, on top of a quantum. */
type Line<Entry> = { organization_id: string; rows: number; deficit: number; entries: Entry[] }

/** Last batch of an organization with many events; `cooldown_until` is null until the batch is stored. */
type Bulk = { first: Waiting; taken_at: number; cooldown_until: number | null }

/** Rows at which a batch starts without waiting for more, while only one organization publishes. */
const FULL_BATCH = 400
const MAX_BATCH_SIZE = 2 * FULL_BATCH
/** Rows per round of the round robin; an organization with as many waiting rows has many. */
const QUANTUM = 100
/** Maximum number of rows in memory. */
const MAX_WAITING = 20_000
/** Rows that each organization may have waiting, regardless of the others. */
const RESERVED_ROWS = 1_000
/** Time without further events after which an organization no longer counts as publishing. */
const CONTENTION_MS = 1_000
/** Maximum time for which an organization is delayed while the worker is busy with its jobs. */
const MAX_HOLD_MS = 1_000
/** Cooldown as a multiple of the time that storing the batch took, because delivering costs many times as much as storing. */
const COOLDOWN_FACTOR = 30
const MAX_COOLDOWN_MS = 200

/** A queue per organization, so that a flood from one organization neither delays nor blocks the others. */
export class FairQueue<Entry extends { item: Waiting }> implements Queue<Entry> {
  readonly #options: FairQueueOptions
  /** Non-empty lines in round-robin order. */
  readonly #lines = new Map<string, Line<Entry>>()
  #rows = 0
  #latest_organization = ''
  #contended_until = 0
  #throttled_until = 0
  #bulk: Bulk | null = null

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  rows(): number {
    return this.#rows
  }

  isEmpty(): boolean {
    return this.#rows === 0
  }

  /** True if there is capacity that the others leave free, or reserved capacity. */
  hasCapacity(organization_id: string, rows: number): boolean {
    const own = this.#lines.get(organization_id)?.rows ?? 0
    return own + rows <= Math.max(RESERVED_ROWS, MAX_WAITING - (this.#rows - own))
  }

  add(entry: Entry): void {
    const { organization_id, rows, since } = entry.item
    const line = this.#lines.get(organization_id) ?? { organization_id, rows: 0, deficit: 0, entries: [] }
    line.entries.push(entry)
    line.rows += rows
    this.#rows += rows
    this.#lines.set(organization_id, line)
    if (this.#latest_organization !== '' && this.#latest_organization !== organization_id) this.#enterContended(since)
    this.#latest_organization = organization_id
  }

  isFull(): boolean {
    const now = this.#options.clock()
    if (this.#mode(now) === 'alone') return this.#rows >= FULL_BATCH
    const isStoringBulk = this.#bulk?.cooldown_until === null
    if (!isStoringBulk && this.#isBulkBlocked(now)) return false
    // While a bulk batch is being stored, small batches of other organizations are stored beside it at once.
    for (const line of this.#lines.values())
      if (hasMany(line) !== isStoringBulk && !this.#isDelayed(line, now)) return true
    return false
  }

  take(): Entry[] {
    const now = this.#options.clock()
    const lines = this.#linesToTake(now)
    if (this.#mode(now) === 'alone') return this.#takeShared(lines)
    const bulk = this.#isBulkBlocked(now) ? [] : this.#takeBulk(lines.filter(hasMany), now)
    if (bulk.length > 0) return bulk
    const shared = this.#takeShared(lines.filter((line) => !hasMany(line)))
    if (shared.length > 0) this.#enterThrottled(now)
    return shared
  }

  /** Must be called when a batch has been stored or has failed. */
  stored(batch: readonly Waiting[]): void {
    if (this.#bulk === null || batch[0] !== this.#bulk.first) return
    const now = this.#options.clock()
    this.#bulk.cooldown_until = now + Math.min(MAX_COOLDOWN_MS, COOLDOWN_FACTOR * (now - this.#bulk.taken_at))
  }

  #mode(now: number): 'alone' | 'contended' | 'throttled' {
    if (now >= this.#contended_until) return 'alone'
    return now < this.#throttled_until ? 'throttled' : 'contended'
  }

  #enterContended(now: number): void {
    this.#contended_until = now + CONTENTION_MS
  }

  #enterThrottled(now: number): void {
    this.#throttled_until = now + CONTENTION_MS
  }

  #linesToTake(now: number): Line<Entry>[] {
    return [...this.#lines.values()].filter((line) => !this.#isDelayed(line, now))
  }

  #isDelayed({ organization_id, entries }: Line<Entry>, now: number): boolean {
    const since = entries[0]?.item.since ?? 0
    return now - since < MAX_HOLD_MS && this.#options.jobSink.isBusyWith(organization_id)
  }

  /** True while a bulk batch is being stored and during its cooldown, which also ends if the clock is set back. */
  #isBulkBlocked(now: number): boolean {
    if (this.#bulk === null) return false
    const { cooldown_until } = this.#bulk
    if (cooldown_until === null) return true
    const left = cooldown_until - now
    return this.#mode(now) === 'throttled' && left > 0 && left <= MAX_COOLDOWN_MS
  }

  /** Takes a batch as large as possible, from the organizations in round-robin order. */
  #takeShared(lines: readonly Line<Entry>[]): Entry[] {
    const batch: Entry[] = []
    let left = MAX_BATCH_SIZE
    for (const line of lines) {
      if (left <= 0) break
      const before = this.#rows
      batch.push(...this.#takeFrom(line, Math.max(left, firstRows(line))))
      left -= before - this.#rows
    }
    return batch
  }

  /** Takes a batch of the next organization whose deficit, which grows by a quantum per round, covers its first request. */
  #takeBulk(lines: Line<Entry>[], now: number): Entry[] {
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
      line.deficit += QUANTUM
      const [first] = line.entries
      const before = this.#rows
      const batch = this.#takeFrom(line, line.deficit)
      line.deficit -= before - this.#rows
      if (first !== undefined && batch.length > 0) {
        this.#bulk = { first: first.item, taken_at: now, cooldown_until: null }
        return batch
      }
      lines.push(line)
    }
    return []
  }

  /** Takes at most `most` rows, and moves the line behind all others. */
  #takeFrom(line: Line<Entry>, most: number): Entry[] {
    let rows = 0
    const end = line.entries.findIndex(({ item }) => {
      if (rows + item.rows > most) return true
      rows += item.rows
      return false
    })
    const taken = line.entries.splice(0, end === -1 ? line.entries.length : end)
    line.rows -= rows
    this.#rows -= rows
    this.#lines.delete(line.organization_id)
    if (line.entries.length > 0) this.#lines.set(line.organization_id, line)
    return taken
  }
}

function hasMany({ rows }: { rows: number }): boolean {
  return rows >= QUANTUM
}

function firstRows({ entries }: Line<{ item: Waiting }>): number {
  return entries[0]?.item.rows ?? 0
}
