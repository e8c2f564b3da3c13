import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Database } from '../../db/database.ts'
import { type Listener, listen } from '../../db/listen.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/duration.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import type { StreamFilter } from '../rules/stream-filter.ts'
import type { Cursor } from './cursor.ts'
import { DeliveryStream } from './delivery-stream.ts'
import { EventStream } from './event-stream.ts'
import { type Announced, DELIVERIES_CHANNEL, SOME_MISSED } from './notification.ts'
import { confirmStreams, deleteStreams, insertStream, selectDeliveries } from './store.ts'

const MAX_STREAMS = 100
/** Maximum number of delivery streams per store, or of an organization itself, in one process. @operator */
const MAX_STREAMS_OF_STORE = 20
/** Maximum number of delivery streams per person or key in one process. @operator */
const MAX_STREAMS_OF_CALLER = 5
const RETRY_AFTER_SECONDS = 10
const TICK_MS = SECOND
const CONFIRM_TICKS = 2
const KEEP_ALIVE_TICKS = 10
/** Ended streams whose known ids are remembered, so that a reader that reconnects gets no duplicates. */
const MAX_ENDED = 40
const REMEMBERED_MS = 2 * MINUTE

export type DeliveryStreamsOptions = {
  db: Database
  /** Database URL that bypasses a pooler, which would break LISTEN. */
  direct_url: string
  /** Ends in `/v2`. */
  base_url: string
  clock: Clock
  onError: (error: unknown) => void
}

export type StreamRequest = {
  owner: Owner
  /** Id of the person or the key. */
  caller_id: string
  filter: StreamFilter
  after: Cursor | null
  /** Bytes buffered in the connection. */
  waiting: () => number
  /** Rejects once the token of the reader is no longer valid. */
  authorize: () => Promise<void>
}

type Reader = Pick<StreamRequest, 'owner' | 'caller_id' | 'authorize'> & { stream: DeliveryStream }
type Ended = { owner_id: string; known: readonly string[]; ended_at: number }

/**
 * Live streams of deliveries in this process, which neither listens nor reads while there are none. A stream is a row that
 * workers find with their heartbeats. From then on they announce the ids of matching logs (`Announcements`), within the rate
 * limit of the stream; this process reads those logs once for all its streams and offers them to each (`DeliveryStream`).
 *
 * A reader that reconnects with a cursor first gets the deliveries that it missed, in pages ordered by id. Announcements are
 * buffered meanwhile and offered after the last page, so that live deliveries follow the backfill in order. A log in both is sent
 * once, since a stream remembers the ids that it has sent, even after its end. Every few seconds the stream reads the table
 * again, from a little before its last read, for logs that were not announced. Deliveries above a limit are counted in an event
 * `skipped`, never dropped silently.
 */
export class DeliveryStreams {
  readonly #options: DeliveryStreamsOptions
  readonly #readers = new Map<string, Reader>()
  readonly #ended = new Map<string, Ended>()
  #listener: Listener | null = null
  /** True once the listener has connected; until then a new stream relies on its own reads. */
  #hasConnected = false
  #loop: Loop | null = null
  #ticks = 0
  #announced = new Set<string>()
  #reading = false
  #closing = false

  constructor(options: DeliveryStreamsOptions) {
    this.#options = options
  }

