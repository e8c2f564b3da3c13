import { LRUCache } from 'lru-cache'
import { AppError } from '../../kernel/errors.ts'

/** Whose tries are counted, and how many there may be in one window. */
type Count = { subject: string; most: number }

/** When it ends, milliseconds since the epoch, and the tries made in it. */
type Window = { ends: number; made: number }

const WINDOW = 900_000

/** How long a window is, in milliseconds, and what is said to whoever has to wait for its end. */
type Terms = { window: number; detail: string }

const USUAL: Terms = { window: WINDOW, detail: 'Too many tries: wait before the next one.' }
/** Subjects past which those that tried longest ago are forgotten. */
const MOST_REMEMBERED = 100_000

/** Counts tries in windows, of a quarter of an hour unless said otherwise. Every process counts for itself. */
export class Tries {
  readonly #windows: LRUCache<string, Window> = new LRUCache({ max: MOST_REMEMBERED })
  readonly #terms: Terms

  constructor(terms: Terms = USUAL) {
    this.#terms = terms
  }

  /** Throws `too_many_requests`, whether there is such a subject or not. */
  begin(counts: readonly Count[], now: number): void {
    const full = counts.map(({ subject, most }) => ({ ...this.#windowOf(subject, now), most }))
    const closed = full.filter(({ made, most }) => made >= most)
    if (closed.length > 0) throw this.#tooMany(Math.max(...closed.map(({ ends }) => ends)) - now)
    for (const { subject } of counts) this.#add(subject, now)
  }

  #windowOf(subject: string, now: number): Window {
    const window = this.#windows.get(subject)
    return window === undefined || window.ends <= now ? { ends: now + this.#terms.window, made: 0 } : window
  }

  #add(subject: string, now: number): void {
    const { ends, made } = this.#windowOf(subject, now)
    this.#windows.set(subject, { ends, made: made + 1 })
  }

  #tooMany(wait: number): AppError {
    const headers = { 'retry-after': String(Math.ceil(wait / 1000)) }
    return new AppError('too_many_requests', [{ detail: this.#terms.detail }], { headers })
  }
}
