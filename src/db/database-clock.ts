import type { Clock } from '../kernel/clock.ts'
import { MINUTE } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import { type Database, query } from './database.ts'

const MEASURE_INTERVAL_MS = MINUTE
/** A difference beyond the round trip plus this tolerance means that the clocks differ. */
const TOLERANCE_MS = 100

type Options = {
  machine: Clock
  /** Called with the new difference in milliseconds, positive if the database's clock is ahead. */
  onChange(ahead_ms: number): void
  onError(error: unknown): void
}

/**
 * The time of the database, so that all processes agree on due times even if the clocks of their machines differ. It is
 * the machine's clock plus the difference measured at the start or within the last minute.
 */
export class DatabaseClock {
  readonly #db: Database
  readonly #options: Options
  readonly #measuring: Loop
  #ahead_ms = 0

  static async open(db: Database, options: Options): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, options)
    await clock.measure()
    return clock
  }

  private constructor(db: Database, options: Options) {
    this.#db = db
    this.#options = options
    this.#measuring = repeat(MEASURE_INTERVAL_MS, () => this.measure(), options.onError)
  }

  readonly now: Clock = () => this.#options.machine() + this.#ahead_ms

  /** Milliseconds by which the database's clock is ahead of the machine's. */
  ahead(): number {
    return this.#ahead_ms
  }

  /** Compares the clocks. Ignores small differences, since they come from the network. */
  async measure(): Promise<void> {
    const { machine, onChange } = this.#options
    const before = machine()
    const [row] = await query<{ time: number }>(this.#db, READ, [])
    const round_trip = machine() - before
    const ahead_ms = Math.round((row?.time ?? before) - before - round_trip / 2)
    if (Math.abs(ahead_ms - this.#ahead_ms) <= round_trip / 2 + TOLERANCE_MS) return
    this.#ahead_ms = ahead_ms
    onChange(ahead_ms)
  }

  close(): Promise<void> {
    return this.#measuring.stop()
  }
}

const READ = 'select (extract(epoch from clock_timestamp()) * 1000)::double precision as time'
