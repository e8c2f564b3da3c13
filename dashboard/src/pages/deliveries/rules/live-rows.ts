/** Maximum number of rows in memory; older rows are dropped. */
const MAX_ROWS = 2_000

/** Latest unique rows of a stream. */
export class LatestRows<Row extends { id: string }> {
  readonly #most: number
  /** Oldest first. Grows to twice the maximum before it is trimmed, so that trimming is rare. */
  #rows: Row[] = []
  #ids = new Set<string>()
  #total = 0

  constructor(most: number = MAX_ROWS) {
    this.#most = most
  }

  /** Rows since the start. */
  get total(): number {
    return this.#total
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      // The server may repeat an event that was in flight when the connection broke.
      if (this.#ids.has(row.id)) continue
      this.#ids.add(row.id)
      this.#rows.push(row)
      this.#total += 1
    }
    if (this.#rows.length > 2 * this.#most) this.#forget()
  }

  /** Newest first. */
  newest(): readonly Row[] {
    return this.#rows.slice(-this.#most).reverse()
  }

  #forget(): void {
    this.#rows = this.#rows.slice(-this.#most)
    this.#ids = new Set(this.#rows.map(({ id }) => id))
  }
}
