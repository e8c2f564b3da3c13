import type { Database } from '../db/tables.ts'
import type { Event } from '../event-types/event.ts'
import { AppError } from '../kernel/errors.ts'
import { ownerId } from '../kernel/owner.ts'
import { appendEvents, dispatchJobs, type Outbox } from './outbox.ts'
import { type Held, type Queued, Queues } from './queues.ts'
import { type FirstResult, findFirstResults } from './store.ts'

/** An event from outside, with the key under which its producer may repeat it. */
export type Incoming = { event: Event; key: string | null }

/** What the producer is told: the event, or the first one published under the same key. */
export type Accepted = { id: string; triggered_by: string; external_id: string | null }

export type IngestOptions = Outbox & { db: Database }

/** Concurrent requests within this time share one statement and one commit; after a statement that several shared, more. */
const WINDOW_MS = 2
const BUSY_WINDOW_MS = 5
/** Rows at which a statement goes without waiting for more, while one owner alone publishes. */
const FULL = 400
/** Statements under way at once: one commits while the next is planned. */
const MOST_RUNNING = 2
/**
 * While several owners publish, those with so many events waiting get a statement of their own, of about as many rows and
 * one at a time: the few events of the others neither share it nor wait for it.
 */
const BULK = 100
/**
 * After such a statement the next one waits so many times as long as it took, while there are others to be quick for: what
 * follows from its events costs many times as much as storing them, and so they take a quarter of a small machine.
 */
const BULK_REST = 30
/** The longest of these rests, in milliseconds. */
const LONGEST_REST_MS = 200
/** Milliseconds after which an owner that published nothing more is forgotten. */
const COMPANY_FOR = 1_000
/** A request is held back at most so long, in milliseconds; then its events are stored for any worker to claim. */
const LONGEST_HOLD = 1_000

type Request = Queued & {
  owner_id: string
  incoming: readonly Incoming[]
  resolve: (accepted: Accepted[]) => void
  reject: (error: unknown) => void
}

/**
 * Gathers what concurrent requests publish into shared statements. An owner whose events the worker of this process cannot
 * keep up with is held back for a moment: delivering from memory costs half of delivering what has to be claimed again.
 */
export class Ingest {
  readonly #options: IngestOptions
  readonly #queues = new Queues<Request>()
  /** Statements under way: `group` for everybody, `bulk` of an owner that publishes much while others publish. */
  readonly #running = { group: 0, bulk: 0 }
  /** Until when the next bulk rests, and until when there is somebody to rest for. */
  #rests_until = 0
  #few_until = 0
  /** The owner that published last, and until when it is not the only one. */
  #latest = ''
  #company_until = 0
  /** Whether the last statement was of several requests. */
  #shared = false
  #timer: NodeJS.Timeout | null = null
  readonly #idle: (() => void)[] = []

  constructor(options: IngestOptions) {
    this.#options = options
  }

  /** Resolves after the commit, results in the order sent. All or nothing. Throws `too_many_requests` when too much waits. */
  submit(incoming: readonly Incoming[]): Promise<Accepted[]> {
    const [first] = incoming
    if (first === undefined) return Promise.resolve([])
    const owner_id = ownerId(first.event)
    const rows = incoming.length
    if (!this.#queues.hasRoom(owner_id, rows)) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const since = this.#options.clock()
      if (owner_id !== this.#latest) this.#company_until = this.#latest === '' ? 0 : since + COMPANY_FOR
      this.#latest = owner_id
      this.#queues.add(owner_id, { owner_id, incoming, rows, since, resolve, reject })
      this.#schedule()
    })
  }

  /** Events that wait for a statement to take them. */
  waiting(): number {
    return this.#queues.rows()
  }

