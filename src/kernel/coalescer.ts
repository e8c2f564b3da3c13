/** Decides what waits, and what of it goes into the next batch. */
export type Queue<Item> = {
  add(item: Item): void
  isEmpty(): boolean
  /** Whether a batch starts at once instead of after the window. */
  isFull(): boolean
  /** Removes and returns the next batch; empty while all that waits has to wait longer. */
  take(): Item[]
}

/** A waiting item and the promise of its result. */
export type Entry<Item, Result> = {
  readonly item: Item
  resolve(result: Result | PromiseLike<Result>): void
  reject(error: unknown): void
}

export type CoalescerOptions<Item, Result> = {
  queue: Queue<Entry<Item, Result>>
  /** Milliseconds in which items gather for one batch. */
  window_ms: number
  /** The same after a batch of several items; `window_ms` when omitted. */
  busy_window_ms?: number
  /** Batches written at the same time, at most. */
  running: number
  /** Writes a batch. One result for each item, in their order; none where items have no results. */
  write(items: readonly Item[]): Promise<readonly (Result | PromiseLike<Result>)[]>
}

/** Gathers items that are added at about the same time into batches, and resolves each item with its own result. */
export class Coalescer<Item, Result = void> {
  readonly #options: CoalescerOptions<Item, Result>
  #window_ms: number
  #timer: NodeJS.Timeout | null = null
  #running = 0
  #pending = 0
  #drained: (() => void)[] = []

  constructor(options: CoalescerOptions<Item, Result>) {
    this.#options = options
    this.#window_ms = options.window_ms
  }

  /** Rejects with the error of the batch that the item was written in. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pending += 1
      this.#options.queue.add({ item, resolve, reject })
      this.#startWhile(() => this.#options.queue.isFull())
    })
  }

  /** Writes what waits without waiting for the window. Resolves when nothing waits and nothing is being written. */
  drain(): Promise<void> {
    this.#startWhile(() => true)
    if (this.#pending === 0) return Promise.resolve()
    return new Promise((resolve) => this.#drained.push(resolve))
  }

  #startWhile(isDue: () => boolean): void {
    const { queue, running } = this.#options
    while (this.#running < running && isDue()) {
      const batch = queue.take()
      if (batch.length === 0) break
      this.#stopTimer()
      void this.#write(batch)
    }
    if (this.#running >= running || queue.isEmpty()) return
    this.#timer ??= setTimeout(() => {
      this.#stopTimer()
      this.#startWhile(() => true)
    }, this.#window_ms)
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #write(batch: readonly Entry<Item, Result>[]): Promise<void> {
    const { window_ms, busy_window_ms = window_ms, write } = this.#options
    this.#running += 1
    this.#window_ms = batch.length > 1 ? busy_window_ms : window_ms
    try {
      const results = await write(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#running -= 1
    this.#pending -= batch.length
    this.#startWhile(() => this.#options.queue.isFull())
    if (this.#pending === 0) for (const drained of this.#drained.splice(0)) drained()
  }
}
