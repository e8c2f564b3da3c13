import type { Database } from '../db/database.ts'
import { isDataRejected, writeSplitting } from '../db/refused-data.ts'
import { SECOND } from '../kernel/duration.ts'
import { type Loop, repeat } from '../kernel/repeat.ts'
import type { Filtered } from './make-jobs.ts'
import { addFiltered } from './store.ts'
import type { EventTelemetry } from './telemetry.ts'

export type FilteredCountOptions = {
  db: Database
  telemetry: Pick<EventTelemetry, 'filtered'>
  onError: (error: unknown) => void
}

/** Interval between writes; a process that crashes loses the counts since the last write. */
const WRITE_INTERVAL_MS = 2 * SECOND

/**
 * Counts the events that the filter of each integration excluded. Writes the counts every two seconds, because a row per event
 * would cost as much as its delivery.
 */
export class FilteredCount {
  readonly #options: FilteredCountOptions
  readonly #counts = new Map<string, number>()
  readonly #loop: Loop

  constructor(options: FilteredCountOptions) {
    this.#options = options
    this.#loop = repeat(WRITE_INTERVAL_MS, () => this.#write(), options.onError)
  }

  /** Must be called after the commit of the events. */
  note(filtered: readonly Pick<Filtered, 'integration_id'>[]): void {
    if (filtered.length === 0) return
    for (const { integration_id } of filtered) this.#add(integration_id, 1)
    this.#options.telemetry.filtered(filtered.length)
  }

  async close(): Promise<void> {
    await this.#loop.stop()
    await this.#write().catch(this.#options.onError)
  }

  #add(integration_id: string, events: number): void {
    this.#counts.set(integration_id, (this.#counts.get(integration_id) ?? 0) + events)
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts]
    if (counts.length === 0) return
    this.#counts.clear()
    const unwritten = await writeSplitting(counts, (part) => addFiltered(this.#options.db, part))
    for (const { item, error } of unwritten) if (!isDataRejected(error)) this.#add(...item)
    if (unwritten[0] !== undefined) throw unwritten[0].error
  }
}
