import type { Database } from '../db/database.ts'
import { isDataRejected, writeSplitting } from '../db/refused-data.ts'
import { MINUTE, SECOND } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import { type Counter, mergeCounters, newCounter } from './rules/counter.ts'
import { addMinutes, DEPLOYMENT, type MinuteRow } from './store.ts'

export type RecorderOptions = {
  db: Database
  /** Reports counters dropped at the memory limit. */
  onDropped: (counters: number) => void
  onError: (error: unknown) => void
}

const WRITE_INTERVAL_MS = 5 * SECOND
/** Maximum interval between writes, however many counters there are. */
const WRITE_WITHIN_MS = MINUTE
/**
 * Counters written per second since the last write. A row costs about a tenth of a delivery, and thousands of
 * integrations with one attempt each would otherwise cost a row for each attempt.
 */
const COUNTERS_PER_SECOND = 100
/** Number of counters that triggers a write at once. */
const BATCH_SIZE = 15_000
/** Maximum number of counters kept while the database is unavailable, each about a kilobyte. */
const MAX_KEPT = 30_000

type Minute = Map<string, { owner_id: string | null; counter: Counter }>

/**
 * Counts outcomes of events and deliveries in memory, and adds them to the tables every few seconds with one statement.
 * A killed process loses the counts since its last write; a statement whose response is lost may be counted twice.
 */
export class SeriesRecorder {
  readonly #options: RecorderOptions
  readonly #loop: Loop
  #minutes = new Map<number, Minute>()
  #counters = 0
  #dropped = 0
  #written_at = performance.now()
  #writing: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#loop = repeat(SECOND, () => this.#writeIfDue(), options.onError)
  }

  /**
   * Returns the counter of an integration at a time (milliseconds since the epoch); its counts are also added to the
   * owner's.
   */
  integration(integration_id: string, owner_id: string, time: number): Counter {
    return this.#counter(integration_id, owner_id, time)
  }

  /** Returns the counter of an owner's events without an integration. */
  owner(owner_id: string, time: number): Counter {
    return this.#counter(owner_id, null, time)
  }

  kept(): number {
    return this.#counters
  }

  /** Writes all counts. Rejects on failure; the counts are then kept for the next write. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  async close(): Promise<void> {
    await this.#loop.stop()
    await this.flush().catch(this.#options.onError)
  }

  #counter(subject_id: string, owner_id: string | null, time: number): Counter {
    const at = Math.floor(time / MINUTE) * MINUTE
    const known = this.#minutes.get(at)?.get(subject_id)
    if (known !== undefined) return known.counter
    const counter = newCounter()
    if (this.#counters >= MAX_KEPT) {
      this.#dropped += 1
      return counter
    }
    this.#counters += 1
    const minute = this.#minutes.get(at) ?? this.#newMinute(at)
    minute.set(subject_id, { owner_id, counter })
    return counter
  }

  #newMinute(at: number): Minute {
    const minute: Minute = new Map()
    this.#minutes.set(at, minute)
    return minute
  }

  async #writeIfDue(): Promise<void> {
    const waited_ms = performance.now() - this.#written_at
    const isDue = waited_ms >= WRITE_INTERVAL_MS && this.#counters <= (waited_ms / SECOND) * COUNTERS_PER_SECOND
    if (isDue || waited_ms >= WRITE_WITHIN_MS || this.#counters >= BATCH_SIZE) await this.flush()
  }

  async #write(): Promise<void> {
    this.#written_at = performance.now()
    const written = this.#minutes
    this.#minutes = new Map()
    this.#counters = 0
    this.#reportDropped()
    const rows = [...written].flatMap(([at, minute]) => rowsOf(at, minute))
    if (rows.length === 0) return
    const unwritten = await writeSplitting(rows, (part) => addMinutes(this.#options.db, part))
    const [first] = unwritten
    if (first === undefined) return
    // After a partial write, the remaining sums are no longer known by subject.
    if (unwritten.length === rows.length && !isDataRejected(first.error)) this.#keep(written)
    else this.#dropped += unwritten.length
    throw first.error
  }

  #keep(minutes: ReadonlyMap<number, Minute>): void {
    for (const [at, minute] of minutes) {
      for (const [subject_id, { owner_id, counter }] of minute) {
        mergeCounters(this.#counter(subject_id, owner_id, at), counter)
      }
    }
  }

  #reportDropped(): void {
    if (this.#dropped > 0) this.#options.onDropped(this.#dropped)
    this.#dropped = 0
  }
}

/** Returns the counters of a minute, with the sums of each owner and of the deployment. */
function rowsOf(at: number, minute: Minute): MinuteRow[] {
  const sums = new Map<string, Counter>([[DEPLOYMENT, newCounter()]])
  const rows: MinuteRow[] = []
  for (const [subject_id, { owner_id, counter }] of minute) {
    if (owner_id !== null) rows.push({ subject_id, at, counter })
    for (const sum of [owner_id ?? subject_id, DEPLOYMENT]) mergeCounters(sumOf(sums, sum), counter)
  }
  return [...rows, ...[...sums].map(([subject_id, counter]) => ({ subject_id, at, counter }))]
}

function sumOf(sums: Map<string, Counter>, subject_id: string): Counter {
  const known = sums.get(subject_id)
  if (known !== undefined) return known
  const sum = newCounter()
  sums.set(subject_id, sum)
  return sum
}
