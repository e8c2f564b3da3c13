import type { LaneState } from '../../db/tables.ts'
import type { DueJob } from '../../events/jobs.ts'
import { ownerId } from '../../kernel/owner.ts'
import { firstPace, isProbing, longestQueue, type Outcome, type Pace, paceAfter } from '../rules/pace.ts'

/** A leased job in memory, and since when (milliseconds since the epoch). */
export type HeldJob = { job: DueJob; held_since: number }

/** First attempts of new events go first; retries, replays and whatever is for an endpoint not known to be well go later. */
export type Turn = 'first' | 'later'

/** A job that may start. */
export type Started = { held: HeldJob; turn: Turn }

type Lane = {
  first: HeldJob[]
  later: HeldJob[]
  /** Places kept for jobs whose transaction has not ended. */
  reserved: number
  running: number
  /** Of the running ones, how many have become slow. */
  slow: number
  pace: Pace
  /** Its endpoint has answered well before. */
  proven: boolean
  /** In which rows of lanes that have something to start it stands. */
  queued: Record<Turn, boolean>
}

/** Jobs that may wait in memory in all: without a bound a backlog fills the heap and slows delivery down. */
const MOST_WAITING = 8_000
/** Beside that, so many may wait for each integration whatever wait for the others. */
const SURE_PLACES = 32
/** While first attempts wait, every fifth start is a later one: retries are at most a fifth of the traffic. */
const MOST_FIRST_IN_A_ROW = 4
/** Past so many lanes, idle ones are forgotten. */
const MOST_REMEMBERED = 10_000
/** A heartbeat tells of so many lanes. */
const MOST_TOLD = 1_000

