import type { Database } from '../../db/tables.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { type Claimed, takeJobs } from '../jobs/claim.ts'
import { InDoubt } from '../jobs/in-doubt.ts'
import { HEARTBEAT } from '../jobs/lease.ts'
import type { Worker } from '../worker/worker.ts'
import type { Delivered } from './consumer.ts'
import type { Reference } from './reference.ts'
import type { TransportTelemetry } from './telemetry.ts'

export type TakerOptions = {
  db: Database
  clock: Clock
  snapshot: Snapshot
  worker: Pick<Worker, 'mayClaim' | 'reserve' | 'leaseUntil' | 'aborted' | 'committed' | 'wake'>
  telemetry: TransportTelemetry
  onError: (error: unknown) => void
}

/** References that come within this time are leased together, in milliseconds. */
const WINDOW_MS = 2
/** References in one statement, and a message more. */
const FULL = 500
/** Messages that this worker can do nothing with go back after so long, in milliseconds, so that they do not go round and round. */
const PUT_BACK_AFTER = 1_000

/** A reference with a place kept in the lane of its integration. */
type Placed = Reference & { worker_id: number }

/**
 * Leases the jobs that messages refer to: those that are still free and for which the worker has room. What it has no room
 * for is left in the table, to be claimed as usual; a message comes back only when nothing could be claimed at all.
 */
export class Taker {
  readonly #options: TakerOptions
  readonly #inDoubt = new InDoubt()
  readonly #loop: Loop
  #gathered: Delivered[] = []
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #stopped = false

  constructor(options: TakerOptions) {
    this.#options = options
    this.#loop = repeat(HEARTBEAT, () => this.#inDoubt.giveBack(options.db, options.clock()), options.onError)
  }

  add(delivered: Delivered): void {
    this.#gathered.push(delivered)
    this.#schedule()
  }

  /** Waits for the statement under way. What is gathered goes back with its connection. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
    await this.#loop.stop()
  }

  #schedule(): void {
    if (this.#running !== null || this.#gathered.length === 0 || this.#stopped) return
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#running = this.#take(this.#takeGathered()).finally(() => {
        this.#running = null
        this.#schedule()
      })
    }, WINDOW_MS)
  }

  #takeGathered(): Delivered[] {
    let references = 0
    const end = this.#gathered.findIndex((delivered) => {
      references += delivered.references.length
      return references >= FULL
    })
    return this.#gathered.splice(0, end === -1 ? this.#gathered.length : end + 1)
  }

  async #take(delivered: readonly Delivered[]): Promise<void> {
    if (!this.#options.worker.mayClaim()) return putBackLater(delivered)
    const placed = this.#place(delivered)
    try {
      if (placed.length > 0) await this.#lease(placed)
      for (const { done } of delivered) done()
    } catch (error) {
      this.#options.worker.aborted(placed)
      this.#options.onError(error)
      putBackLater(delivered)
    }
  }

  /** Keeps places as far as there are any; the rest is the claimer's, which waits for room. */
  #place(delivered: readonly Delivered[]): Placed[] {
    const { worker, telemetry } = this.#options
    const references = new Map(delivered.flatMap((one) => one.references.map((reference) => [reference.id, reference])))
    const placed: Placed[] = []
    const crowded = new Set<string>()
    for (const reference of references.values()) {
      const worker_id = worker.reserve(reference.integration_id)
      if (worker_id === null) crowded.add(reference.integration_id)
      else placed.push({ ...reference, worker_id })
    }
    telemetry.passed('crowded', references.size - placed.length)
    worker.wake([...crowded])
    return placed
  }

  async #lease(placed: readonly Placed[]): Promise<void> {
    const { db, clock, worker, telemetry } = this.#options
    const now = clock()
    const lease = { worker_id: placed[0]?.worker_id ?? 0, lease_until: worker.leaseUntil(), now }
    const claimed = await takeJobs(db, { ...lease, jobs: placed }).catch((error: unknown) => {
      this.#inDoubt.addClaim(lease)
      throw error
    })
    telemetry.passed('taken', claimed.jobs.length)
    telemetry.passed('gone', placed.length - claimed.jobs.length)
    const taken = new Set(claimed.jobs.map(({ id }) => id))
    worker.aborted(placed.filter(({ id }) => !taken.has(id)))
    this.#handOn(claimed, lease.worker_id)
  }

  /** Once the snapshot knows the integrations that the jobs were made for: an older one may take them for cancelled. */
  #handOn({ jobs, revision }: Claimed, worker_id: number): void {
    const { snapshot, worker } = this.#options
    const leased = jobs.map((job) => ({ ...job, worker_id }))
    if (snapshot.revision() >= revision) worker.committed(leased)
    else void snapshot.reach(revision).then(() => worker.committed(leased))
  }
}

function putBackLater(delivered: readonly Delivered[]): void {
  setTimeout(() => {
    for (const { putBack } of delivered) putBack()
  }, PUT_BACK_AFTER).unref()
}
