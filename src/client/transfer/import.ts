import type { Connection } from '../connection.ts'
import type { Line } from './lines.ts'
import { attributesIn, type Outcome, type Place, UnreadableLine, upsert } from './upsert.ts'

export type Tally = { created: number; changed: number; refused: number }

export type ImportOptions = {
  /** Lines up to this one are done already. */
  after: number
  /** Requests under way at once. */
  concurrency: number
  onRefused(line: number, reason: string): void
  /** Every line up to this one is done. */
  onProgress(line: number): void
}

/** Puts each line into the store. A line that cannot go in is told of, and the others go on. Throws what stops them all. */
export async function importLines(
  connection: Connection,
  place: Place,
  lines: AsyncIterable<Line>,
  options: ImportOptions,
): Promise<Tally> {
  const run = new Run(connection, place, options)
  for await (const line of lines) {
    if (line.number > options.after) await run.take(line)
  }
  return run.finish()
}

/** Lines under way; two with the same key go one after the other, in their order. */
class Run {
  readonly #connection: Connection
  readonly #place: Place
  readonly #options: ImportOptions
  readonly #tally: Tally = { created: 0, changed: 0, refused: 0 }
  /** By their numbers, ascending. */
  readonly #under_way = new Map<number, Promise<void>>()
  readonly #by_key = new Map<string, Promise<unknown>>()
  #failure: { error: unknown } | null = null
  #last: number

  constructor(connection: Connection, place: Place, options: ImportOptions) {
    this.#connection = connection
    this.#place = place
    this.#options = options
    this.#last = options.after
  }

  /** Starts on a line once there is room. Throws what stops all of them. */
  async take(line: Line): Promise<void> {
    while (this.#under_way.size >= this.#options.concurrency && this.#failure === null)
      await Promise.race(this.#under_way.values())
    if (this.#failure !== null) await this.finish()
    this.#last = line.number
    this.#under_way.set(line.number, this.#put(line))
  }

  async finish(): Promise<Tally> {
    await Promise.all(this.#under_way.values())
    if (this.#failure !== null) throw this.#failure.error
    return this.#tally
  }

  async #put({ number, text }: Line): Promise<void> {
    try {
      const outcome = await this.#outcomeOf(text)
      this.#tally[outcome.kind] += 1
      if (outcome.kind === 'refused') this.#options.onRefused(number, outcome.reason)
    } catch (error) {
      this.#failure ??= { error }
    }
    // A line that was not done stays: what comes after it is not done for whoever goes on from here.
    if (this.#failure !== null) return
    this.#under_way.delete(number)
    const [first] = this.#under_way.keys()
    this.#options.onProgress(first === undefined ? this.#last : first - 1)
  }

  async #outcomeOf(text: string): Promise<Outcome> {
    try {
      const attributes = attributesIn(this.#place, text)
      const { name, written } = this.#place.kind.key
      return await this.#inTurn(written(String(attributes[name])), () =>
        upsert(this.#connection, this.#place, attributes),
      )
    } catch (error) {
      if (error instanceof UnreadableLine) return { kind: 'refused', reason: error.message }
      throw error
    }
  }

  /** Once everything before it with the same key is over. */
  #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#by_key.get(key) ?? Promise.resolve()
    const mine = before.then(work)
    const over = mine.then(
      () => {},
      () => {},
    )
    this.#by_key.set(key, over)
    void over.then(() => {
      if (this.#by_key.get(key) === over) this.#by_key.delete(key)
    })
    return mine
  }
}
