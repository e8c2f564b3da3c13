import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Occasion, type Settlement, settle } from '../jobs/settle.ts'

export type SettlerOptions = {
  db: Database
  clock: Clock
  worker_id: () => number
  /** Told of every batch that was written, and how many seconds the statement took. */
  onSettled: (settlements: readonly Settlement[], seconds: number) => void
  onError: (error: unknown) => void
}

/** Settlements within this time share one statement. */
const WINDOW_MS = 15
const FULL = 250
const MOST_AT_ONCE = 500
/**
 * Characters of response bodies in one statement, which takes about half a second then. 500 bodies of 64 KiB would take
 * longer than a statement may, and be tried again for ever.
 */
const MOST_CHARACTERS = 4_000_000
const MOST_RUNNING = 2
const RETRY_AFTER_MS = 500
/** Ends that are not written, and which a death makes happen again. */
const MOST_PENDING = 1_000
/** A statement takes a few milliseconds; one that takes longer than this may never be heard of again. */
const LONGEST_WRITE_MS = 250

type Writing = { readonly started_at: number; failed: boolean }

/** Gathers the ends of attempts into shared statements; a failing database delays them, nothing drops them. */
export class Settler {
  readonly #options: SettlerOptions
  readonly #waiting: Settlement[] = []
  readonly #writing = new Set<Writing>()
  #pending = 0
  #timer: NodeJS.Timeout | null = null
  #flushed: (() => void)[] = []

  constructor(options: SettlerOptions) {
    this.#options = options
  }

  add(settlement: Settlement): void {
    this.#waiting.push(settlement)
    this.#pending += 1
    this.#schedule()
  }

  /** Settlements that are not written yet. */
  pending(): number {
    return this.#pending
  }

  /** Whether so much is unwritten, or for so long, that no more attempts should be made until some of it is. */
  isBehind(): boolean {
    if (this.#pending >= MOST_PENDING) return true
    for (const { failed, started_at } of this.#writing) {
      if (failed || performance.now() - started_at > LONGEST_WRITE_MS) return true
    }
    return false
  }

  /** Waits until everything added is written; rejects when the database stays away for `patience` milliseconds. */
  flush(patience: number): Promise<void> {
    if (this.#pending === 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`${this.#pending} ends of attempts are not written.`)), patience)
      this.#flushed.push(() => {
        clearTimeout(giveUp)
        resolve()
      })
    })
  }

  #schedule(): void {
    if (this.#waiting.length === 0 || this.#writing.size >= MOST_RUNNING) return
    if (this.#waiting.length >= FULL) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), WINDOW_MS)
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#writing.size >= MOST_RUNNING || this.#waiting.length === 0) return
    void this.#write(this.#nextBatch())
  }

  #nextBatch(): Settlement[] {
    let characters = 0
    const end = this.#waiting.findIndex(({ log }, index) => {
      characters += log?.body?.length ?? 0
      return index === MOST_AT_ONCE || (index > 0 && characters > MOST_CHARACTERS)
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #write(batch: Settlement[]): Promise<void> {
    const worker_id = this.#options.worker_id()
    const writing: Writing = { started_at: performance.now(), failed: false }
    this.#writing.add(writing)
    for (let occasion: Occasion = 'first'; !(await this.#tryToWrite(batch, worker_id, occasion)); occasion = 'again') {
      writing.failed = true
      await wait(RETRY_AFTER_MS)
    }
    const seconds = (performance.now() - writing.started_at) / 1000
    this.#writing.delete(writing)
    this.#pending -= batch.length
    this.#options.onSettled(batch, seconds)
    if (this.#pending === 0) for (const done of this.#flushed.splice(0)) done()
    this.#schedule()
  }

  async #tryToWrite(batch: Settlement[], worker_id: number, occasion: Occasion): Promise<boolean> {
    try {
      await settle(this.#options.db, batch, { worker_id, now: this.#options.clock(), occasion })
      return true
    } catch (error) {
      this.#options.onError(error)
      return false
    }
  }
}
