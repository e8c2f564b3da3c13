import type { Database } from '../../db/database.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { OpenStream } from '../jobs/membership.ts'
import type { Settlement } from '../jobs/settle.ts'
import { isShown } from '../rules/stream-filter.ts'
import { notificationsOf, SOME_MISSED } from './notification.ts'
import { RateBound } from './rate-bound.ts'
import { notifyStreams } from './store.ts'

/** Time window in which attempts share a notification. */
const WINDOW_MS = 100

type Reader = OpenStream & { bound: RateBound }
type Pending = { ids: string[]; skipped: Record<string, number> }

/**
 * Announces new logs to the processes whose streams show them: only ids, and only as many as the streams may show. Idle while
 * there are no streams.
 */
export class Announcements {
  readonly #db: Database
  readonly #clock: () => number
  readonly #onError: (error: unknown) => void
  #readers = new Map<string, Reader[]>()
  #pending = new Map<string, Pending>()
  #timer: NodeJS.Timeout | null = null
  /** True if a notification could not be sent. */
  #missed = false

  constructor(db: Database, clock: () => number, onError: (error: unknown) => void) {
    this.#db = db
    this.#clock = clock
    this.#onError = onError
  }

  /** Sets the open streams that a heartbeat has returned. */
  readBy(streams: readonly OpenStream[]): void {
    if (streams.length === 0 && this.#readers.size === 0) return
    const known = new Map([...this.#readers.values()].flat().map((reader) => [reader.id, reader]))
    const now = this.#clock()
    const readers = streams.map((stream) => known.get(stream.id) ?? { ...stream, bound: new RateBound(now) })
    this.#readers = Map.groupBy(readers, ({ owner_id }) => owner_id)
  }

  settled(settlements: readonly Settlement[]): void {
    if (this.#readers.size === 0) return
    const now = this.#clock()
    for (const settlement of settlements) {
      const owner_id = ownerId(settlement.job.event)
      const readers = this.#readers.get(owner_id)
      if (readers !== undefined) this.#add(owner_id, readers, settlement, now)
    }
    if (this.#pending.size > 0) this.#timer ??= setTimeout(() => this.#notify(), WINDOW_MS)
  }

  #add(owner_id: string, readers: readonly Reader[], { job, log }: Settlement, now: number): void {
    if (log === null) return
    const { integration_id, triggered_by } = job
    const delivery = { integration_id, triggered_by, succeeded: log.succeeded }
    const matching = readers.filter(({ filter }) => isShown(filter, delivery))
    if (matching.length === 0) return
    const pending = this.#pending.get(owner_id) ?? { ids: [], skipped: {} }
    this.#pending.set(owner_id, pending)
    // Every stream below its rate limit pays for the delivery, and all matching streams get it.
    const charged = matching.filter(({ bound }) => bound.take(now))
    if (charged.length > 0) pending.ids.push(log.id)
    else for (const { id } of matching) pending.skipped[id] = (pending.skipped[id] ?? 0) + 1
  }

  async #notify(): Promise<void> {
    this.#timer = null
    const texts = [...this.#pending].flatMap(([owner_id, pending]) => [...notificationsOf({ owner_id, ...pending })])
    this.#pending.clear()
    const payloads = this.#missed ? [SOME_MISSED, ...texts] : texts
    try {
      await notifyStreams(this.#db, payloads)
      this.#missed = false
    } catch (error) {
      this.#missed = true
      this.#onError(error)
    }
  }

  async close(): Promise<void> {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    await this.#notify()
  }
}
