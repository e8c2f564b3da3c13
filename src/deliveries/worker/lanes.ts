import type { DueJob } from '../../events/jobs.ts'
import type { EnabledIntegration } from '../../integrations/integration.ts'
import { RoundRobin } from '../../kernel/flow/round-robin.ts'
import type { LaneState } from '../jobs/membership.ts'
import { concurrencyLimit, type EndedAttempt, isProbing, MAX_CAP, paceAfter, prefetchLimit } from '../rules/pace.ts'
import { isIdle, type Lane, newLane, type Priority, queueOf, readyCount, stateOf, waitingIn } from './lane.ts'
import type { BufferedJob } from './order.ts'

/** Members of a job that a lane needs after its end. */
export type LaneJob = Pick<DueJob, 'integration_id' | 'order_key'>

/** A job that may start. Attempts of an integration are numbered in the order of their starts. */
export type Started = { held: BufferedJob; priority: Priority; number: number }

/** End of an attempt: its number, its outcome, and the wait in seconds that the endpoint requested. */
export type Ended = Omit<EndedAttempt, 'started'>

/** Next step of a job: none, another attempt, or a release without an attempt. */
export type Becomes = 'over' | 'retried' | 'released'

/** Consequences of the end of an attempt: jobs to release, and the time of the next probe (milliseconds since the epoch). */
export type Consequences = { to_release: BufferedJob[]; probe_at: number | null }

/** Maximum number of jobs in memory; without a limit a backlog fills the heap and slows down delivery. */
const MAX_WAITING = 8_000
/** Waiting jobs that each integration is guaranteed, regardless of the others. */
const RESERVED_SLOTS = 32
/** Consecutive starts of priority `first` before one of `later`, which guarantees retries and replays a fifth of the starts. */
const MAX_FIRST_IN_A_ROW = 4
/** Seconds of starts that a lane with a rate limit prefetches; other jobs wait in the database. */
const LIMITED_AHEAD_SECONDS = 2
/** Slow attempts of one organization above which it starts none of priority `later`: three quarters of the limit of a process. */
export const MAX_SLOW_OF_ONE = 3_000
/** Number of lanes above which idle lanes are dropped. */
const MAX_REMEMBERED = 10_000
const MAX_REPORTED = 1_000

/** Maximum attempts of an integration per second and in flight; null for no limit. */
export type LaneLimits = Pick<EnabledIntegration, 'rate_limit' | 'concurrency'>

export type LanesOptions = {
  limitsOf(integration_id: string): LaneLimits
  /** Called when jobs of an integration wait for its rate limit. */
  onLimited(integration_id: string, rate: number, waiting: number): void
}

export const UNLIMITED: LaneLimits = { rate_limit: null, concurrency: null }