  /** Returns the body of the response. Throws `too_many_requests`. */
  async open({ owner, caller_id, filter, after, waiting, authorize }: StreamRequest): Promise<Readable> {
    this.#enforceLimits(owner, caller_id)
    const { db, clock, base_url, onError } = this.#options
    const opened = { id: randomUUID(), owner_id: ownerId(owner), filter }
    const events = new EventStream(waiting)
    const known = this.#knownBy(after, opened.owner_id)
    const stream = new DeliveryStream({
      ...opened,
      db,
      clock,
      events,
      base_url,
      after: after?.log_id ?? null,
      known,
      onError,
    })
    this.#readers.set(opened.id, { owner, caller_id, stream, authorize })
    events.body.once('close', () => this.#closed(stream))
    this.#start()
    await insertStream(db, opened).catch((error: unknown) => {
      events.body.destroy()
      throw error
    })
    void stream.tick()
    return events.body
  }

  /** Ends all streams; their readers reconnect. */
  async close(): Promise<void> {
    this.#closing = true
    const ids = [...this.#readers.keys()]
    for (const { stream } of this.#readers.values()) stream.end('The server is shutting down.')
    await this.#stop()
    if (ids.length > 0) await deleteStreams(this.#options.db, ids).catch(this.#options.onError)
  }

  /**
   * Enforces the limits. If the process is full, the organization with the most streams loses its oldest stream, unless it is the
   * caller's.
   */
  #enforceLimits(owner: Owner, caller_id: string): void {
    const readers = [...this.#readers.values()]
    const ofStore = readers.filter((reader) => ownerId(reader.owner) === ownerId(owner))
    if (ofStore.length >= MAX_STREAMS_OF_STORE) throw tooMany(`A store may have ${MAX_STREAMS_OF_STORE} streams`)
    const ofCaller = ofStore.filter((reader) => reader.caller_id === caller_id)
    if (ofCaller.length >= MAX_STREAMS_OF_CALLER)
      throw tooMany(`A person or a key may have ${MAX_STREAMS_OF_CALLER} streams`)
    if (readers.length < MAX_STREAMS) return
    const byOrganization = Map.groupBy(readers, (reader) => reader.owner.organization_id)
    const own = byOrganization.get(owner.organization_id)?.length ?? 0
    const [largest = []] = [...byOrganization.values()].toSorted((one, other) => other.length - one.length)
    if (largest.length <= own) throw tooMany(`All callers together may have ${MAX_STREAMS} streams`)
    largest[0]?.stream.end('Other organizations need streams, and yours has the most.')
  }

  #knownBy(after: Cursor | null, owner_id: string): readonly string[] {
    const ended = after?.stream_id === null || after === null ? undefined : this.#ended.get(after.stream_id)
    return ended?.owner_id === owner_id ? ended.known : []
  }

  #closed(stream: DeliveryStream): void {
    const { id, owner_id } = stream.opened
    const now = this.#options.clock()
    this.#readers.delete(id)
    this.#ended.set(id, { owner_id, known: stream.known(), ended_at: now })
    for (const [oldest, { ended_at }] of this.#ended) {
      if (this.#ended.size <= MAX_ENDED && now - ended_at < REMEMBERED_MS) break
      this.#ended.delete(oldest)
    }
    if (this.#closing) return
    deleteStreams(this.#options.db, [id]).catch(this.#options.onError)
    if (this.#readers.size === 0) this.#stop().catch(this.#options.onError)
  }

  #start(): void {
    const { direct_url: url, onError } = this.#options
    this.#loop ??= repeat(TICK_MS, () => this.#tick(), onError)
    this.#listener ??= listen({
      url,
      channel: DELIVERIES_CHANNEL,
      onNotification: (payload) => this.#notified(payload),
    })
  }

  async #stop(): Promise<void> {
    const [listener, loop] = [this.#listener, this.#loop]
    this.#listener = null
    this.#hasConnected = false
    this.#loop = null
    await Promise.all([listener?.close(), loop?.stop()])
  }

  #streams(): DeliveryStream[] {
    return [...this.#readers.values()].map(({ stream }) => stream)
  }

  #notified(payload: string): void {
    if (payload === SOME_MISSED) {
      if (this.#hasConnected) for (const stream of this.#streams()) stream.readSoon()
      this.#hasConnected = true
      return
    }
    const { owner_id, ids, skipped } = JSON.parse(payload) as Announced
    for (const [id, count] of Object.entries(skipped)) this.#readers.get(id)?.stream.skip(count)
    if (!this.#streams().some(({ opened }) => opened.owner_id === owner_id)) return
    for (const id of ids) this.#announced.add(id)
    if (!this.#reading) void this.#readAnnounced()
  }

  /** Reads the announced logs in one statement for all streams; later announcements share the next statement. */
  async #readAnnounced(): Promise<void> {
    this.#reading = true
    while (this.#announced.size > 0) {
      const ids = [...this.#announced]
      this.#announced.clear()
      try {
        const rows = await selectDeliveries(this.#options.db, ids)
        for (const stream of this.#streams()) stream.offer(rows)
      } catch (error) {
        this.#options.onError(error)
        for (const stream of this.#streams()) stream.readSoon()
      }
    }
    this.#reading = false
  }

  async #tick(): Promise<void> {
    this.#ticks += 1
    for (const { stream, authorize } of this.#readers.values()) {
      authorize().catch((error: unknown) => stream.end(error instanceof AppError ? error.message : 'Connect again.'))
      if (this.#ticks % KEEP_ALIVE_TICKS === 0) stream.keepAlive()
      void stream.tick()
    }
    const opened = this.#streams().map((stream) => stream.opened)
    if (this.#ticks % CONFIRM_TICKS === 0 && opened.length > 0) await confirmStreams(this.#options.db, opened)
  }
}

function tooMany(limit: string): AppError {
  const detail = `${limit} in a process. Close one, or connect again later.`
  return new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
}
