import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { isDataRejected, writeSplitting } from '../../db/refused-data.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Coalescer } from '../../kernel/coalescer.ts'
import { Fifo } from '../../kernel/fifo.ts'
import { storable, storableJson } from '../../kernel/text/storable.ts'
import { type Settlement, settle, type WritePass } from '../jobs/settle.ts'
import type { DeliveryTelemetry } from '../telemetry.ts'
import type { Standing } from './standing.ts'

export type SettlerOptions = {
  db: Database
  clock: Clock
  telemetry: Pick<DeliveryTelemetry, 'settled' | 'settlementsRejected'>
  onError: (what: string, error: unknown) => void
}

/**
 * Settlements in this time window share one statement. If the process crashes meanwhile, their attempts are repeated, as are the
 * attempts in flight, which take about as long.
 */
const WINDOW_MS = 100
/** Shorter window for ordered jobs, because the next jobs of the resource can be claimed only after the write. */
const ORDERED_WINDOW_MS = 15
const FULL_BATCH = 250
export const MAX_BATCH_SIZE = 500
/**
 * Maximum length of response bodies in one statement, which then takes about half a second. 500 bodies of 64 KiB would exceed the
 * statement timeout, and be retried endlessly.
 */
const MAX_CHARACTERS = 4_000_000
const MAX_RUNNING = 2
const RETRY_AFTER_MS = 500
/** Maximum number of unwritten settlements; after a crash their attempts are repeated. */
const MAX_PENDING = 1_000
/** Threshold for a hanging write, since a statement normally takes a few milliseconds. */
const MAX_WRITE_MS = 250

type Writing = { readonly started_at: number; failed: boolean }

/** Writes settlements in shared statements. A failing database delays settlements, but never drops them. */
export class Settler {
  readonly #options: SettlerOptions
  readonly #standing: Pick<Standing, 'worker_id'>
  readonly #onSettled: (settlements: readonly Settlement[]) => void
  readonly #writing = new Set<Writing>()
  readonly #abandoned = new AbortController()
  #pending = 0
  readonly #coalescer = new Coalescer<Settlement>({
    queue: new Fifo({
      full: FULL_BATCH,
      most: MAX_BATCH_SIZE,
      most_size: MAX_CHARACTERS,
      sizeOf: ({ log }) => log?.body?.length ?? 0,
    }),
    window_ms: WINDOW_MS,
    running: MAX_RUNNING,
    write: (batch) => this.#write(batch),
  })

  /** `onSettled` is called after each batch that was written. */
  constructor(
    options: SettlerOptions,
    standing: Pick<Standing, 'worker_id'>,
    onSettled: (settlements: readonly Settlement[]) => void,
  ) {
    this.#options = options
    this.#standing = standing
    this.#onSettled = onSettled
  }

  add(settlement: Settlement): void {
    this.#pending += 1
    void this.#coalescer.add(settlement, settlement.job.order_key === null ? undefined : ORDERED_WINDOW_MS)
  }

  pending(): number {
    return this.#pending
  }

  /** True if so many settlements are unwritten, or for so long, that no further attempt may start. */
  isBehind(): boolean {
    if (this.#pending >= MAX_PENDING) return true
    for (const { failed, started_at } of this.#writing) {
      if (failed || performance.now() - started_at > MAX_WRITE_MS) return true
    }
    return false
  }

  /** Milliseconds since the start of the oldest unfinished write; 0 if there is none. */
  unwrittenFor(): number {
    const began = [...this.#writing].map(({ started_at }) => started_at)
    return began.length === 0 ? 0 : performance.now() - Math.min(...began)
  }

  /** Waits until all settlements are written. After `patience_ms` it rejects and stops writing. */
  async drain(patience_ms: number): Promise<void> {
    const late = new AbortController()
    const timeout = wait(patience_ms, undefined, { signal: late.signal }).then(() => {
      this.#abandoned.abort()
      throw new Error(`${this.#pending} settlements are not written.`)
    })
    await Promise.race([this.#coalescer.drain(), timeout]).finally(() => late.abort())
  }

  async #write(batch: readonly Settlement[]): Promise<[]> {
    const { worker_id } = this.#standing
    const writing: Writing = { started_at: performance.now(), failed: false }
    this.#writing.add(writing)
    let unwritten = await this.#tryToWrite(batch, worker_id, 'first')
    while (unwritten.length > 0) {
      writing.failed = true
      await this.#pause()
      if (this.#abandoned.signal.aborted) return []
      unwritten = await this.#tryToWrite(unwritten, worker_id, 'again')
    }
    this.#writing.delete(writing)
    this.#pending -= batch.length
    this.#options.telemetry.settled(batch, (performance.now() - writing.started_at) / 1000)
    this.#onSettled(batch)
    return []
  }

  /**
   * Returns the settlements to write again. Settlements that the database rejects are written without their texts, or dropped if
   * it rejects them again.
   */
  async #tryToWrite(batch: readonly Settlement[], worker_id: number, first: WritePass): Promise<Settlement[]> {
    const { db, clock, telemetry, onError } = this.#options
    let pass = first
    const write = (part: readonly Settlement[]) => {
      const written = settle(db, part, { worker_id, now: clock(), pass })
      pass = 'again'
      return written
    }
    const unwritten = await writeSplitting(batch, write)
    const rejected = unwritten.filter(({ error }) => isDataRejected(error))
    const rejected_again = await writeSplitting(
      rejected.map(({ item }) => withoutTexts(item)),
      write,
    )
    if (rejected.length > 0) telemetry.settlementsRejected(rejected.length)
    const errors = [...unwritten, ...rejected_again].map(({ error }) => error)
    if (errors.length > 0) onError('settle', errors[0])
    return [...unwritten, ...rejected_again].filter(({ error }) => !isDataRejected(error)).map(({ item }) => item)
  }

  async #pause(): Promise<void> {
    await wait(RETRY_AFTER_MS, undefined, { signal: this.#abandoned.signal }).catch(() => {})
  }
}

/** Replaces all texts from outside, which are what the database may reject. */
function withoutTexts(settlement: Settlement): Settlement {
  const { log } = settlement
  if (log === null) return settlement
  const texts = { request_headers: NO_HEADERS, response_headers: null, body: null, body_truncated: false }
  return { ...settlement, log: { ...log, ...texts, error_detail: log.succeeded ? null : NOT_STORABLE } }
}

const NO_HEADERS = storableJson({})
const NOT_STORABLE = storable('The attempt failed, and the database rejected its details.')
