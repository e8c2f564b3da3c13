import type { Database } from '../../db/database.ts'
import { partitionStart } from '../../db/partitions/present-partitions.ts'
import type { LeasedJob } from '../../events/jobs.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { cancelPending } from '../jobs/cancel.ts'
import { claimJobs, type LeaseTerms, mayLeaveMore } from '../jobs/claim.ts'
import { claimOrderedJobs } from '../jobs/claim-ordered.ts'
import { findDue } from '../jobs/due.ts'
import { freeExpired } from '../jobs/membership.ts'
import type { DeliveryTelemetry } from '../telemetry.ts'
import { DirtyIntegrations } from './dirty-integrations.ts'
import type { Holdings } from './holdings.ts'
import type { Standing } from './standing.ts'

export type ClaimerOptions = {
  db: Database
  clock: Clock
  /** Milliseconds for which polling skips new jobs, because the transport delivers references to them. */
  newJobsDelivered: () => number
  snapshot: Snapshot
  telemetry: Pick<DeliveryTelemetry, 'expired' | 'cancelled'>
  onError: (what: string, error: unknown) => void
}

/** Interval in milliseconds between polls for due jobs without a notification: retries, freed leases. */
const POLL_INTERVAL_MS = 1_000
/** Delay that compensates for early timers; otherwise a job that is not quite due would wait for a poll. */
const TIMER_SLACK_MS = 5
/** Interval in milliseconds between searches for expired leases. Each search reads every new job leased on insert once. */
const RELEASE_INTERVAL_MS = 10_000
/** Jobs claimed for one integration at once, by its capacity. Only a few sizes, so that few statements cover all integrations. */
const SIZES = [200, 20, 1] as const
/** Milliseconds after which attempts in flight of a disabled integration have ended; they may leave retries behind. */
const CANCEL_AGAIN_AFTER_MS = 12_000

/** Claims due jobs: retries, overflow of a busy process, jobs that another process published or left behind. */
export class Claimer {
  readonly #options: ClaimerOptions
  readonly #standing: Standing
  readonly #holdings: Holdings
  /** Integrations that may have due jobs, or that are disabled and may have jobs to cancel. */
  readonly #dirty = new DirtyIntegrations()
  /** Time to check each disabled integration again. */
  readonly #disabled = new Map<string, number>()
  readonly #loop: Loop
  #free_at = 0
  #running: Promise<void> | null = null
  #again = false

