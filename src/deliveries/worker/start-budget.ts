import type { LeasedJob } from '../../events/jobs.ts'

/** Attempts started per iteration of the event loop. With 128, an iteration blocked everything else for 8 ms. */
export const STARTS_PER_TICK = 48
/** Payload characters that take as long to compose and sign as the rest of an attempt. */
const CHARACTERS_OF_START = 16_384

/** Cost of an attempt in starts. A large payload counts as one, since it is composed in its own iteration. */
export function startsOf({ event: { payload } }: LeasedJob): number {
  return typeof payload === 'string' ? 1 + payload.length / CHARACTERS_OF_START : 1
}

/**
 * Limits the attempts that start in one iteration of the event loop, so that requests, responses and timers do not wait longer
 * than that.
 */
export class StartBudget {
  readonly #most: number
  readonly #startAttempts: () => void
  #left: number

  /** `startAttempts` is called whenever attempts may start, including the iteration after some were started. */
  constructor(most: number, startAttempts: () => void) {
    this.#most = most
    this.#startAttempts = startAttempts
    this.#left = most
  }

  /** Must be called after any change that attempts may have waited for. */
  resume(): void {
    this.#startAttempts()
  }

  isSpent(): boolean {
    return this.#left <= 0
  }

  /** Counts an attempt, or as many as an expensive attempt is worth. */
  spend(attempts = 1): void {
    if (this.#left === this.#most) {
      setImmediate(() => {
        this.#left = this.#most
        this.#startAttempts()
      })
    }
    this.#left -= attempts
  }
}
