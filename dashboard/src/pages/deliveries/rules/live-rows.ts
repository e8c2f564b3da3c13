/** Rows that are kept: older ones are forgotten, however long it runs. */
const MOST_ROWS = 2_000

/** The latest rows of a stream, each once. */
export class LatestRows<Row extends { id: string }> {
  readonly #most: number
  /** Oldest first; up to twice as many as are kept, so that room is made seldom. */
  #rows: Row[] = []
  #ids = new Set<string>()
  #total = 0

  constructor(most: number = MOST_ROWS) {
    this.#most = most
  }

  /** How many have come since the start. */
  get total(): number {
    return this.#total
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      // After a break the server may send one again that was on its way.
      if (this.#ids.has(row.id)) continue
      this.#ids.add(row.id)
      this.#rows.push(row)
      this.#total += 1
    }
    if (this.#rows.length > 2 * this.#most) this.#forget()
  }

  /** The newest first. */
  newest(): readonly Row[] {
    return this.#rows.slice(-this.#most).reverse()
  }

  #forget(): void {
    this.#rows = this.#rows.slice(-this.#most)
    this.#ids = new Set(this.#rows.map(({ id }) => id))
  }
}