/**
 * The jobs that a worker holds, one lane per integration, served in turn: one integration's slowness never delays
 * another's. Holds no clock and does no I/O.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #ready: Record<Turn, Lane[]> = { first: [], later: [] }
  /** Jobs that wait in all lanes, by owner. */
  readonly #waitingOf = new Map<string, number>()
  #firstInARow = 0
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
    if (held.job.priority === 'live' && held.job.attempt === 1) lane.first.push(held)
    else lane.later.push(held)
    this.#count(held, 1)
    this.#line(lane)
  }

  /** The next job that may start, counted as running; null when none may. `turns` are those that have room. */
  next(turns: readonly Turn[]): Started | null {
    const order: readonly Turn[] = this.#firstInARow >= MOST_FIRST_IN_A_ROW ? ['later', 'first'] : ['first', 'later']
    for (const turn of order) {
      const held = turns.includes(turn) ? this.#take(turn) : null
      if (held === null) continue
      this.#firstInARow = turn === 'first' ? this.#firstInARow + 1 : 0
      return { held, turn }
    }
    return null
  }

  /** An attempt of this integration has become slow. */
  slowed(integration_id: string): void {
    this.#lane(integration_id).slow += 1
  }

  /** A job has ended, with null when nothing was sent. Returns the jobs to give back because probing has begun. */
  finished(integration_id: string, pass: 'quick' | 'slow', outcome: Outcome | null, now: number): HeldJob[] {
    const lane = this.#lane(integration_id)
    lane.running -= 1
    if (pass === 'slow') lane.slow -= 1
    if (outcome !== null) lane.pace = paceAfter(lane.pace, outcome, now)
    if (outcome === 'succeeded') lane.proven = true
    if (isProbing(lane.pace)) return this.#empty(lane)
    this.#line(lane)
    return []
  }

  /** How many due jobs of the integration are worth taking now: none before half of its places are free. */
  room(integration_id: string, now: number): number {
    const lane = this.#lane(integration_id)
    if (isProbing(lane.pace)) {
      const busy = lane.running + waitingIn(lane) + lane.reserved > 0
      return busy || now < lane.pace.probe_at ? 0 : 1
    }
    const places = this.#placesLeft(lane)
    return 2 * places >= this.#capacity(lane) ? places : 0
  }

  /** The lanes that are busy or in trouble, the first thousand of them. */
  states(): Record<string, LaneState> {
    const states: Record<string, LaneState> = {}
    let told = 0
    for (const [integration_id, lane] of this.#lanes) {
      if (isIdle(lane)) continue
      states[integration_id] = stateOf(lane)
      told += 1
      if (told === MOST_TOLD) break
    }
    return states
  }

  /** To be called now and then: a worker that runs for long sees more integrations than it can remember. */
  forgetIdle(): void {
    if (this.#lanes.size <= MOST_REMEMBERED) return
    for (const [integration_id, lane] of this.#lanes) {
      if (isIdle(lane) && lane.reserved === 0) this.#lanes.delete(integration_id)
    }
  }

  /** Jobs that wait in all lanes, and lanes that are being probed. */
  totals(): { waiting: number; probing: number } {
    let probing = 0
    for (const lane of this.#lanes.values()) if (isProbing(lane.pace)) probing += 1
    return { waiting: this.#waiting, probing }
  }

  /** Jobs of an owner that wait in all lanes. */
  waitingOf(owner_id: string): number {
    return this.#waitingOf.get(owner_id) ?? 0
  }

  /** Takes all waiting jobs out, of one integration or of all. */
  drain(integration_id?: string): HeldJob[] {
    if (integration_id !== undefined) return this.#empty(this.#lane(integration_id))
    return [...this.#lanes.values()].flatMap((lane) => this.#empty(lane))
  }

  #lane(integration_id: string): Lane {
    const known = this.#lanes.get(integration_id)
    if (known) return known
    const lane: Lane = {
      first: [],
      later: [],
      reserved: 0,
      running: 0,
      slow: 0,
      pace: firstPace,
      proven: false,
      queued: { first: false, later: false },
    }
    this.#lanes.set(integration_id, lane)
    return lane
  }

  #take(turn: Turn): HeldJob | null {
    const row = this.#ready[turn]
    for (let lane = row.shift(); lane !== undefined; lane = row.shift()) {
      lane.queued[turn] = false
      const held = lane.running < lane.pace.cap ? queueOf(lane, turn)?.shift() : undefined
      if (held !== undefined) {
        this.#count(held, -1)
        lane.running += 1
      }
      this.#line(lane)
      if (held !== undefined) return held
    }
    return null
  }

  #line(lane: Lane): void {
    if (lane.running >= lane.pace.cap) return
    for (const turn of ['first', 'later'] as const) {
      if (lane.queued[turn] || queueOf(lane, turn) === null) continue
      lane.queued[turn] = true
      this.#ready[turn].push(lane)
    }
  }

  #placesLeft(lane: Lane): number {
    return Math.max(0, this.#capacity(lane) - waitingIn(lane) - lane.reserved)
  }

  /** What the others leave, and always a few: nobody can take all places. */
  #capacity(lane: Lane): number {
    const others = this.#waiting + this.#reserved - waitingIn(lane) - lane.reserved
    return Math.min(longestQueue(lane.pace), Math.max(SURE_PLACES, MOST_WAITING - others))
  }

  #empty(lane: Lane): HeldJob[] {
    const emptied = [...lane.first.splice(0), ...lane.later.splice(0)]
    for (const held of emptied) this.#count(held, -1)
    return emptied
  }

  #count({ job }: HeldJob, change: 1 | -1): void {
    this.#waiting += change
    const owner_id = ownerId(job.event)
    const waiting = this.waitingOf(owner_id) + change
    if (waiting === 0) this.#waitingOf.delete(owner_id)
    else this.#waitingOf.set(owner_id, waiting)
  }
}

/** The jobs of a lane whose turn it is, null when there are none. All of an endpoint that is not known to be well goes later. */
function queueOf(lane: Lane, turn: Turn): HeldJob[] | null {
  const isWell = lane.proven && lane.pace.failures === 0 && lane.slow === 0
  if (turn === 'first') return isWell && lane.first.length > 0 ? lane.first : null
  if (!isWell && lane.first.length > 0) return lane.first
  return lane.later.length > 0 ? lane.later : null
}

function isIdle(lane: Lane): boolean {
  return waitingIn(lane) + lane.running + lane.pace.failures === 0
}

function waitingIn(lane: Lane): number {
  return lane.first.length + lane.later.length
}

function stateOf(lane: Lane): LaneState {
  const { cap, failures } = lane.pace
  return { cap, in_flight: lane.running, waiting: waitingIn(lane), failures, probing: isProbing(lane.pace) }
}
