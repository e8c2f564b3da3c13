import type { DueJob, JobSink, NewJob } from '../../events/jobs.ts'
import type { Integration, TargetKind } from '../../integrations/integration.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { giveBack } from '../jobs/claim.ts'
import { InDoubt } from '../jobs/in-doubt.ts'
import { HEARTBEAT, LONGEST_WAIT, leaseEnds, SELF_FENCING_AFTER_MS, SNAPSHOT_GOOD_FOR } from '../jobs/lease.ts'
import { beat, enterWorker, leaveWorker, sweepDead } from '../jobs/membership.ts'
import type { Settlement } from '../jobs/settle.ts'
import type { Outcome } from '../rules/pace.ts'
import type { Target } from '../targets/target.ts'
import type { DeliveryTelemetry, WorkerState } from '../telemetry.ts'
import { Claimer, type ClaimerOptions } from './claimer.ts'
import { deliver } from './deliver.ts'
import { InFlightLimiter } from './in-flight-limiter.ts'
import { Lanes, type Started, type Turn } from './lanes.ts'
import { Senders } from './senders.ts'
import { Settler } from './settler.ts'
import { StartBudget } from './start-budget.ts'

export type WorkerOptions = Pick<ClaimerOptions, 'db' | 'snapshot' | 'clock' | 'newAreBrought'> & {
  /** In [0, 1). */
  random: () => number
  /** Opens events that are sealed. */
  cipher: Pick<Cipher, 'open'>
  targets: Readonly<Record<TargetKind, Target>>
  /** Seconds to wait before each retry. */
  schedule: readonly number[]
  /** Told of everything that was settled. */
  onSettled: (settlements: readonly Settlement[]) => void
  telemetry: DeliveryTelemetry
  onError: (what: string, error: unknown) => void
}

/** An attempt takes 10 s at most; writing it down a little more. */
const PATIENCE = 15_000
const SNAPSHOT_EVERY = 200
const SORT_EVERY = 50
/** Attempts started in one turn of the event loop: with all that may start, a turn took 8 ms, and all else waited. */
const STARTS_PER_TURN = 48
/** While the worker has its hands full, an owner with so many jobs waiting here is asked not to add to them. */
const MOST_AHEAD = 1_500

/**
 * Delivers: holds leased jobs in lanes, one per integration, starts attempts as limits allow and settles them. Everything
 * it knows is in the database too; a death at any point lets another worker take over what it held and send it again.
 */
export class Worker implements JobSink {
  readonly leaseUntil: () => number
  readonly #options: WorkerOptions
  readonly #lanes = new Lanes()
  readonly #flight = new InFlightLimiter()
  readonly #starts = new StartBudget(STARTS_PER_TURN, () => this.#pump())
  readonly #inDoubt = new InDoubt()
  readonly #senders: Senders
  readonly #settler: Settler
  readonly #claimer: Claimer
  readonly #loops: Loop[]
  #worker_id: number
  #beaten_at: number
  #stopping = false
  #landed: () => void = () => {}

  /** Enters the worker among the workers of the database and starts it. */
  static async start(options: WorkerOptions): Promise<Worker> {
    const entered_at = options.clock()
    return new Worker(options, await enterWorker(options.db), entered_at)
  }

