import type { Connection } from '../connection.ts'
import type { Line } from '../lines.ts'
import { attributesIn, InvalidLine, type Outcome, type Target, upsert } from './upsert.ts'

export type Tally = { created: number; changed: number; refused: number }

export type ImportOptions = {
  /** The last line that an earlier run has processed. */
  after: number
  /** Maximum number of concurrent requests. */
  concurrency: number
  onRefused(line: number, reason: string): void
  /** Every line up to this one is processed. */
  onProgress(line: number): void
}

/** Creates or updates a record for each line. Reports lines that are refused; throws other errors. */
export async function importLines(
  connection: Connection,
  target: Target,
  lines: AsyncIterable<Line>,
  options: ImportOptions,
): Promise<Tally> {
  const run = new ImportRun(connection, target, options)
  for await (const line of lines) {
    if (line.number > options.after) await run.start(line)
  }
  return run.finish()
}

/** Imports lines concurrently; lines with the same key run one after another, in the order of the file. */
class ImportRun {
  readonly #connection: Connection
  readonly #target: Target
  readonly #options: ImportOptions
  readonly #tally: Tally = { created: 0, changed: 0, refused: 0 }
  /** By line number, ascending. */
  readonly #in_flight = new Map<number, Promise<void>>()
  readonly #last_by_key = new Map<string, Promise<unknown>>()
  #failure: { error: unknown } | null = null
  #last: number

  constructor(connection: Connection, target: Target, options: ImportOptions) {
    this.#connection = connection
    this.#target = target
    this.#options = options
    this.#last = options.after
  }

  /** Starts a line when fewer than `concurrency` are in flight. Throws the error of an earlier line. */
  async start(line: Line): Promise<void> {
    while (this.#in_flight.size >= this.#options.concurrency && this.#failure === null)
      await Promise.race(this.#in_flight.values())
    if (this.#failure !== null) await this.finish()
    this.#last = line.number
    this.#in_flight.set(line.number, this.#importLine(line))
  }

  async finish(): Promise<Tally> {
    await Promise.all(this.#in_flight.values())
    if (this.#failure !== null) throw this.#failure.error
    return this.#tally
  }

  async #importLine({ number, text }: Line): Promise<void> {
    try {
      const outcome = await this.#outcomeOf(text)
      this.#tally[outcome.kind] += 1
      if (outcome.kind === 'refused') this.#options.onRefused(number, outcome.reason)
    } catch (error) {
      this.#failure ??= { error }
    }
    // A failed line stays in flight, so that the reported progress does not pass it.
    if (this.#failure !== null) return
    this.#in_flight.delete(number)
    const [first] = this.#in_flight.keys()
    this.#options.onProgress(first === undefined ? this.#last : first - 1)
  }

  async #outcomeOf(text: string): Promise<Outcome> {
    try {
      const attributes = attributesIn(this.#target, text)
      const { name, normalize } = this.#target.kind.key
      return await this.#afterSameKey(normalize(String(attributes[name])), () =>
        upsert(this.#connection, this.#target, attributes),
      )
    } catch (error) {
      if (error instanceof InvalidLine) return { kind: 'refused', reason: error.message }
      throw error
    }
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
