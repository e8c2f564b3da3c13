/** Processes lines concurrently; lines with the same key run one after another, in file order. */
export class LineRuns {
  readonly #concurrency: number
  readonly #in_flight = new Set<Promise<void>>()
  readonly #last_by_key = new Map<string, Promise<void>>()
  #failure: { error: unknown } | null = null

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Starts a line once fewer than `concurrency` are in flight. Throws the error of an earlier line. */
  async start(key: string, work: () => Promise<void>): Promise<void> {
    while (this.#in_flight.size >= this.#concurrency && this.#failure === null) await Promise.race(this.#in_flight)
    if (this.#failure !== null) await this.finish()
    const run = this.#run(this.#last_by_key.get(key), work)
    this.#in_flight.add(run)
    this.#last_by_key.set(key, run)
    void run.then(() => {
      this.#in_flight.delete(run)
      if (this.#last_by_key.get(key) === run) this.#last_by_key.delete(key)
    })
  }

  /** Waits for all in-flight lines. Throws the first error. */
  async finish(): Promise<void> {
    await Promise.all(this.#in_flight)
    if (this.#failure !== null) throw this.#failure.error
  }

  async #run(previous: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
    try {
      await previous
      await work()
    } catch (error) {
      this.#failure ??= { error }
    }
  }
}
