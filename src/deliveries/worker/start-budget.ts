/**
 * Bounds how many attempts start in one iteration of the event loop, so that whatever else waits for the loop (a request, a
 * response, a timer) waits for that many at most.
 */
export class StartBudget {
  readonly #most: number
  readonly #onNext: () => void
  #left: number

  /** `onNext` is called in the iteration after one in which something was started. */
  constructor(most: number, onNext: () => void) {
    this.#most = most
    this.#onNext = onNext
    this.#left = most
  }

  isSpent(): boolean {
    return this.#left <= 0
  }

  /** An attempt that takes as long as several counts as so many. */
  spend(attempts = 1): void {
    if (this.#left === this.#most) {
      setImmediate(() => {
        this.#left = this.#most
        this.#onNext()
      })
    }
    this.#left -= attempts
  }
}
