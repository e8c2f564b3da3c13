import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import type { OpenStream } from '../jobs/membership.ts'
import { isShown } from '../rules/stream-filter.ts'
import { printCursor } from './cursor.ts'
import { printDelivery } from './delivery.ts'
import type { EventStream } from './event-stream.ts'
import { RateBound, ROWS_PER_SECOND } from './rate-bound.ts'
import { countDeliveriesAfter, type DeliveryRow, selectDeliveriesAfter } from './store.ts'

/** Overlap of consecutive reads, since logs may become visible out of the order of their ids. */
const OVERLAP_MS = 5 * SECOND
/** Ids that a stream remembers as shown or counted to prevent duplicates: more than the overlap can contain. */
const MAX_KNOWN = 4_000
const PAGE = 200
/** Deliveries that are sent after a reconnect: a minute at the maximum rate. */
const MAX_MISSED = 12_000
/** Maximum age of deliveries that are sent after a reconnect. */
const MAX_GAP_MS = 5 * MINUTE
const MAX_COUNTED = 5_000
/** Deliveries that a later read may send; the limit is only reached if workers announce too few. */
const MAX_LATE = 5 * ROWS_PER_SECOND
/** Announced deliveries that are buffered during a backfill. */
const MAX_BUFFERED = 2_000
/** Intervals between reads for unannounced logs: short at first, until every worker knows the stream. */
const FIRST_READS_MS = SECOND
const FIRST_READS = 4
const READS_MS = 5 * SECOND

export type DeliveryStreamOptions = OpenStream & {
  db: Database
  clock: Clock
  events: EventStream
  /** Ends in `/v2`. */
  base_url: string
  /** Id of a log; the stream sends later deliveries. Null to start now. */
  after: string | null
  /** Ids that the reader has seen. */
  known: readonly string[]
  onError: (error: unknown) => void
}

/** Deliveries for one reader: announced logs, and logs that periodic reads find in addition. */
export class DeliveryStream {
  readonly opened: OpenStream
  readonly #options: DeliveryStreamOptions
  readonly #known: Set<string>
  readonly #bound: RateBound
  /** Lowest id of a log to send. */
  readonly #first_id: string
  #read_to: number
  #reads = 0
  #read_at = 0
  #buffered: DeliveryRow[] | null = null
  #skipped = 0
  #has_skipped = false

  constructor(options: DeliveryStreamOptions) {
    const { id, owner_id, filter, clock, after } = options
    const now = clock()
    this.opened = { id, owner_id, filter }
    this.#options = options
    this.#known = new Set(after === null ? options.known : [...options.known, after])
    this.#bound = new RateBound(now)
    const oldest = now - MAX_GAP_MS
    const from = after === null ? now : Math.max(timeOfId(after) - OVERLAP_MS, oldest)
    this.#first_id = lowestIdAt(from)
    this.#read_to = from + OVERLAP_MS
    options.events.send('open', JSON.stringify({ id }), printCursor({ log_id: after ?? this.#first_id, stream_id: id }))
    if (after !== null && timeOfId(after) < oldest) options.events.send('skipped', JSON.stringify({ count: null }))
  }

  isOpen(): boolean {
    return this.#options.events.isOpen()
  }

  known(): readonly string[] {
    return [...this.#known]
  }

  /** Sends the rows that are new to the reader, and counts those above the rate limit. */
  offer(rows: readonly DeliveryRow[]): void {
    for (const row of rows) if (row.owner_id === this.opened.owner_id && this.#isNew(row)) this.#announced(row)
  }

  /** Counts deliveries that workers have left out of their announcements. */
  skip(count: number): void {
    this.#skipped += count
    this.#has_skipped = true
  }

  /** Reports the number of skipped deliveries and, when due, reads logs that may not have been announced. */
  async tick(): Promise<void> {
    const { events, clock, onError } = this.#options
    if (this.#skipped > 0) events.send('skipped', JSON.stringify({ count: this.#skipped }))
    this.#skipped = 0
    const wait = this.#reads < FIRST_READS ? FIRST_READS_MS : READS_MS
    if (this.#buffered !== null || clock() - this.#read_at < wait) return
    if (this.#has_skipped && this.#reads > 0) this.#skipRead()
    else await this.#readMissed().catch(onError)
  }

  /** Skips deliveries that were already reported as a count. */
  #skipRead(): void {
    const now = this.#options.clock()
    this.#has_skipped = false
    this.#reads += 1
    this.#read_at = now
    this.#read_to = now
  }

  /** Reads again soon, because announcements may have been lost. */
  readSoon(): void {
    this.#read_at = 0
    this.#has_skipped = false
  }

  keepAlive(): void {
    this.#options.events.comment('keep-alive')
  }

  /** Ends the stream; the client reconnects. */
  end(reason: string): void {
    this.#options.events.end(reason)
  }

  #isNew({ id }: DeliveryRow): boolean {
    return !this.#known.has(id) && id >= this.#first_id
  }

  #announced(row: DeliveryRow): void {
    if (!isShown(this.opened.filter, row)) return
    if (this.#buffered !== null && this.#buffered.length < MAX_BUFFERED) this.#buffered.push(row)
    else if (this.#buffered === null && this.#bound.take(this.#options.clock())) this.#show(row)
    else {
      this.#remember(row.id)
      this.skip(1)
    }
  }

  #show(row: DeliveryRow): void {
    this.#remember(row.id)
    const id = printCursor({ log_id: row.id, stream_id: this.opened.id })
    this.#options.events.send('delivery', printDelivery(row, this.#options.base_url), id)
  }

  #remember(id: string): void {
    this.#known.add(id)
    for (const oldest of this.#known) {
      if (this.#known.size <= MAX_KNOWN) return
      this.#known.delete(oldest)
    }
  }

  /**
   * Sends the logs in the order of ids, so that a reader that disconnects can resume. Announcements are buffered until the end.
   */
  async #readMissed(): Promise<void> {
    const { db, clock } = this.#options
    const started_at = clock()
    this.#buffered = []
    try {
      let after = lowestIdAt(Math.max(this.#read_to - OVERLAP_MS, timeOfId(this.#first_id)))
      let left = this.#reads === 0 && this.#options.after !== null ? MAX_MISSED : MAX_LATE
      for (let isMore = true; isMore && this.isOpen(); ) {
        const rows = await selectDeliveriesAfter(db, this.opened, { after, limit: PAGE })
        left -= this.#showMissed(rows)
        after = rows.at(-1)?.id ?? after
        isMore = rows.length === PAGE && left > 0
        await this.#options.events.drained()
      }
      if (left <= 0) await this.#skipAfter(after)
      this.#read_to = started_at
    } finally {
      this.#reads += 1
      this.#read_at = clock()
      this.#release()
    }
  }

  /** Returns the number of logs that had not been sent. */
  #showMissed(rows: readonly DeliveryRow[]): number {
    const missed = rows.filter((row) => this.#isNew(row) && isShown(this.opened.filter, row))
    for (const row of missed) this.#show(row)
    return missed.length
  }

  async #skipAfter(after: string): Promise<void> {
    this.skip(await countDeliveriesAfter(this.#options.db, this.opened, { after, limit: MAX_COUNTED }))
  }

  #release(): void {
    const buffered = this.#buffered ?? []
    this.#buffered = null
    this.offer(buffered)
  }
}
