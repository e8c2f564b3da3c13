import type { JobSink, LeasedJob, NewJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import { isCancelled } from '../jobs/cancel.ts'
import { MAX_WAIT_MS } from '../jobs/lease.ts'
import { registerWorker, unregisterWorker } from '../jobs/membership.ts'
import type { Settlement } from '../jobs/settle.ts'
import { LargePayloads } from '../large-payloads.ts'
import type { Targets } from '../targets/targets.ts'
import type { DeliveryTelemetry, WorkerState } from '../telemetry.ts'
import { Claimer, type ClaimerOptions } from './claimer.ts'
import { type DeliverOptions, deliver } from './deliver.ts'
import { Heartbeat, type HeartbeatOptions } from './heartbeat.ts'
import { Holdings } from './holdings.ts'
import type { Becomes, Ended, Started } from './lanes.ts'
import { Senders } from './senders.ts'
import { Settler } from './settler.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'
import { Standing } from './standing.ts'
import { STARTS_PER_TICK, StartBudget, startsOf } from './start-budget.ts'

export type WorkerOptions = Omit<DeliverOptions, 'largePayloads'> &
  ClaimerOptions &
  HeartbeatOptions & {
    targets: Targets
    /** Called after each batch of settlements that was written. */
    onSettled: (settlements: readonly Settlement[]) => void
    telemetry: DeliveryTelemetry
  }

/** Number of waiting jobs of one organization from which a saturated worker is busy with that organization. */
const MAX_PREFETCH = 1_500
/** Timeout for settling the ended attempts on stop, in milliseconds. @operator */
const TIMEOUT_MS = 15_000

/**
 * Delivers jobs: keeps leased jobs in lanes, one per integration, starts attempts within the limits and settles them. All state
 * is also in the database: after a crash at any point, another worker takes over the jobs and sends them again.
 */
export class Worker implements JobSink {
  readonly #options: WorkerOptions
  readonly #standing: Standing
  readonly #starts = new StartBudget(STARTS_PER_TICK, () => this.#startAttempts())
  readonly #holdings: Holdings
  readonly #senders: Senders
  readonly #delivering: DeliverOptions
  readonly #settler: Settler
  readonly #claimer: Claimer
  readonly #loops: readonly { stop(): Promise<void> }[]
  #onIdle: () => void = () => {}

  /** Registers the worker in the database and starts it. */
  static async start(options: WorkerOptions): Promise<Worker> {
    const entered_at = options.clock()
    return new Worker(options, new Standing(options, await registerWorker(options.db), entered_at))
  }

  private constructor(options: WorkerOptions, standing: Standing) {
    this.#options = options
    this.#standing = standing
    this.#senders = new Senders(options.targets)
    this.#delivering = { ...options, largePayloads: new LargePayloads(options.db) }
    const starts = this.#starts
    const holdings = new Holdings(options, standing, starts)
    const settler = new Settler(options, standing, (settlements) => this.#settled(settlements))
    const claimer = new Claimer(options, standing, holdings)
    this.#holdings = holdings
    this.#settler = settler
    this.#claimer = claimer
    this.#loops = [
      new Heartbeat(options, { standing, holdings, settler, claimer }),
      new SnapshotKeeper(options, { holdings, settler, claimer, starts }),
    ]
  }

  reserve(integration_id: string): number | null {
    return this.mayClaim() && this.#holdings.lanes.reserve(integration_id) ? this.#standing.worker_id : null
  }

  isBusyWith(organization_id: string): boolean {
    const isSaturated = this.#starts.isSpent() || this.#holdings.inFlight.isFull()
    return isSaturated && this.#holdings.lanes.waitingOf(organization_id) >= MAX_PREFETCH
  }

  mayClaim(): boolean {
    return this.#standing.mayClaim()
  }

  leaseUntil(): number {
    return this.#standing.leaseUntil()
  }

  aborted(jobs: readonly Pick<NewJob, 'integration_id' | 'worker_id'>[]): void {
    for (const job of jobs) if (job.worker_id !== null) this.#holdings.lanes.release(job.integration_id)
  }

  inDoubt(jobs: readonly NewJob[]): void {
    this.aborted(jobs)
    this.#holdings.inDoubt.addJobs(this.#holdings.own(jobs), this.#standing.worker_id, this.#options.clock())
  }

  dispatch(jobs: readonly NewJob[]): void {
    this.aborted(jobs)
    this.#holdings.hold(this.#holdings.own(jobs))
  }

  wake(integration_ids: readonly string[]): void {
    this.#claimer.wake(integration_ids)
  }

  poll(): void {
    this.#claimer.poll()
  }

  /** Ends probing of these integrations after successful attempts of other workers. */
  recovered(integration_ids: readonly string[]): void {
    for (const id of integration_ids) this.#holdings.lanes.recovered(id)
    this.wake(integration_ids)
  }

  /** Cancels waiting jobs of integrations that are no longer enabled, in memory and in the table. */
  disabled(integration_ids: readonly string[]): void {
    for (const id of integration_ids) {
      for (const { job } of this.#holdings.lanes.drain(id)) this.#cancel(job)
    }
    this.#claimer.disabled(integration_ids)
  }

  state(): WorkerState {
    const { lanes, inFlight } = this.#holdings
    const attempts = { in_flight: inFlight.count(), unsettled: this.#settler.pending() }
    const unsettled_for_ms = this.#settler.unwrittenFor()
    return { ...lanes.totals(), ...attempts, unsettled_for_ms, heartbeat_at: this.#standing.heartbeat_at }
  }

  /** Stops starting attempts; attempts in flight continue. */
  stopStarting(): void {
    this.#standing.isStopping = true
  }

  /** Drains attempts in flight, settles them and releases all other leases. */
  async stop(): Promise<void> {
    const { onError } = this.#options
    const { inFlight, rateLimiter } = this.#holdings
    this.stopStarting()
    rateLimiter.stop()
    await this.#claimer.stop()
    const { promise: idle, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    if (inFlight.count() > 0) await idle
    await this.#settler.drain(TIMEOUT_MS).catch((error) => onError('settle', error))
    inFlight.stop()
    await Promise.all(this.#loops.map((loop) => loop.stop()))
    await this.#leave().catch((error) => onError('leave', error))
  }

  /** Releases leases and unregisters the worker. If the database is unreachable, other workers take over the leases. */
  async #leave(): Promise<void> {
    const { db } = this.#options
    const { worker_id } = this.#standing
    // Once all attempts are settled, no leased job has been attempted, whether it has been dispatched or not.
    if (this.#settler.pending() === 0) return unregisterWorker(db, worker_id, 'none')
    await this.#holdings.releaseAll()
    await unregisterWorker(db, worker_id, 'unknown')
  }

  /** Starts as many attempts as the limits allow. Every change calls this again. */
  #startAttempts(): void {
    const { lanes, inFlight } = this.#holdings
    while (!this.#settler.isBehind() && this.#standing.mayClaim()) {
      const started = this.#starts.isSpent() ? null : lanes.next(inFlight.available())
      if (started === null) return
      this.#starts.spend(startsOf(started.held.job))
      this.#start(started)
    }
  }

  #start(started: Started): void {
    const { job, buffered_since } = started.held
    const integration = this.#options.snapshot.enabled(job.integration_id)
    if (integration === undefined || isCancelled(job, integration)) {
      this.#cancel(job)
      this.#ended(job, 'quick', null, 'over')
    } else if (this.#options.clock() - buffered_since > MAX_WAIT_MS) {
      this.#ended(job, 'quick', null, 'released')
    } else void this.#attempt(started, integration)
  }

  async #attempt({ held: { job }, priority, number }: Started, integration: EnabledIntegration): Promise<void> {
    const { inFlight } = this.#holdings
    const permit = inFlight.started(job.integration_id, priority, this.#options.clock())
    const { settlement, ended } = await deliver(this.#delivering, this.#senders.of(integration), job, integration)
    this.#ended(job, inFlight.ended(permit), ended && { ...ended, number }, this.#settle(settlement))
    if (inFlight.count() === 0) this.#onIdle()
    this.#startAttempts()
  }

  /** Cancels a retry for a disabled integration now rather than when it is due. */
  #settle(settlement: Settlement): Becomes {
    const isForDisabled = this.#isRetryForDisabled(settlement)
    this.#settler.add(isForDisabled ? { ...settlement, next: { status: 'cancelled' } } : settlement)
    return settlement.next.status === 'pending' && !isForDisabled ? 'retried' : 'over'
  }

  /** True if the settlement leaves a retry for an integration that is disabled, even if it was disabled during the write. */
  #isRetryForDisabled({ job, next }: Settlement): boolean {
    return next.status === 'pending' && this.#options.snapshot.enabled(job.integration_id) === undefined
  }

  #cancel(job: LeasedJob): void {
    this.#settler.add({ job, next: { status: 'cancelled' }, log: null })
  }

  #ended(job: LeasedJob, speed: 'quick' | 'slow', ended: Ended | null, becomes: Becomes): void {
    const now = this.#options.clock()
    const { to_release, probe_at } = this.#holdings.lanes.finished(job, speed, ended, becomes, now)
    this.#holdings.release(to_release, becomes === 'released' ? [job] : [])
    if (probe_at !== null) this.#claimer.wakeAt(probe_at, job.integration_id)
    this.#claimer.capacityChanged(job.integration_id)
  }

  #settled(settlements: readonly Settlement[]): void {
    const { lanes } = this.#holdings
    this.#options.onSettled(settlements)
    this.#holdings.release(
      settlements.flatMap(({ job, next }) => (next.status === 'pending' ? lanes.settled(job) : [])),
    )
    const wakes = (one: Settlement) => one.job.order_key !== null || this.#isRetryForDisabled(one)
    this.wake(settlements.filter(wakes).map(({ job }) => job.integration_id))
    this.#startAttempts()
  }
}
