export type BatchesOptions<Item, Result> = {
  /** Items of one batch, and their bytes together. */
  most: number
  most_bytes: number
  /** Milliseconds in which items gather. */
  window_ms: number
  bytesOf(item: Item): number
  /** One result for each item, in their order. Never rejects. */
  write(items: readonly Item[]): Promise<Result[]>
}

type Waiting<Item, Result> = { item: Item; bytes: number; resolve: (result: Result) => void }

/** Gathers items that come at about the same time into batches. */
export class Batches<Item, Result> {
  readonly #options: BatchesOptions<Item, Result>
  #waiting: Waiting<Item, Result>[] = []
  #bytes = 0
  #timer: NodeJS.Timeout | null = null
  readonly #running = new Set<Promise<void>>()

  constructor(options: BatchesOptions<Item, Result>) {
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    const { most, most_bytes, window_ms, bytesOf } = this.#options
    const bytes = bytesOf(item)
    if (this.#bytes + bytes > most_bytes) this.#flush()
    return new Promise((resolve) => {
      this.#waiting.push({ item, bytes, resolve })
      this.#bytes += bytes
      if (this.#waiting.length === most) this.#flush()
      else this.#timer ??= setTimeout(() => this.#flush(), window_ms)
    })
  }

  /** Writes what has gathered and waits until everything is answered. */
  async close(): Promise<void> {
    this.#flush()
    await Promise.all(this.#running)
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const batch = this.#waiting
    if (batch.length === 0) return
    this.#waiting = []
    this.#bytes = 0
    const running = this.#write(batch).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #write(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await this.#options.write(batch.map(({ item }) => item))
    for (const [index, result] of results.entries()) batch[index]?.resolve(result)
  }
}
