import { SECOND } from '../../kernel/duration.ts'

/** Maximum number of deliveries per second in a stream, and in a burst after a pause; the others are only counted. @operator */
export const ROWS_PER_SECOND = 200

/** Token bucket. Times are in milliseconds. */
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
