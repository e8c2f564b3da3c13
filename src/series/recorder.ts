import type { Database } from '../db/database.ts'
import { isDataRefused, writeApart } from '../db/refused-data.ts'
import { MINUTE, SECOND } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import { type Counter, mergeCounters, newCounter } from './rules/counter.ts'
import { addMinutes, DEPLOYMENT, type MinuteRow } from './store.ts'

export type RecorderOptions = {
  db: Database
  /** Counters were dropped, because there was no memory for more. */
  onDropped: (counters: number) => void
  onError: (error: unknown) => void
}

const WRITE_EVERY_MS = 5 * SECOND
/** Counters are written at the latest after this time, however many they are. */
const WRITE_WITHIN_MS = MINUTE
/**
 * Counters for each second since the last write. A row costs about a tenth of a delivery, and thousands of integrations with
 * one attempt each would cost a row for each attempt.
 */
const COUNTERS_PER_SECOND = 100
/** Counters that are written at once, whatever the time. */
const FULL = 15_000
/** Counters that are kept, about a kilobyte each, while the database is unavailable. */
const MOST_KEPT = 30_000

type Minute = Map<string, { owner_id: string | null; counter: Counter }>

/**
 * Counts in memory what becomes of events and deliveries, and adds it to the tables every few seconds with one statement. A
 * process that dies loses what it has counted since; a statement whose response is lost may be counted twice.
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

  /** The counter of an integration at a time (milliseconds since the epoch), whose numbers are its owner's too. */
  integration(integration_id: string, owner_id: string, time: number): Counter {
    return this.#counter(integration_id, owner_id, time)
  }

  /** The counter of what an owner has without an integration. */
  owner(owner_id: string, time: number): Counter {
    return this.#counter(owner_id, null, time)
  }

  /** Counters in memory. */
  kept(): number {
    return this.#counters
  }

  /** Writes what is counted. Rejects when that fails; then it is kept, and written with what is counted next. */
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
    if (this.#counters >= MOST_KEPT) {
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
    const isDue = waited_ms >= WRITE_EVERY_MS && this.#counters <= (waited_ms / SECOND) * COUNTERS_PER_SECOND
    if (isDue || waited_ms >= WRITE_WITHIN_MS || this.#counters >= FULL) await this.flush()
  }

  async #write(): Promise<void> {
    this.#written_at = performance.now()
    const written = this.#minutes
    this.#minutes = new Map()
    this.#counters = 0
    this.#reportDropped()
    const rows = [...written].flatMap(([at, minute]) => rowsOf(at, minute))
    if (rows.length === 0) return
    const unwritten = await writeApart(rows, (part) => addMinutes(this.#options.db, part))
    const [first] = unwritten
    if (first === undefined) return
    // After a part was written, the sums of the others are no longer known by subject.
    if (unwritten.length === rows.length && !isDataRefused(first.error)) this.#keep(written)
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

/** The counters of a minute, and their sums by owner and of the deployment. */
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
