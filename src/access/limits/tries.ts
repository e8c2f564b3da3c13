import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { remembered } from './remembered.ts'

type Count = { subject: string; most: number }

/** Rate-limit window: end in milliseconds since the epoch, and attempts. */
type Window = { ends: number; made: number }

const WINDOW_MS = 15 * MINUTE

/** Length of a window in milliseconds, and the error text for a client that must wait. */
type Terms = { window: number; detail: string }

const USUAL: Terms = { window: WINDOW_MS, detail: 'Too many tries: wait before the next one.' }

/** Limits attempts per window, by default 15 minutes. Counts are per process. */
export class Tries {
  readonly #windows = remembered<Window>()
  readonly #terms: Terms

  constructor(terms: Terms = USUAL) {
    this.#terms = terms
  }

  /** Counts an attempt. Throws `too_many_requests`, whether the subject exists or not. */
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
    const headers = { 'retry-after': String(Math.ceil(wait / SECOND)) }
    return new AppError('too_many_requests', [{ detail: this.#terms.detail }], { headers })
  }
}
