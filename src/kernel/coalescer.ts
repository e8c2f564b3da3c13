import { outsideOfRequests } from './flow/request-context.ts'

/** Holds the waiting items and selects the next batch. */
export type Queue<Item> = {
  add(item: Item): void
  isEmpty(): boolean
  /** True if a batch starts at once instead of after the window. */
  isFull(): boolean
  /** Removes and returns the next batch; empty if every waiting item has to wait longer. */
  take(): Item[]
}

export type Entry<Item, Result> = {
  readonly item: Item
  resolve(result: Result | PromiseLike<Result>): void
  reject(error: unknown): void
}

export type CoalescerOptions<Item, Result> = {
  queue: Queue<Entry<Item, Result>>
  /**
   * Milliseconds in which items gather for one batch. With 0, they gather only while another batch is being written.
   */
  window_ms: number
  /**
   * The window after a batch of at least `from` items. It is also the longest that an item waits for a batch to be
   * written.
   */
  busy?: { from: number; window_ms: number }
  running: number
  /** Writes a batch. Returns one result per item, in the same order, or an empty list if items have no results. */
  write(items: readonly Item[]): Promise<readonly (Result | PromiseLike<Result>)[]>
}

/** Gathers items that are added at about the same time into batches, and resolves each item with its own result. */
export class Coalescer<Item, Result = void> {
  readonly #options: CoalescerOptions<Item, Result>
  #window_ms: number
  #timer: NodeJS.Timeout | null = null
  /** End of the timer on the clock of `performance.now()`. */
  #timer_ends = 0
  #running = 0
  #pending = 0
  #drained: (() => void)[] = []

  constructor(options: CoalescerOptions<Item, Result>) {
    this.#options = options
    this.#window_ms = options.window_ms
  }

  /**
   * Rejects with the error of the item's batch. `within_ms` shortens the window for this item and all items before it.
   */
  add(item: Item, within_ms?: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pending += 1
      this.#options.queue.add({ item, resolve, reject })
      this.#startWhile(() => this.#isDue())
      if (within_ms !== undefined && this.#timer !== null) this.#startTimer(within_ms)
    })
  }

  /** Writes waiting items without a window. Resolves when no item waits or is being written. */
  drain(): Promise<void> {
    this.#startWhile(() => true)
    if (this.#pending === 0) return Promise.resolve()
    return new Promise((resolve) => this.#drained.push(resolve))
  }

  #isDue(): boolean {
    const gathers = this.#window_ms > 0 || this.#running > 0
    return this.#options.queue.isFull() || (!gathers && !this.#options.queue.isEmpty())
  }

  #startWhile(isDue: () => boolean): void {
    const { queue, running, busy } = this.#options
    while (this.#running < running && isDue()) {
      const batch = queue.take()
      if (batch.length === 0) break
      this.#stopTimer()
      void this.#write(batch)
    }
    if (this.#running < running && !queue.isEmpty()) this.#startTimer(this.#window_ms || (busy?.window_ms ?? 0))
  }

  /** Keeps the current timer if it ends earlier. */
  #startTimer(window_ms: number): void {
    const ends = performance.now() + window_ms
    if (this.#timer !== null && this.#timer_ends <= ends) return
    this.#stopTimer()
    this.#timer_ends = ends
    this.#timer = setTimeout(() => {
      this.#stopTimer()
      this.#startWhile(() => true)
    }, window_ms)
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #write(batch: readonly Entry<Item, Result>[]): Promise<void> {
    const { window_ms, busy, write } = this.#options
    this.#running += 1
    this.#window_ms = busy !== undefined && batch.length >= busy.from ? busy.window_ms : window_ms
    try {
      const results = await outsideOfRequests(() => write(batch.map(({ item }) => item)))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#running -= 1
    this.#pending -= batch.length
    this.#startWhile(() => this.#isDue())
    if (this.#pending === 0) for (const drained of this.#drained.splice(0)) drained()
  }
}
