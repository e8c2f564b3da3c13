import type { Entry, Queue } from './coalescer.ts'

export type FifoOptions<Item> = {
  /** Number of items at which a batch starts at once. */
  full?: number
  most?: number
  /** Maximum sum of `sizeOf` in a batch. A larger item is a batch by itself. */
  most_size?: number
  sizeOf?(item: Item): number
}

/** First in, first out. A batch starts at once when more items wait than fit into one batch. */
export class Fifo<Item, Result = void> implements Queue<Entry<Item, Result>> {
  readonly #options: Required<FifoOptions<Item>>
  #entries: Entry<Item, Result>[] = []
  #size = 0

  constructor(options: FifoOptions<Item> = {}) {
    const unbounded = Number.POSITIVE_INFINITY
    this.#options = { full: unbounded, most: unbounded, most_size: unbounded, sizeOf: () => 0, ...options }
  }

  add(entry: Entry<Item, Result>): void {
    this.#entries.push(entry)
    this.#size += this.#options.sizeOf(entry.item)
  }

  isEmpty(): boolean {
    return this.#entries.length === 0
  }

  isFull(): boolean {
    const { full, most, most_size } = this.#options
    const count = this.#entries.length
    return count >= full || count > most || (count > 1 && this.#size > most_size)
  }

  take(): Entry<Item, Result>[] {
    const { most, most_size, sizeOf } = this.#options
    let size = 0
    const end = this.#entries.findIndex(({ item }, index) => {
      const with_item = size + sizeOf(item)
      if (index === most || (index > 0 && with_item > most_size)) return true
      size = with_item
      return false
    })
    this.#size -= size
    return this.#entries.splice(0, end === -1 ? this.#entries.length : end)
  }
}
