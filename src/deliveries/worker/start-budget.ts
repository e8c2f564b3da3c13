import type { LeasedJob } from '../../events/jobs.ts'

/** Attempts started in one iteration of the event loop: with 128, an iteration took 8 ms, and all else waited. */
export const STARTS_PER_TICK = 48
/** Characters of a payload that take as long to compose and to sign as everything else of an attempt. */
const CHARACTERS_OF_START = 16_384

/** How many attempts one of this job is like. A payload that is read first is composed in an iteration of its own. */
export function startsOf({ event: { payload } }: LeasedJob): number {
  return typeof payload === 'string' ? 1 + payload.length / CHARACTERS_OF_START : 1
}

/**
 * Bounds how many attempts start in one iteration of the event loop, so that whatever else waits for the loop (a request, a
 * response, a timer) waits for that many at most.
 */
export class StartBudget {
  readonly #most: number
  readonly #startAttempts: () => void
  #left: number

  /** `startAttempts` is called whenever attempts may start, also in the iteration after one in which something was started. */
  constructor(most: number, startAttempts: () => void) {
    this.#most = most
    this.#startAttempts = startAttempts
    this.#left = most
  }

  /** Something has changed that attempts may have waited for. */
  resume(): void {
    this.#startAttempts()
  }

  isSpent(): boolean {
    return this.#left <= 0
  }

  /** An attempt that takes as long as several counts as so many. */
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