  /** Waits until all that was submitted is committed. */
  close(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #schedule(): void {
    if (this.#queues.rows() === 0 || this.#running.group >= MOST_RUNNING) return
    if (this.#queues.rows() >= FULL && !this.#inCompany()) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#shared ? BUSY_WINDOW_MS : WINDOW_MS)
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#running.group >= MOST_RUNNING) return
    const { group, bulk } = this.#take()
    if (group.length > 0) this.#shared = group.length > 1
    this.#commit('group', group)
    this.#commit('bulk', bulk)
    if (group.length + bulk.length === 0 && this.#queues.rows() > 0)
      this.#timer = setTimeout(() => this.#start(), WINDOW_MS)
  }

  #commit(kind: 'group' | 'bulk', requests: readonly Request[]): void {
    if (requests.length === 0) return
    const started_at = this.#options.clock()
    this.#running[kind] += 1
    void commitGroup(this.#options, requests).then(() => {
      this.#running[kind] -= 1
      if (kind === 'bulk') this.#beginRest(started_at)
      this.#schedule()
      if (this.#isIdle()) for (const done of this.#idle.splice(0)) done()
    })
  }

  /** What goes now. */
  #take(): Record<'group' | 'bulk', Request[]> {
    const now = this.#options.clock()
    const inCompany = this.#inCompany()
    const isBulk = ({ waiting }: Held) => inCompany && waiting >= BULK
    const mayWait = (owner_id: string, { since }: Held) =>
      now - since < LONGEST_HOLD && this.#options.jobSink.isBusyWith(owner_id)
    const group = this.#queues.take(2 * FULL, (owner_id, held) => isBulk(held) || mayWait(owner_id, held))
    if (inCompany && group.length > 0) this.#few_until = now + COMPANY_FOR
    if (!inCompany || this.#running.bulk > 0 || this.#isResting(now)) return { group, bulk: [] }
    return { group, bulk: this.#queues.take(BULK, (owner_id, held) => !isBulk(held) || mayWait(owner_id, held)) }
  }

  #beginRest(started_at: number): void {
    const ended_at = this.#options.clock()
    this.#rests_until = ended_at + Math.min(LONGEST_REST_MS, BULK_REST * (ended_at - started_at))
  }

  /** No rest outlasts a clock that is put back. */
  #isResting(now: number): boolean {
    const left = this.#rests_until - now
    return left > 0 && left <= LONGEST_REST_MS && now < this.#few_until
  }

  /** Whether several owners publish. */
  #inCompany(): boolean {
    return this.#options.clock() < this.#company_until
  }

  #isIdle(): boolean {
    return this.#running.group + this.#running.bulk + this.#queues.rows() === 0
  }
}

function overloaded(): AppError {
  const detail = 'Too many events are waiting to be stored: send them again in a moment.'
  return new AppError('too_many_requests', [{ detail }], { headers: { 'retry-after': '1' } })
}

async function commitGroup(options: IngestOptions, group: readonly Request[]): Promise<void> {
  const { telemetry } = options
  const started = performance.now()
  try {
    const incoming = group.flatMap((one) => one.incoming)
    const first = firstOfEachKey(incoming)
    const { jobs, revision, appended } = await appendEvents(
      options,
      options.db,
      first.map((one) => one.event),
      first.map((one) => one.key),
    )
    const isNew = (one: Incoming) => one.key === null || appended.has(one.event.id)
    telemetry.ingested(incoming.length, (performance.now() - started) / 1000)
    const events = new Map(first.filter(isNew).map((one) => [one.event.id, one.event]))
    dispatchJobs(
      options,
      jobs.filter((job) => events.has(job.event.id)),
      revision,
    )
    options.jobSink.aborted(jobs.filter((job) => !events.has(job.event.id)))
    const repeated = incoming.filter((one) => !events.has(one.event.id))
    telemetry.accepted('outside', events.size)
    if (repeated.length > 0) telemetry.repeated(repeated.length)
    const found = repeated.length === 0 ? [] : await findFirstResults(options.db, repeated.map(keyOf))
    const results = new Map(found.map((result) => [identity(result), result]))
    for (const one of group) one.resolve(one.incoming.map((incoming) => accept(incoming, events, results)))
  } catch (error) {
    // PostgreSQL refused a value: only the request that sent it shall suffer.
    if (group.length > 1 && isDataError(error))
      return void (await Promise.all(group.map((one) => commitGroup(options, [one]))))
    for (const one of group) one.reject(error)
  }
}

function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
}

/** Drops what repeats a key of the same group: one statement can insert it only once. */
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
