import type { Database } from '../../db/database.ts'
import type { JobSink } from '../../events/jobs.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Coalescer } from '../../kernel/coalescer.ts'
import { Fifo } from '../../kernel/fifo.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { type Claimed, claimJobsById } from '../jobs/claim.ts'
import { InDoubt } from '../jobs/in-doubt.ts'
import { HEARTBEAT_MS } from '../jobs/lease.ts'
import type { Delivered } from './consumer.ts'
import type { Reference } from './reference.ts'
import type { TransportTelemetry } from './telemetry.ts'

/** The worker that jobs are leased for. */
export type Lessee = Pick<JobSink, 'reserve' | 'dispatch' | 'aborted' | 'wake'> & {
  mayClaim(): boolean
  leaseUntil(): number
}

export type TakerOptions = {
  db: Database
  clock: Clock
  snapshot: Snapshot
  lessee: Lessee
  telemetry: TransportTelemetry
  onError: (error: unknown) => void
}

/** Time window in milliseconds in which references are leased together. */
const WINDOW_MS = 2
const MAX_REFERENCES = 500
/** Delay before unusable messages are requeued, so that they do not circulate nonstop. */
const REQUEUE_AFTER_MS = 1_000

type Reserved = Reference & { worker_id: number }

/**
 * Leases the jobs that messages refer to, if they are free and the worker has capacity. Other jobs stay in the table for regular
 * claims; a message is requeued only if nothing could be claimed at all.
 */
export class Taker {
  readonly #options: TakerOptions
  readonly #inDoubt = new InDoubt()
  readonly #loop: Loop
  readonly #coalescer = new Coalescer<Delivered>({
    queue: new Fifo({ most_size: MAX_REFERENCES, sizeOf: ({ references }) => references.length }),
    window_ms: WINDOW_MS,
    running: 1,
    write: (messages) => this.#take(messages),
  })
  #stopped = false

  constructor(options: TakerOptions) {
    this.#options = options
    this.#loop = repeat(HEARTBEAT_MS, () => this.#inDoubt.releaseLeases(options.db, options.clock()), options.onError)
  }

  add(delivered: Delivered): void {
    void this.#coalescer.add(delivered)
  }

  /** Waits for the statement in flight. The broker requeues pending messages when their connection closes. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#coalescer.drain()
    await this.#loop.stop()
  }

  async #take(delivered: readonly Delivered[]): Promise<[]> {
    if (this.#stopped) return []
    if (!this.#options.lessee.mayClaim()) return requeueLater(delivered)
    const reserved = this.#reserve(delivered)
    try {
      if (reserved.length > 0) await this.#lease(reserved)
      for (const { acknowledge } of delivered) acknowledge()
    } catch (error) {
      this.#options.lessee.aborted(reserved)
      this.#options.onError(error)
      return requeueLater(delivered)
    }
    return []
  }

  /** Reserves slots while there is capacity; the claimer handles the rest later. */
  #reserve(delivered: readonly Delivered[]): Reserved[] {
    const { lessee, telemetry } = this.#options
    const references = new Map(delivered.flatMap((one) => one.references.map((reference) => [reference.id, reference])))
    const reserved: Reserved[] = []
    const crowded = new Set<string>()
    for (const reference of references.values()) {
      const worker_id = lessee.reserve(reference.integration_id)
      if (worker_id === null) crowded.add(reference.integration_id)
      else reserved.push({ ...reference, worker_id })
    }
    telemetry.passed('crowded', references.size - reserved.length)
    lessee.wake([...crowded])
    return reserved
  }

  async #lease(reserved: readonly Reserved[]): Promise<void> {
    const { db, clock, lessee, snapshot, telemetry } = this.#options
    const now = clock()
    const lease = { worker_id: reserved[0]?.worker_id ?? 0, lease_until: lessee.leaseUntil(), now }
    const claimed = await claimJobsById(db, { ...lease, jobs: reserved }).catch((error: unknown) => {
      this.#inDoubt.addClaim(lease)
      throw error
    })
    telemetry.passed('taken', claimed.jobs.length)
    telemetry.passed('gone', reserved.length - claimed.jobs.length)
    const taken = new Set(claimed.jobs.map(({ id }) => id))
    const unclaimed = reserved.filter(({ id }) => !taken.has(id))
    lessee.aborted(unclaimed)
    // Jobs with an order key must be claimed in order.
    const integration_ids = new Set(unclaimed.map(({ integration_id }) => integration_id))
    lessee.wake([...integration_ids].filter((id) => snapshot.enabled(id)?.ordered === true))
    this.#dispatch(claimed, lease)
  }

  /**
   * Dispatches jobs once the snapshot includes the integrations that they were created for, since in an older snapshot they may
   * seem cancelled.
   */
  #dispatch({ jobs, revision }: Claimed, { worker_id, now }: { worker_id: number; now: number }): void {
    const { snapshot, lessee } = this.#options
    snapshot.confirm(revision, now)
    const leased = jobs.map((job) => ({ ...job, worker_id }))
    if (snapshot.revision() >= revision) lessee.dispatch(leased)
    else void snapshot.reach(revision).then(() => lessee.dispatch(leased))
  }
}

function requeueLater(delivered: readonly Delivered[]): [] {
  setTimeout(() => {
    for (const { requeue } of delivered) requeue()
  }, REQUEUE_AFTER_MS).unref()
  return []
}
