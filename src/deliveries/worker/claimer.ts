import { dayAt } from '../../db/partitions.ts'
import type { Database } from '../../db/tables.ts'
import type { DueJob } from '../../events/jobs.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Loop, repeat } from '../../kernel/repeat.ts'
import { cancelPending } from '../jobs/cancel.ts'
import { type Claim, claimJobs } from '../jobs/claim.ts'
import { findDue } from '../jobs/due.ts'
import { freeExpired } from '../jobs/membership.ts'
import type { DeliveryTelemetry } from '../telemetry.ts'
import { DirtyIntegrations } from './dirty-integrations.ts'
import type { Lanes } from './lanes.ts'

export type ClaimerOptions = {
  db: Database
  clock: Clock
  lanes: Lanes
  worker_id: () => number
  mayClaim: () => boolean
  leaseUntil: () => number
  /** For how long a look leaves new jobs alone, in milliseconds, because their references come through the transport. */
  newAreBrought: () => number
  snapshot: Snapshot
  onClaimed: (jobs: readonly DueJob[]) => void
  /** Told of a claim that failed, and may have been committed all the same. */
  onInDoubt: (claim: Claim) => void
  telemetry: Pick<DeliveryTelemetry, 'expired' | 'cancelled'>
  onError: (error: unknown) => void
}

/** Looking for due jobs that nobody announced: retries whose time has come, leases that were freed. */
const LOOK_EVERY = 1_000
/** Looking for leases that ran out. It reads each job leased on insert once more. */
const FREE_EVERY = 10_000
/** Jobs taken for one integration at once, by how much room it has. Few sizes, so that few statements serve all. */
const SIZES = [200, 20, 1] as const
/** An attempt under way when its integration is disabled may leave a retry behind; by then it is over. */
const CANCEL_AGAIN_AFTER = 12_000

/** Takes due jobs from the table: retries, overflow of a busy process, what another process published or left behind. */
export class Claimer {
  readonly #options: ClaimerOptions
  /** Integrations that may have jobs due, or are disabled and may have jobs to cancel. */
  readonly #dirty = new DirtyIntegrations()
  /** When to look again at an integration that was disabled. */
  readonly #disabled = new Map<string, number>()
  readonly #loop: Loop
  #free_at = 0
  #running: Promise<void> | null = null
  #again = false

  constructor(options: ClaimerOptions) {
    this.#options = options
    this.#loop = repeat(LOOK_EVERY, () => this.#look(options.newAreBrought()), options.onError)
  }

  /** Jobs of these integrations may be due: those made today are claimed now, older ones are found within a second. */
  wake(integration_ids: readonly string[]): void {
    if (integration_ids.length === 0) return
    this.#dirty.add(integration_ids, dayAt(this.#options.clock()))
    this.#claimSoon()
  }

  /** Claims what was announced while nothing could be claimed. */
  resume(): void {
    if (!this.#dirty.isEmpty() && this.#running === null) this.#claimSoon()
  }

  /** Any jobs may be due. */
  look(): void {
    this.#look(0).catch(this.#options.onError)
  }

  disabled(integration_ids: readonly string[]): void {
    const again_at = this.#options.clock() + CANCEL_AGAIN_AFTER
    for (const id of integration_ids) this.#disabled.set(id, again_at)
    this.wake(integration_ids)
  }

  /** A lane of this integration has emptied a little. */
  roomChanged(integration_id: string): void {
    if (this.#dirty.has(integration_id) && this.#sizeFor(integration_id) !== undefined) this.#claimSoon()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#running
  }

  async #look(new_for: number): Promise<void> {
    const { db, clock, mayClaim } = this.#options
    if (!mayClaim()) return
    const now = clock()
    for (const [id, again_at] of this.#disabled) {
      if (now >= again_at && this.#disabled.delete(id)) this.#dirty.add([id], dayAt(now))
    }
    if (now >= this.#free_at) await this.#freeExpired(now)
    for (const [day, integration_ids] of await findDue(db, now, now - new_for)) this.#dirty.add(integration_ids, day)
    if (!this.#dirty.isEmpty()) this.#claimSoon()
  }

  async #freeExpired(now: number): Promise<void> {
    const { db, telemetry } = this.#options
    this.#free_at = now + FREE_EVERY
    const expired = await freeExpired(db, now)
    if (expired > 0) telemetry.expired(expired)
  }

  /** One claim at a time; whatever is asked for meanwhile makes one more. */
  #claimSoon(): void {
    if (this.#running !== null) {
      this.#again = true
      return
    }
    this.#running = this.#claimAll()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = null
        if (!this.#again) return
        this.#again = false
        this.#claimSoon()
      })
  }

  async #claimAll(): Promise<void> {
    if (!this.#options.mayClaim()) return
    await this.#cancelDisabled()
    for (const day of this.#dirty.days()) {
      for (const each of SIZES) {
        const integration_ids = this.#dirty.integrations(day).filter((id) => this.#sizeFor(id) === each)
        if (integration_ids.length > 0) await this.#claim(integration_ids, day, each)
      }
    }
  }

  #sizeFor(integration_id: string): number | undefined {
    const room = this.#options.lanes.room(integration_id, this.#options.clock())
    return SIZES.find((size) => size <= room)
  }

  async #claim(integration_ids: readonly string[], day: number, each: number): Promise<void> {
    const now = this.#options.clock()
    const worker_id = this.#options.worker_id()
    // Before the claim: what is announced from here on may not be seen by it.
    this.#dirty.delete(integration_ids, day)
    const claim = { integration_ids, day, each, worker_id, lease_until: this.#options.leaseUntil(), now }
    const { jobs, revision } = await claimJobs(this.#options.db, claim).catch((error: unknown) => {
      this.#options.onInDoubt(claim)
      throw error
    })
    const counts = new Map<string, number>()
    for (const job of jobs) counts.set(job.integration_id, (counts.get(job.integration_id) ?? 0) + 1)
    for (const [id, count] of counts) if (count === each) this.#dirty.add([id], day)
    this.#handOn(jobs, revision)
  }

  /** Once the snapshot knows the integrations that the jobs were made for: an older one may take them for cancelled. */
  #handOn(jobs: readonly DueJob[], revision: number): void {
    const { snapshot, onClaimed } = this.#options
    if (snapshot.revision() >= revision) onClaimed(jobs)
    else void snapshot.reach(revision).then(() => onClaimed(jobs))
  }

  async #cancelDisabled(): Promise<void> {
    const { db, clock, snapshot, telemetry } = this.#options
    const isDisabled = (id: string) => snapshot.enabled(id) === undefined
    // One that the snapshot does not know may be new.
    if (this.#dirty.integrations().some(isDisabled)) await snapshot.refresh()
    for (const id of this.#dirty.integrations().filter(isDisabled)) {
      this.#dirty.delete([id])
      for (let jobs = await cancelPending(db, id, clock()); jobs > 0; jobs = await cancelPending(db, id, clock())) {
        telemetry.cancelled(jobs)
      }
    }
  }
}
