import type { JobSink, LeasedJob, NewJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import { isCancelled } from '../jobs/cancel.ts'
import { giveBack } from '../jobs/claim.ts'
import { InDoubt } from '../jobs/in-doubt.ts'
import { LONGEST_WAIT_MS, leaseEnds } from '../jobs/lease.ts'
import { reserveStarts } from '../jobs/rate.ts'
import type { Settlement } from '../jobs/settle.ts'
import { LargePayloads, withoutLargePayload } from '../large-payloads.ts'
import type { WorkerState } from '../telemetry.ts'
import { Claimer } from './claimer.ts'
import { type DeliverOptions, deliver } from './deliver.ts'
import { Heartbeat } from './heartbeat.ts'
import { InFlightLimiter } from './in-flight-limiter.ts'
import { type Becomes, type Ended, Lanes, type Started, UNLIMITED } from './lanes.ts'
import type { HeldJob } from './order.ts'
import { RateLimiter } from './rate-limiter.ts'
import { Senders } from './senders.ts'
import { Settler } from './settler.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'
import { STARTS_PER_TICK, StartBudget, startsOf } from './start-budget.ts'
import type { WorkerOptions } from './worker-options.ts'

/** Waiting jobs of one organization with which a saturated worker is busy with that organization. */
const MOST_AHEAD = 1_500
/** Time to settle attempts on stop, in milliseconds: an attempt takes 10 s at most, writing it a little more. @operator */
const PATIENCE_MS = 15_000

/**
 * Delivers: holds leased jobs in lanes, one per integration, starts attempts as limits allow and settles them. Its state is
 * in the database too: after a crash at any point, another worker takes over the jobs that it held and sends them again.
 */
export class Worker implements JobSink {
  readonly leaseUntil: () => number
  readonly #options: WorkerOptions
  readonly #lanes: Lanes
  readonly #rateLimiter: RateLimiter
  readonly #limiter: InFlightLimiter
  readonly #starts = new StartBudget(STARTS_PER_TICK, () => this.#startAttempts())
  readonly #inDoubt = new InDoubt()
  readonly #senders: Senders
  readonly #delivering: DeliverOptions
  readonly #settler: Settler
  readonly #claimer: Claimer
  readonly #snapshotKeeper: SnapshotKeeper
  readonly #heartbeat: Heartbeat
  #stopping = false
  #onIdle: () => void = () => {}

  /** Registers the worker in the database and starts it. */
  static async start(options: WorkerOptions): Promise<Worker> {
    return new Worker(options, await Heartbeat.start(options))
  }

  private constructor(options: WorkerOptions, heartbeat: Heartbeat) {
    const { db, clock, snapshot, onError } = options
    const failing = (what: string) => (error: unknown) => onError(what, error)
    this.leaseUntil = leaseEnds(clock)
    this.#options = options
    this.#heartbeat = heartbeat
    this.#lanes = new Lanes({
      limitsOf: (integration_id) => snapshot.enabled(integration_id) ?? UNLIMITED,
      onLimited: (...request) => this.#rateLimiter.request(...request),
    })
    this.#rateLimiter = new RateLimiter({
      reserve: (integration_id, request) => reserveStarts(db, integration_id, request),
      onGranted: (integration_id, starts) => {
        this.#lanes.grant(integration_id, starts)
        this.#startAttempts()
      },
      onError: failing('rate limit'),
    })
    this.#limiter = new InFlightLimiter({
      clock,
      onSlowed: (permits) => {
        for (const { integration_id } of permits) this.#lanes.slowed(integration_id)
        this.#startAttempts()
      },
    })
    this.#senders = new Senders(options.targets)
    this.#delivering = { ...options, largePayloads: new LargePayloads(db) }
    this.#settler = new Settler({
      db,
      clock,
      worker_id: () => heartbeat.worker_id(),
      onSettled: (settlements, seconds) => this.#settled(settlements, seconds),
      onRefused: (settlements) => options.telemetry.settlementsRefused(settlements),
      onError: failing('settle'),
    })
    this.#claimer = new Claimer({
      db,
      clock,
      capacityFor: (integration_id) => this.#lanes.capacityFor(integration_id, clock()),
      worker_id: () => heartbeat.worker_id(),
      mayClaim: () => this.mayClaim(),
      leaseUntil: this.leaseUntil,
      newAreDelivered: options.newAreDelivered,
      snapshot,
      onClaimed: (jobs) => this.#hold(jobs),
      onInDoubt: (claim) => this.#inDoubt.addClaim(claim),
      telemetry: options.telemetry,
      onError: failing('claim'),
    })
    heartbeat.keep({
      lanes: () => this.#lanes.states(),
      unsettledFor: () => this.#settler.unwrittenFor(),
      onDeclaredDead: () => this.#lanes.drain(),
      onFreed: (integration_ids) => this.wake(integration_ids),
      onBeaten: () => this.#beaten(),
      onError: failing('heartbeat'),
    })
    this.#snapshotKeeper = new SnapshotKeeper({
      ...{ snapshot, clock },
      hasWork: () => this.#lanes.totals().waiting + this.#limiter.count() + this.#settler.pending() > 0,
      onLooked: () => {
        this.#startAttempts()
        this.#claimer.resume()
      },
      onError: failing('snapshot'),
    })
  }

  reserve(integration_id: string): number | null {
    return this.mayClaim() && this.#lanes.reserve(integration_id) ? this.#heartbeat.worker_id() : null
  }

  isBusyWith(organization_id: string): boolean {
    const isSaturated = this.#starts.isSpent() || this.#limiter.isFull()
    return isSaturated && this.#lanes.waitingOf(organization_id) >= MOST_AHEAD
  }

  /** Whether it may lease anything at the moment. */
  mayClaim(): boolean {
    return !this.#stopping && this.#isFresh()
  }

  aborted(jobs: readonly Pick<NewJob, 'integration_id' | 'worker_id'>[]): void {
    for (const job of jobs) if (job.worker_id !== null) this.#lanes.release(job.integration_id)
  }

  inDoubt(jobs: readonly NewJob[]): void {
    this.aborted(jobs)
    this.#inDoubt.addJobs(this.#own(jobs), this.#heartbeat.worker_id(), this.#options.clock())
  }

  dispatch(jobs: readonly NewJob[]): void {
    this.aborted(jobs)
    this.#hold(this.#own(jobs))
  }

  /** Jobs of these integrations may be due. */
  wake(integration_ids: readonly string[]): void {
    this.#claimer.wake(integration_ids)
  }

  /** Any jobs may be due. */
  poll(): void {
    this.#claimer.poll()
  }

  /** Attempts of other workers have succeeded: these integrations are no longer probed. */
  recovered(integration_ids: readonly string[]): void {
    for (const id of integration_ids) this.#lanes.recovered(id)
    this.wake(integration_ids)
  }

  /** These integrations are no longer enabled: jobs that wait for them are cancelled, in memory and in the table. */
  disabled(integration_ids: readonly string[]): void {
    for (const id of integration_ids) {
      for (const { job } of this.#lanes.drain(id)) this.#cancel(job)
    }
    this.#claimer.disabled(integration_ids)
  }

  /** The jobs that it holds at the moment, and the time of its last heartbeat. */
  state(): WorkerState {
    const attempts = { in_flight: this.#limiter.count(), unsettled: this.#settler.pending() }
    const unsettled_for_ms = this.#settler.unwrittenFor()
    return { ...this.#lanes.totals(), ...attempts, unsettled_for_ms, beaten_at: this.#heartbeat.beatenAt() }
  }

  /** What is in flight goes on; no other attempt starts from now on. */
  startNoMore(): void {
    this.#stopping = true
  }

  /** Drains attempts in flight, settles them and releases all other leases. */
  async stop(): Promise<void> {
    this.startNoMore()
    this.#rateLimiter.stop()
    await this.#claimer.stop()
    const { promise: idle, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    if (this.#limiter.count() > 0) await idle
    await this.#settler.drain(PATIENCE_MS).catch((error) => this.#options.onError('settle', error))
    this.#limiter.stop()
    await Promise.all([this.#heartbeat.stop(), this.#snapshotKeeper.stop()])
    await this.#leave().catch((error) => this.#options.onError('leave', error))
  }

  /** Gives its leases back and leaves. When the database is unreachable, others take the leases over by themselves. */
  async #leave(): Promise<void> {
    // With all attempts settled, no job that is still leased was attempted, whether it has been dispatched or not.
    if (this.#settler.pending() === 0) return this.#heartbeat.leave('none')
    const jobs = this.#lanes.drain().map(({ job }) => job)
    await giveBack(this.#options.db, jobs, this.#heartbeat.worker_id(), this.#options.clock())
    await this.#heartbeat.leave('unknown')
  }

  /** Whether this process may still trust its leases and its snapshot of the integrations. */
  #isFresh(): boolean {
    return this.#snapshotKeeper.isFresh() && this.#heartbeat.isFresh()
  }

  /** Jobs that were leased before the worker entered again are free for others. */
  #own(jobs: readonly NewJob[]): NewJob[] {
    return jobs.filter((job) => job.worker_id === this.#heartbeat.worker_id())
  }

  #hold(jobs: readonly LeasedJob[]): void {
    const held_since = this.#options.clock()
    for (const job of jobs) this.#lanes.push({ job: withoutLargePayload(job), held_since })
    this.#startAttempts()
  }

  /** Starts as many attempts as the limits allow. */
  #startAttempts(): void {
    while (!this.#stopping && !this.#settler.isBehind() && this.#isFresh()) {
      const started = this.#starts.isSpent() ? null : this.#lanes.next(this.#limiter.available())
      if (started === null) return
      this.#starts.spend(startsOf(started.held.job))
      this.#start(started)
    }
  }

  #start(started: Started): void {
    const { job, held_since } = started.held
    const integration = this.#options.snapshot.enabled(job.integration_id)
    if (integration === undefined || isCancelled(job, integration)) {
      this.#cancel(job)
      this.#ended(job, 'quick', null, 'over')
    } else if (this.#options.clock() - held_since > LONGEST_WAIT_MS) {
      this.#ended(job, 'quick', null, 'released')
    } else void this.#attempt(started, integration)
  }

  async #attempt({ held: { job }, priority, number }: Started, integration: EnabledIntegration): Promise<void> {
    const permit = this.#limiter.started(job.integration_id, priority, this.#options.clock())
    const { settlement, ended } = await deliver(this.#delivering, this.#senders.of(integration), job, integration)
    this.#ended(job, this.#limiter.ended(permit), ended && { ...ended, number }, this.#settle(settlement))
    if (this.#limiter.count() === 0) this.#onIdle()
    this.#startAttempts()
  }

  /** A retry for a disabled integration is cancelled here instead of when it is due. */
  #settle(settlement: Settlement): Becomes {
    const isUnwanted = this.#isUnwanted(settlement)
    this.#settler.add(isUnwanted ? { ...settlement, next: { status: 'cancelled' } } : settlement)
    return settlement.next.status === 'pending' && !isUnwanted ? 'retried' : 'over'
  }

  /** Whether it leaves a retry for a disabled integration, also when that became known while it was being written. */
  #isUnwanted({ job, next }: Settlement): boolean {
    return next.status === 'pending' && this.#options.snapshot.enabled(job.integration_id) === undefined
  }

  #cancel(job: LeasedJob): void {
    this.#settler.add({ job, next: { status: 'cancelled' }, log: null })
  }

  #ended(job: LeasedJob, speed: 'quick' | 'slow', ended: Ended | null, becomes: Becomes): void {
    const { given_back, probe_at } = this.#lanes.finished(job, speed, ended, becomes, this.#options.clock())
    this.#release(given_back, becomes === 'released' ? [job] : [])
    if (probe_at !== null) this.#claimer.wakeAt(probe_at, job.integration_id)
    this.#claimer.capacityChanged(job.integration_id)
  }

  #release(held: readonly HeldJob[], others: readonly LeasedJob[] = []): void {
    const jobs = [...others, ...held.map(({ job }) => job)]
    if (jobs.length === 0) return
    const { db, clock, onError } = this.#options
    const released = this.#inDoubt.release(db, jobs, this.#heartbeat.worker_id(), clock())
    released.catch((error) => onError('give back', error))
  }

  #settled(settlements: readonly Settlement[], seconds: number): void {
    this.#options.telemetry.settled(settlements, seconds)
    this.#options.onSettled(settlements)
    this.#release(settlements.flatMap(({ job, next }) => (next.status === 'pending' ? this.#lanes.settled(job) : [])))
    const wakes = (one: Settlement) => one.job.order_key !== null || this.#isUnwanted(one)
    this.wake(settlements.filter(wakes).map(({ job }) => job.integration_id))
    this.#startAttempts()
  }

  async #beaten(): Promise<void> {
    this.#lanes.forgetIdle()
    this.#startAttempts()
    await this.#inDoubt.giveBack(this.#options.db, this.#options.clock())
  }
}
