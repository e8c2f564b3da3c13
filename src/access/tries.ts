import { LRUCache } from 'lru-cache'
import { AppError } from '../kernel/errors.ts'

/** Whose tries are counted, and how many may fail in one window. */
type Count = { subject: string; most: number }

/** When it ends, milliseconds since the epoch, and the tries made in it. */
type Window = { ends: number; made: number }

const WINDOW = 900_000

/** How long a window is, in milliseconds, and what is said to whoever has to wait for its end. */
type Terms = { window: number; detail: string }

const THAT_FAIL: Terms = { window: WINDOW, detail: 'Too many tries: wait before the next one.' }
/** Subjects past which those that tried longest ago are forgotten. */
const MOST_REMEMBERED = 100_000

/**
 * Counts tries, those that fail in windows of a quarter of an hour. A try counts from its beginning, so that many at once are no
 * way around it, and is given back when it succeeds. Every process counts for itself.
 */
export class Tries {
  readonly #windows: LRUCache<string, Window> = new LRUCache({ max: MOST_REMEMBERED })
  readonly #terms: Terms

  constructor(terms: Terms = THAT_FAIL) {
    this.#terms = terms
  }

  /** Throws `too_many_requests`, whether there is such a subject or not. */
  begin(counts: readonly Count[], now: number): void {
    const full = counts.map(({ subject, most }) => ({ ...this.#windowOf(subject, now), most }))
    const closed = full.filter(({ made, most }) => made >= most)
    if (closed.length > 0) throw this.#tooMany(Math.max(...closed.map(({ ends }) => ends)) - now)
    for (const { subject } of counts) this.#add(subject, 1, now)
  }

  succeeded(counts: readonly Count[], now: number): void {
    for (const { subject } of counts) this.#add(subject, -1, now)
  }

  #windowOf(subject: string, now: number): Window {
    const window = this.#windows.get(subject)
    return window === undefined || window.ends <= now ? { ends: now + this.#terms.window, made: 0 } : window
  }

  #add(subject: string, more: number, now: number): void {
    const { ends, made } = this.#windowOf(subject, now)
    this.#windows.set(subject, { ends, made: Math.max(0, made + more) })
  }

  #tooMany(wait: number): AppError {
    const headers = { 'retry-after': String(Math.ceil(wait / 1000)) }
    return new AppError('too_many_requests', [{ detail: this.#terms.detail }], { headers })
  }
}