/**
 * Jobs in a worker, one lane per integration, served by priority, so that a slow integration never delays another. Has no clock
 * and does no I/O.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  /**
   * Round robin by organization, so that many integrations do not get an organization more attempts than a single integration.
   */
  readonly #ready: Record<Priority, RoundRobin<string, Lane>> = { first: new RoundRobin(), later: new RoundRobin() }
  /** Waiting jobs in all lanes, by organization. */
  readonly #waitingOf = new Map<string, number>()
  /** Running attempts that have become slow, by organization. */
  readonly #slowOf = new Map<string, number>()
  readonly #options: LanesOptions
  #consecutiveFirst = 0
  #waiting = 0
  #reserved = 0

  constructor(options: LanesOptions = { limitsOf: () => UNLIMITED, onLimited() {} }) {
    this.#options = options
  }

  /** Reserves a slot for a job about to be leased; returns false if the lane is full or the integration is being probed. */
  reserve(integration_id: string): boolean {
    const lane = this.#lane(integration_id)
    if (isProbing(lane.pace) || this.#freeSlots(lane) === 0) return false
    lane.reserved += 1
    this.#reserved += 1
    return true
  }

  release(integration_id: string): void {
    this.#lane(integration_id).reserved -= 1
    this.#reserved -= 1
  }

  push(held: BufferedJob): void {
    const lane = this.#lane(held.job.integration_id)
    lane.organization_id = held.job.event.organization_id
    this.#count(held, 1)
    if (!lane.order.mustWait(held)) this.#makeReady(lane, held)
  }

  #makeReady(lane: Lane, held: BufferedJob): void {
    if (held.job.priority === 'live' && held.job.attempt === 1) lane.first.push(held)
    else lane.later.push(held)
    this.#enqueue(lane)
  }

  /**
   * Returns the next job that may start, and counts it as running; null if there is none. `priorities` are those with capacity.
   */
  next(priorities: readonly Priority[]): Started | null {
    const order: readonly Priority[] =
      this.#consecutiveFirst >= MAX_FIRST_IN_A_ROW ? ['later', 'first'] : ['first', 'later']
    for (const priority of order) {
      const started = priorities.includes(priority) ? this.#take(priority) : null
      if (started === null) continue
      this.#consecutiveFirst = priority === 'first' ? this.#consecutiveFirst + 1 : 0
      return started
    }
    return null
  }

  /** Allows the given number of starts under the rate limit of the integration. */
  grant(integration_id: string, starts: number): void {
    const lane = this.#lane(integration_id)
    // Drops grants that no job waits for; otherwise a later burst would exceed the limit.
    lane.granted = readyCount(lane) === 0 ? 0 : lane.granted + starts
    this.#enqueue(lane)
  }

  slowed(integration_id: string): void {
    this.#countSlow(this.#lane(integration_id), 1)
  }

  /** Ends a running job; `ended` is null if nothing was sent. */
  finished(job: LaneJob, speed: 'quick' | 'slow', ended: Ended | null, becomes: Becomes, now: number): Consequences {
    const lane = this.#lane(job.integration_id)
    lane.running -= 1
    if (speed === 'slow') this.#countSlow(lane, -1)
    if (ended !== null) lane.pace = paceAfter(lane.pace, { ...ended, started: lane.started }, now)
    if (ended?.outcome === 'succeeded') lane.proven = true
    const to_release = becomes === 'released' ? this.settled(job) : []
    const next = becomes === 'over' ? lane.order.next(job.order_key) : undefined
    if (next !== undefined) this.#makeReady(lane, next)
    if (isProbing(lane.pace)) {
      return { to_release: [...to_release, ...this.#drainLane(lane)], probe_at: lane.pace.probe_at }
    }
    this.#enqueue(lane)
    return { to_release, probe_at: null }
  }

  /** Ends probing, because the endpoint responds to another worker. */
  recovered(integration_id: string): void {
    const lane = this.#lanes.get(integration_id)
    if (lane !== undefined) lane.pace = { ...lane.pace, failures: 0, probe_at: null }
  }

  /** Settles a job that will be retried. Returns the jobs behind it, to release: they wait in the table. */
  settled({ integration_id, order_key }: LaneJob): BufferedJob[] {
    return this.#uncount(this.#lane(integration_id).order.free(order_key))
  }

  /** Number of due jobs of the integration to claim now; 0 until half of its slots are free. */
  capacityFor(integration_id: string, now: number): number {
    const lane = this.#lane(integration_id)
    if (lane.pace.probe_at !== null) {
      const busy = lane.running + waitingIn(lane) + lane.reserved > 0
      return busy || now < lane.pace.probe_at ? 0 : 1
    }
    const slots = this.#freeSlots(lane)
    return 2 * slots >= this.#capacity(lane) ? slots : 0
  }

  /** States of lanes that are busy or failing, at most a thousand. */
  states(): Record<string, LaneState> {
    const states: Record<string, LaneState> = {}
    let reported = 0
    for (const [integration_id, lane] of this.#lanes) {
      if (isIdle(lane)) continue
      const limits = this.#options.limitsOf(integration_id)
      states[integration_id] = stateOf(lane, limits.rate_limit, attemptLimit(lane, limits))
      reported += 1
      if (reported === MAX_REPORTED) break
    }
    return states
  }

  /** Must be called periodically, because a long-running worker sees more integrations than fit in memory. */
  forgetIdle(): void {
    if (this.#lanes.size <= MAX_REMEMBERED) return
    for (const [integration_id, lane] of this.#lanes) {
      if (isIdle(lane) && lane.reserved === 0) this.#lanes.delete(integration_id)
    }
  }

  /** Waiting jobs in all lanes, and the number of lanes that are being probed. */
  totals(): { waiting: number; probing: number } {
    let probing = 0
    for (const lane of this.#lanes.values()) if (isProbing(lane.pace)) probing += 1
    return { waiting: this.#waiting, probing }
  }

  waitingOf(organization_id: string): number {
    return this.#waitingOf.get(organization_id) ?? 0
  }

  /** Removes all waiting jobs, of one integration or of all. */
  drain(integration_id?: string): BufferedJob[] {
    if (integration_id !== undefined) return this.#drainLane(this.#lane(integration_id))
    return [...this.#lanes.values()].flatMap((lane) => this.#drainLane(lane))
  }

  #lane(integration_id: string): Lane {
    const known = this.#lanes.get(integration_id)
    if (known) return known
    const lane = newLane(integration_id)
    this.#lanes.set(integration_id, lane)
    return lane
  }

  #take(priority: Priority): Started | null {
    const ready = this.#ready[priority]
    const mayTake = (organization_id: string) =>
      priority === 'first' || (this.#slowOf.get(organization_id) ?? 0) < MAX_SLOW_OF_ONE
    for (let lane = ready.take(mayTake); lane !== undefined; lane = ready.take(mayTake)) {
      lane.queued[priority] = false
      const held = this.#mayStart(lane) ? queueOf(lane, priority)?.shift() : undefined
      if (held !== undefined) {
        lane.granted -= 1
        this.#count(held, -1)
        lane.running += 1
        lane.started += 1
      }
      this.#enqueue(lane)
      if (held !== undefined) return { held, priority, number: lane.started - 1 }
    }
    return null
  }

  /** True if an attempt of a lane with ready jobs may start; otherwise, if the rate limit prevents it, requests starts. */
  #mayStart(lane: Lane): boolean {
    const limits = this.#options.limitsOf(lane.integration_id)
    if (lane.running >= attemptLimit(lane, limits)) return false
    if (limits.rate_limit === null || lane.granted > 0) return true
    this.#options.onLimited(lane.integration_id, limits.rate_limit, readyCount(lane))
    return false
  }

  #enqueue(lane: Lane): void {
    if (readyCount(lane) === 0 || !this.#mayStart(lane)) return
    for (const priority of ['first', 'later'] as const) {
      if (lane.queued[priority] || queueOf(lane, priority) === null) continue
      lane.queued[priority] = true
      this.#ready[priority].add(lane.organization_id, lane)
    }
  }

  #freeSlots(lane: Lane): number {
    return Math.max(0, this.#capacity(lane) - waitingIn(lane) - lane.reserved)
  }

  /** Slots that the other lanes leave free, but at least the reserved slots. */
  #capacity(lane: Lane): number {
    const others = this.#waiting + this.#reserved - waitingIn(lane) - lane.reserved
    const most = Math.min(prefetchLimit(lane.pace), Math.max(RESERVED_SLOTS, MAX_WAITING - others))
    const { rate_limit } = this.#options.limitsOf(lane.integration_id)
    return rate_limit === null ? most : Math.min(most, Math.ceil(rate_limit * LIMITED_AHEAD_SECONDS))
  }

  #drainLane(lane: Lane): BufferedJob[] {
    const dropped = [...lane.first.splice(0), ...lane.later.splice(0)]
    return this.#uncount([...dropped, ...lane.order.empty(dropped)])
  }

  #uncount(removed: BufferedJob[]): BufferedJob[] {
    for (const held of removed) this.#count(held, -1)
    return removed
  }

  #count({ job }: BufferedJob, change: 1 | -1): void {
    this.#waiting += change
    countIn(this.#waitingOf, job.event.organization_id, change)
  }

  #countSlow(lane: Lane, change: 1 | -1): void {
    lane.slow += change
    countIn(this.#slowOf, lane.organization_id, change)
  }
}

function countIn(counts: Map<string, number>, organization_id: string, change: 1 | -1): void {
  const count = (counts.get(organization_id) ?? 0) + change
  if (count === 0) counts.delete(organization_id)
  else counts.set(organization_id, count)
}

function attemptLimit({ pace }: Lane, { concurrency }: LaneLimits): number {
  return Math.min(concurrencyLimit(pace), concurrency ?? MAX_CAP)
}