  constructor(options: ClaimerOptions, standing: Standing, holdings: Holdings) {
    this.#options = options
    this.#standing = standing
    this.#holdings = holdings
    this.#loop = repeat(
      POLL_INTERVAL_MS,
      () => this.#poll(options.newJobsDelivered()),
      (error) => this.#failed(error),
    )
  }

  /**
   * Claims jobs of these integrations that may be due, if they were created in the current partition; polling finds older jobs
   * within a second.
   */
  wake(integration_ids: readonly string[]): void {
    if (integration_ids.length === 0) return
    this.#dirty.add(integration_ids, partitionStart(this.#options.clock()))
    this.#requestClaim()
  }

  /** Wakes at that time, since polling alone would claim the job up to a second later. */
  wakeAt(time: number, integration_id: string): void {
    setTimeout(() => this.wake([integration_id]), time - this.#options.clock() + TIMER_SLACK_MS).unref()
  }

  /** Claims jobs that were announced while claims were not allowed. */
  resume(): void {
    if (!this.#dirty.isEmpty() && this.#running === null) this.#requestClaim()
  }

  /** Searches all integrations for due jobs. */
  poll(): void {
    this.#poll(0).catch((error) => this.#failed(error))
  }

  disabled(integration_ids: readonly string[]): void {
    const again_at = this.#options.clock() + CANCEL_AGAIN_AFTER_MS
    for (const id of integration_ids) this.#disabled.set(id, again_at)
    this.wake(integration_ids)
  }

  /** Claims jobs if the lane of this integration now has enough capacity. */
  capacityChanged(integration_id: string): void {
    if (this.#dirty.has(integration_id) && this.#sizeFor(integration_id) !== undefined) this.#requestClaim()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#running
  }

  async #poll(new_for: number): Promise<void> {
    if (!this.#standing.mayClaim()) return
    const { db, clock } = this.#options
    const now = clock()
    for (const [id, again_at] of this.#disabled) {
      if (now >= again_at && this.#disabled.delete(id)) this.#dirty.add([id], partitionStart(now))
    }
    if (now >= this.#free_at) await this.#freeExpired(now)
    for (const [part, integration_ids] of await findDue(db, now, now - new_for)) this.#dirty.add(integration_ids, part)
    if (!this.#dirty.isEmpty()) this.#requestClaim()
  }

  async #freeExpired(now: number): Promise<void> {
    const { db, telemetry } = this.#options
    this.#free_at = now + RELEASE_INTERVAL_MS
    const expired = await freeExpired(db, now)
    if (expired > 0) telemetry.expired(expired)
  }

  /** Runs one claim at a time; requests in between cause one more claim. */
  #requestClaim(): void {
    if (this.#running !== null) {
      this.#again = true
      return
    }
    this.#running = this.#claimAll()
      .catch((error) => this.#failed(error))
      .finally(() => {
        this.#running = null
        if (!this.#again) return
        this.#again = false
        this.#requestClaim()
      })
  }

  async #claimAll(): Promise<void> {
    if (!this.#standing.mayClaim()) return
    await this.#cancelDisabled()
    const ordered = this.#dirty.integrations().filter((id) => this.#isOrdered(id))
    for (const part of this.#dirty.parts()) {
      for (const each of SIZES) {
        const integration_ids = this.#dirty.integrations(part).filter((id) => this.#sizeFor(id) === each)
        if (integration_ids.length > 0) await this.#claim(integration_ids, part, each)
      }
    }
    for (const id of ordered) await this.#claimOrdered(id)
  }

  #isOrdered(integration_id: string): boolean {
    return this.#options.snapshot.enabled(integration_id)?.ordered === true
  }

  async #claimOrdered(integration_id: string): Promise<void> {
    const most = this.#capacityFor(integration_id)
    if (most === 0) return
    const claim = { integration_id, most, ...this.#terms() }
    const { jobs, revision, isMoreDue } = await this.#orInDoubt(claim, claimOrderedJobs(this.#options.db, claim))
    if (isMoreDue) this.#dirty.add([integration_id], partitionStart(claim.now))
    this.#dispatch(jobs, revision, claim.now)
  }

  #terms(): LeaseTerms {
    const { worker_id } = this.#standing
    return { worker_id, lease_until: this.#standing.leaseUntil(), now: this.#options.clock() }
  }

  /** A failed claim may have been committed anyway. */
  async #orInDoubt<Claimed>(claim: LeaseTerms, claimed: Promise<Claimed>): Promise<Claimed> {
    try {
      return await claimed
    } catch (error) {
      this.#holdings.inDoubt.addClaim(claim)
      throw error
    }
  }

  #capacityFor(integration_id: string): number {
    return this.#holdings.lanes.capacityFor(integration_id, this.#options.clock())
  }

  #sizeFor(integration_id: string): number | undefined {
    const capacity = this.#capacityFor(integration_id)
    return SIZES.find((size) => size <= capacity)
  }

  async #claim(integration_ids: readonly string[], part: number, each: number): Promise<void> {
    const claim = { integration_ids, part, each, ...this.#terms() }
    // Before the claim, since the claim may not see jobs that are announced from here on.
    this.#dirty.delete(integration_ids, part)
    const { jobs, revision } = await this.#orInDoubt(claim, claimJobs(this.#options.db, claim))
    for (const [id, group] of Map.groupBy(jobs, ({ integration_id }) => integration_id)) {
      if (mayLeaveMore(group, each)) this.#dirty.add([id], part)
    }
    this.#dispatch(jobs, revision, claim.now)
  }

  /**
   * Dispatches jobs once the snapshot includes the integrations that they were created for, since in an older snapshot they may
   * seem cancelled.
   */
  #dispatch(jobs: readonly LeasedJob[], revision: number, claimed_at: number): void {
    const { snapshot } = this.#options
    snapshot.confirm(revision, claimed_at)
    if (snapshot.revision() >= revision) this.#holdings.hold(jobs)
    else void snapshot.reach(revision).then(() => this.#holdings.hold(jobs))
  }

  #failed(error: unknown): void {
    this.#options.onError('claim', error)
  }

  async #cancelDisabled(): Promise<void> {
    const { db, clock, snapshot, telemetry } = this.#options
    const isDisabled = (id: string) => snapshot.enabled(id) === undefined
    // An integration that is missing from the snapshot may be new.
    if (this.#dirty.integrations().some(isDisabled)) await snapshot.refresh()
    for (const id of this.#dirty.integrations().filter(isDisabled)) {
      this.#dirty.delete([id])
      for (
        let done = await cancelPending(db, id, clock());
        done !== null;
        done = await cancelPending(db, id, clock())
      ) {
        telemetry.cancelled(done)
      }
    }
  }
}