  private constructor(options: WorkerOptions, worker_id: number, entered_at: number) {
    const { db, clock, snapshot, onError } = options
    const failing = (what: string) => (error: unknown) => onError(what, error)
    this.leaseUntil = leaseEnds(clock)
    this.#options = options
    this.#worker_id = worker_id
    this.#beaten_at = entered_at
    this.#senders = new Senders(options.targets)
    this.#settler = new Settler({
      db,
      clock,
      worker_id: () => this.#worker_id,
      onSettled: (settlements, seconds) => this.#settled(settlements, seconds),
      onError: failing('settle'),
    })
    this.#claimer = new Claimer({
      db,
      clock,
      lanes: this.#lanes,
      worker_id: () => this.#worker_id,
      mayClaim: () => this.mayClaim(),
      leaseUntil: this.leaseUntil,
      newAreBrought: options.newAreBrought,
      snapshot,
      onClaimed: (jobs) => this.#hold(jobs),
      onInDoubt: (claim) => this.#inDoubt.addClaim(claim),
      telemetry: options.telemetry,
      onError: failing('claim'),
    })
    this.#loops = [
      repeat(HEARTBEAT, () => this.#keepAlive(), failing('heartbeat')),
      repeat(SNAPSHOT_EVERY, () => this.#refresh(), failing('snapshot')),
      repeat(SORT_EVERY, async () => this.#sortFlight()),
    ]
  }

  reserve(integration_id: string): number | null {
    return this.mayClaim() && this.#lanes.reserve(integration_id) ? this.#worker_id : null
  }

  isBusyWith(owner_id: string): boolean {
    return (this.#starts.isSpent() || this.#flight.isFull()) && this.#lanes.waitingOf(owner_id) >= MOST_AHEAD
  }

  /** Whether it may lease anything at the moment. */
  mayClaim(): boolean {
    return !this.#stopping && this.#isSound()
  }

  aborted(jobs: readonly Pick<NewJob, 'integration_id' | 'worker_id'>[]): void {
    for (const job of jobs) if (job.worker_id !== null) this.#lanes.release(job.integration_id)
  }

  inDoubt(jobs: readonly NewJob[]): void {
    this.aborted(jobs)
    const leased = jobs.filter((job) => job.worker_id === this.#worker_id)
    this.#inDoubt.addJobs(leased, this.#worker_id, this.#options.clock())
  }

  committed(jobs: readonly NewJob[]): void {
    this.aborted(jobs)
    this.#hold(jobs.filter((job) => job.worker_id === this.#worker_id))
    this.wake(jobs.filter((job) => job.worker_id === null).map((job) => job.integration_id))
  }

  /** Jobs of these integrations may be due. */
  wake(integration_ids: readonly string[]): void {
    this.#claimer.wake(integration_ids)
  }

  /** Any jobs may be due. */
  look(): void {
    this.#claimer.look()
  }

  /** These integrations are no longer enabled: what waits for them is cancelled, in memory and in the table. */
  disabled(integration_ids: readonly string[]): void {
    for (const id of integration_ids) {
      for (const { job } of this.#lanes.drain(id)) this.#cancel(job)
    }
    this.#claimer.disabled(integration_ids)
  }

  /** What it holds at the moment, and when its heart last beat. */
  state(): WorkerState {
    const { waiting, probing } = this.#lanes.totals()
    return {
      waiting,
      in_flight: this.#flight.count(),
      unsettled: this.#settler.pending(),
      probing,
      beaten_at: this.#beaten_at,
    }
  }

  /** Ends what is under way, writes it down, gives the rest back. */
  async stop(): Promise<void> {
    const { db, clock, onError } = this.#options
    this.#stopping = true
    await this.#claimer.stop()
    const landed = new Promise<void>((resolve) => {
      this.#landed = resolve
    })
    if (this.#flight.count() > 0) await landed
    await this.#settler.flush(PATIENCE).catch((error) => onError('settle', error))
    await Promise.all(this.#loops.map((loop) => loop.stop()))
    const unattempted = this.#lanes.drain().map((held) => held.job)
    await giveBack(db, unattempted, this.#worker_id, clock()).catch((error) => onError('give back', error))
    await leaveWorker(db, this.#worker_id).catch((error) => onError('leave', error))
  }

  /** Whether this process may still trust its leases and what it knows of the integrations. */
  #isSound(): boolean {
    const now = this.#options.clock()
    const fresh = now - this.#options.snapshot.confirmedAt() < SNAPSHOT_GOOD_FOR
    return fresh && now - this.#beaten_at < SELF_FENCING_AFTER_MS
  }

  #hold(jobs: readonly DueJob[]): void {
    const held_since = this.#options.clock()
    for (const job of jobs) this.#lanes.push({ job, held_since })
    this.#pump()
  }

  /** Starts whatever may start. */
  #pump(): void {
    while (!this.#stopping && !this.#settler.isBehind() && this.#isSound()) {
      const started = this.#starts.isSpent() ? null : this.#lanes.next(this.#flight.room())
      if (started === null) return
      this.#starts.spend()
      this.#start(started)
    }
  }

  #start({ held: { job, held_since }, turn }: Started): void {
    const integration = this.#options.snapshot.enabled(job.integration_id)
    if (integration === undefined || isCancelled(job, integration)) {
      this.#cancel(job)
      this.#ended(job, 'quick', null)
    } else if (this.#options.clock() - held_since > LONGEST_WAIT) {
      this.#giveAway([job])
      this.#ended(job, 'quick', null)
    } else void this.#attempt(job, integration, turn)
  }

  async #attempt(job: DueJob, integration: Integration, turn: Turn): Promise<void> {
    const ticket = this.#flight.started(job.integration_id, turn, this.#options.clock())
    const { settlement, outcome } = await deliver(this.#options, this.#senders.of(integration), job, integration)
    this.#settler.add(this.#closeIfDisabled(settlement))
    this.#ended(job, this.#flight.ended(ticket), outcome)
    if (this.#flight.count() === 0) this.#landed()
    this.#pump()
  }

  /** A retry that nobody wants any more ends here instead of waiting for its time. */
  #closeIfDisabled(settlement: Settlement): Settlement {
    return this.#isUnwanted(settlement) ? { ...settlement, next: { status: 'cancelled' } } : settlement
  }

  /** Whether it leaves a retry for an integration that is disabled: also when that was learnt while it was being written. */
  #isUnwanted({ job, next }: Settlement): boolean {
    return next.status === 'pending' && this.#options.snapshot.enabled(job.integration_id) === undefined
  }

  #cancel(job: DueJob): void {
    this.#settler.add({ job, next: { status: 'cancelled' }, log: null })
  }

  #ended(job: DueJob, pass: 'quick' | 'slow', outcome: Outcome | null): void {
    const spared = this.#lanes.finished(job.integration_id, pass, outcome, this.#options.clock())
    if (spared.length > 0) this.#giveAway(spared.map((held) => held.job))
    this.#claimer.roomChanged(job.integration_id)
  }

  #giveAway(jobs: readonly DueJob[]): void {
    const { db, clock, onError } = this.#options
    const worker_id = this.#worker_id
    giveBack(db, jobs, worker_id, clock()).catch((error) => {
      this.#inDoubt.addJobs(jobs, worker_id, clock())
      onError('give back', error)
    })
  }

  #settled(settlements: readonly Settlement[], seconds: number): void {
    this.#options.telemetry.settled(settlements, seconds)
    this.#options.onSettled(settlements)
    this.wake(settlements.filter((settlement) => this.#isUnwanted(settlement)).map(({ job }) => job.integration_id))
    this.#pump()
  }

  /** What could not start or be claimed while the snapshot was stale can now. */
  async #refresh(): Promise<void> {
    await this.#options.snapshot.refresh()
    this.#pump()
    this.#claimer.resume()
  }

  #sortFlight(): void {
    const slowed = this.#flight.sort(this.#options.clock())
    for (const { integration_id } of slowed) this.#lanes.slowed(integration_id)
    if (slowed.length > 0) this.#pump()
  }

  async #keepAlive(): Promise<void> {
    const { db, clock, telemetry } = this.#options
    const asked_at = clock()
    if (await beat(db, this.#worker_id, this.#lanes.states())) this.#beaten_at = asked_at
    else await this.#enterAgain()
    this.#lanes.forgetIdle()
    this.#pump()
    const { workers, leases, integration_ids } = await sweepDead(db)
    if (workers > 0) telemetry.swept(workers, leases)
    this.wake(integration_ids)
    await this.#inDoubt.giveBack(db, clock())
  }

  /** Declared dead while alive: the leases are free for others, so whatever waits here is dropped. */
  async #enterAgain(): Promise<void> {
    const asked_at = this.#options.clock()
    this.#lanes.drain()
    this.#worker_id = await enterWorker(this.#options.db)
    this.#beaten_at = asked_at
  }
}

function isCancelled(job: DueJob, integration: Integration): boolean {
  return job.manual_retries === 0 && job.id < integration.cancelled_before
}
