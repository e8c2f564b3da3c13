import type { DueJob } from './attempt.ts'
import { firstPace, isProbing, longestQueue, type Outcome, type Pace, paceAfter } from './rules/pace.ts'

/** A leased job in memory, and since when (milliseconds since the epoch). */
export type HeldJob = { job: DueJob; held_since: number }

type Lane = {
  waiting: HeldJob[]
  /** Places kept for jobs whose transaction has not ended. */
  reserved: number
  running: number
  pace: Pace
  /** Whether the lane stands in the row of lanes that have something to start. */
  queued: boolean
}

/** Jobs that may wait in memory in all: without a bound a backlog fills the heap and slows delivery down. */
const MOST_WAITING = 8_000
/** Places that a lane has whatever the others hold: a few slow integrations must not keep everybody else's jobs out. */
const OWN_PLACES = 20

/**
 * The jobs that a worker holds, one lane per integration, served in turn: one integration's slowness never delays
 * another's. Holds no clock and does no I/O.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #ready: Lane[] = []
  #waiting = 0
  #reserved = 0

  /** Keeps a place for a job about to be leased; false when the integration has enough waiting or is being probed. */
  reserve(integration_id: string): boolean {
    const lane = this.#lane(integration_id)
    if (isProbing(lane.pace) || this.#placesLeft(lane) === 0) return false
    lane.reserved += 1
    this.#reserved += 1
    return true
  }

  release(integration_id: string): void {
    this.#lane(integration_id).reserved -= 1
    this.#reserved -= 1
  }

  push(held: HeldJob): void {
    const lane = this.#lane(held.job.integration_id)
    lane.waiting.push(held)
    this.#waiting += 1
    this.#line(lane)
  }

  /** The next job that may start, counted as running; null when none may. */
  next(): HeldJob | null {
    for (let lane = this.#ready.shift(); lane !== undefined; lane = this.#ready.shift()) {
      lane.queued = false
      if (lane.running >= lane.pace.cap) continue
      const held = lane.waiting.shift()
      if (held === undefined) continue
      this.#waiting -= 1
      lane.running += 1
      this.#line(lane)
      return held
    }
    return null
  }

  /** A job has ended, with null when nothing was sent. Returns the jobs to give back because probing has begun. */
  finished(integration_id: string, outcome: Outcome | null, now: number): HeldJob[] {
    const lane = this.#lane(integration_id)
    lane.running -= 1
    if (outcome !== null) lane.pace = paceAfter(lane.pace, outcome, now)
    if (isProbing(lane.pace)) return this.#empty(lane)
    this.#line(lane)
    return []
  }

  /** How many due jobs of the integration are worth taking now: none before half of its places are free. */
  room(integration_id: string, now: number): number {
    const lane = this.#lane(integration_id)
    if (isProbing(lane.pace)) {
      const busy = lane.running + lane.waiting.length + lane.reserved > 0
      return busy || now < lane.pace.probe_at ? 0 : 1
    }
    return 2 * freePlaces(lane) >= longestQueue(lane.pace) ? this.#placesLeft(lane) : 0
  }

  /** Takes all waiting jobs out, of one integration or of all. */
  drain(integration_id?: string): HeldJob[] {
    if (integration_id !== undefined) return this.#empty(this.#lane(integration_id))
    return [...this.#lanes.values()].flatMap((lane) => this.#empty(lane))
  }

  #lane(integration_id: string): Lane {
    const known = this.#lanes.get(integration_id)
    if (known) return known
    const lane: Lane = { waiting: [], reserved: 0, running: 0, pace: firstPace, queued: false }
    this.#lanes.set(integration_id, lane)
    return lane
  }

  #line(lane: Lane): void {
    if (lane.queued || lane.waiting.length === 0 || lane.running >= lane.pace.cap) return
    lane.queued = true
    this.#ready.push(lane)
  }

  #placesLeft(lane: Lane): number {
    const own = OWN_PLACES - lane.waiting.length - lane.reserved
    return Math.max(0, Math.min(freePlaces(lane), Math.max(own, MOST_WAITING - this.#waiting - this.#reserved)))
  }

  #empty(lane: Lane): HeldJob[] {
    this.#waiting -= lane.waiting.length
    return lane.waiting.splice(0)
  }
}

/** What the integration may still have waiting, as far as its own pace goes. */
function freePlaces(lane: Lane): number {
  return longestQueue(lane.pace) - lane.waiting.length - lane.reserved
}
