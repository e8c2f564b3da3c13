/** Runs the work of lines concurrently; lines with the same key run one after another, in the order of the file. */
export class LineRuns {
  readonly #concurrency: number
  readonly #onProgress: (line: number) => void
  /** By line number, ascending. */
  readonly #in_flight = new Map<number, Promise<void>>()
  readonly #last_by_key = new Map<string, Promise<unknown>>()
  #failure: { error: unknown } | null = null
  #last: number

  /** `onProgress` is called with the line up to which every line after `after` is processed. */
  constructor(options: { after: number; concurrency: number; onProgress: (line: number) => void }) {
    this.#concurrency = options.concurrency
    this.#onProgress = options.onProgress
    this.#last = options.after
  }

  /** Starts a line when fewer than `concurrency` are in flight. Throws the error of an earlier line. */
  async start(number: number, key: string, work: () => Promise<void>): Promise<void> {
    while (this.#in_flight.size >= this.#concurrency && this.#failure === null)
      await Promise.race(this.#in_flight.values())
    if (this.#failure !== null) await this.finish()
    this.#last = number
    this.#in_flight.set(number, this.#run(number, key, work))
  }

  /** Waits for all lines in flight. Throws the error of one of them. */
  async finish(): Promise<void> {
    await Promise.all(this.#in_flight.values())
    if (this.#failure !== null) throw this.#failure.error
  }

  async #run(number: number, key: string, work: () => Promise<void>): Promise<void> {
    try {
      await this.#afterSameKey(key, work)
    } catch (error) {
      this.#failure ??= { error }
    }
    // A failed line stays in flight, so that the reported progress does not pass it.
    if (this.#failure !== null) return
    this.#in_flight.delete(number)
    const [first] = this.#in_flight.keys()
    this.#onProgress(first === undefined ? this.#last : first - 1)
  }

  /** Runs the work after all earlier work with the same key has settled. */
  #afterSameKey<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#last_by_key.get(key) ?? Promise.resolve()
    const result = previous.then(work)
    const settled = result.then(
      () => {},
      () => {},
    )
    this.#last_by_key.set(key, settled)
    void settled.then(() => {
      if (this.#last_by_key.get(key) === settled) this.#last_by_key.delete(key)
    })
    return result
  }
}
