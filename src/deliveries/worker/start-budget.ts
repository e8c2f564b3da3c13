/**
 * So many of something in one turn of the event loop. Whatever else waits for the loop (a request, an answer, a timer) then
 * waits for that many at most, and not for all that could be done.
 */
export class StartBudget {
  readonly #most: number
  readonly #onNext: () => void
  #left: number

  /** `onNext` is called in the turn after one in which something was done. */
  constructor(most: number, onNext: () => void) {
    this.#most = most
    this.#onNext = onNext
    this.#left = most
  }

  isSpent(): boolean {
    return this.#left === 0
  }

  spend(): void {
    if (this.#left === this.#most) {
      setImmediate(() => {
        this.#left = this.#most
        this.#onNext()
      })
    }
    this.#left -= 1
  }
}
