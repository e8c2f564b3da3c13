import { SECOND } from '../../kernel/duration.ts'

/** Deliveries per second that one stream shows, and as many at once after a pause; the others are counted. @operator */
export const ROWS_PER_SECOND = 200

/** Lets so much pass a second. Time is an argument, in milliseconds. */
export class RateBound {
  #left = ROWS_PER_SECOND
  #filled_at: number

  constructor(now: number) {
    this.#filled_at = now
  }

  take(now: number): boolean {
    const filled = Math.max(0, now - this.#filled_at) * (ROWS_PER_SECOND / SECOND)
    this.#left = Math.min(ROWS_PER_SECOND, this.#left + filled)
    this.#filled_at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
