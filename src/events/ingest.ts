import type { Database } from '../db/database.ts'
import { isDataRejected } from '../db/refused-data.ts'
import type { Event } from '../event-types/event.ts'
import { Coalescer, type Entry } from '../kernel/coalescer.ts'
import { AppError } from '../kernel/errors.ts'
import { ownerId } from '../kernel/owner.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'
import { appendEvents, dispatchJobs, type Outbox } from './outbox.ts'
import { type FirstResult, findFirstResults } from './store.ts'

/** An event from outside, with its idempotency key; null for none. */
export type Incoming = { event: Event; key: string | null }

/** Result for the producer: the event, or the first event published under the same key. */
export type Accepted = { id: string; triggered_by: string; external_id: string | null }

export type IngestOptions = Outbox & { db: Database }

/**
 * A request is stored at once unless a statement is in flight; later requests share the next statement. After a statement shared
 * by many requests, a window of some milliseconds saves statements, since more requests are likely on their way.
 */
const BUSY = { from: 8, window_ms: 5 }
/** Concurrent statements: one commits while the next is planned. */
const MAX_RUNNING = 2

type Request = Waiting & { incoming: readonly Incoming[] }

/**
 * Stores the events of concurrent requests in shared statements. `FairQueue` decides which requests are next, and which wait
 * while the worker of this process is busy with jobs of their organization, because delivering from memory costs half as much as
 * claiming jobs again.
 */
export class Ingest {
  readonly #options: IngestOptions
  readonly #queue: FairQueue<Entry<Request, Accepted[]>>
  readonly #coalescer: Coalescer<Request, Accepted[]>

  constructor(options: IngestOptions) {
    this.#options = options
    this.#queue = new FairQueue(options)
    this.#coalescer = new Coalescer({
      queue: this.#queue,
      window_ms: 0,
      busy: BUSY,
      running: MAX_RUNNING,
      write: (requests) => this.#store(requests),
    })
  }

  /**
   * Resolves after the commit, with results in the order of the events; stores all or none. Throws `too_many_requests` if too
   * many events wait.
   */
  async submit(incoming: readonly Incoming[]): Promise<Accepted[]> {
    const [first] = incoming
    if (first === undefined) return []
    const { organization_id } = first.event
    const rows = incoming.length
    if (!this.#queue.hasCapacity(organization_id, rows)) throw overloaded()
    return this.#coalescer.add({ organization_id, rows, since: this.#options.clock(), incoming })
  }

  waiting(): number {
    return this.#queue.rows()
  }

  /** Waits until all submitted events are committed. */
  close(): Promise<void> {
    return this.#coalescer.drain()
  }

  async #store(requests: readonly Request[]): Promise<readonly (Accepted[] | Promise<Accepted[]>)[]> {
    const groups = requests.map(({ incoming }) => incoming)
    try {
      return await storeTogether(this.#options, groups)
    } catch (error) {
      if (groups.length === 1 || !isDataRejected(error)) throw error
      // PostgreSQL rejected a value, so only the request that sent it must fail.
      const results = groups.map((incoming) => storeAlone(this.#options, incoming))
      await Promise.allSettled(results)
      return results
    } finally {
      this.#queue.stored(requests)
    }
  }
}

function overloaded(): AppError {
  const detail = 'Too many events are waiting to be stored; send them again later.'
  return new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': '1' } })
}

async function storeAlone(options: IngestOptions, incoming: readonly Incoming[]): Promise<Accepted[]> {
  const [accepted = []] = await storeTogether(options, [incoming])
  return accepted
}

/** Stores the events of several requests in one statement, and returns the results of each request. */
async function storeTogether(
  options: IngestOptions,
  requests: readonly (readonly Incoming[])[],
): Promise<Accepted[][]> {
  const { telemetry } = options
  const started = performance.now()
  const incoming = requests.flat()
  const first = firstOfEachKey(incoming)
  const { jobs, filtered, revision, appended } = await appendEvents(
    options,
    options.db,
    first.map((one) => one.event),
    { keys: first.map((one) => one.key) },
  )
  telemetry.ingested(incoming.length, (performance.now() - started) / 1000)
  const isNew = (one: Incoming) => one.key === null || appended.has(one.event.id)
  const events = new Map(first.filter(isNew).map((one) => [one.event.id, one.event]))
  const inserted = Map.groupBy(jobs, (job) => events.has(job.event.id))
  options.filteredCount.note(filtered.filter(({ event_id }) => events.has(event_id)))
  dispatchJobs(options, inserted.get(true) ?? [], revision)
  options.jobSink.aborted(inserted.get(false) ?? [])
  const repeated = incoming.filter((one) => !events.has(one.event.id))
  telemetry.accepted('outside', [...events.values()])
  if (repeated.length > 0) telemetry.repeated(repeated.length)
  const found = repeated.length === 0 ? [] : await findFirstResults(options.db, repeated.map(keyOf))
  const results = new Map(found.map((result) => [identity(result), result]))
  return requests.map((group) => group.map((one) => accept(one, events, results)))
}

/** Drops events that repeat a key of the same group, since one statement can insert a key only once. */
function firstOfEachKey(incoming: readonly Incoming[]): Incoming[] {
  const seen = new Set<string>()
  return incoming.filter((one) => {
    if (one.key === null) return true
    const id = identity(keyOf(one))
    return !seen.has(id) && seen.add(id)
  })
}

function keyOf(incoming: Incoming): { owner_id: string; key: string } {
  return { owner_id: ownerId(incoming.event), key: incoming.key ?? '' }
}

function identity(keyed: { owner_id: string; key: string }): string {
  return `${keyed.owner_id} ${keyed.key}`
}

function accept(
  incoming: Incoming,
  appended: ReadonlyMap<string, Event>,
  results: ReadonlyMap<string, FirstResult>,
): Accepted {
  const { event } = incoming
  if (appended.has(event.id)) return event
  const result = results.get(identity(keyOf(incoming)))
  if (result === undefined) throw new Error('A repeated event key has no first event.')
  return {
    id: result.event_id,
    triggered_by: result.triggered_by ?? event.triggered_by,
    external_id: event.external_id,
  }
}
