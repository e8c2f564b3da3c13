import type { LaneState } from '../jobs/membership.ts'
import { firstPace, isProbing, type Pace } from '../rules/pace.ts'
import { type HeldJob, Order } from './order.ts'

/** First attempts of new events go first; retries, replays and all jobs of an endpoint not known to be healthy go later. */
export type Priority = 'first' | 'later'

/** The jobs of one integration that a worker holds. */
export type Lane = {
  integration_id: string
  /** Empty until it has a job. */
  organization_id: string
  first: HeldJob[]
  later: HeldJob[]
  order: Order
  /** Slots reserved for jobs whose transaction has not ended. */
  reserved: number
  running: number
  /** Attempts that have started, the running ones included. */
  started: number
  /** Of the running ones, how many have become slow. */
  slow: number
  /** Attempts that its rate limit lets start now; without a limit it does not matter. */
  granted: number
  pace: Pace
  /** Its endpoint has succeeded before. */
  proven: boolean
  /** Which of the `#ready` queues it is in. */
  queued: Record<Priority, boolean>
}

export function newLane(integration_id: string): Lane {
  return {
    integration_id,
    organization_id: '',
    first: [],
    later: [],
    order: new Order(),
    reserved: 0,
    running: 0,
    started: 0,
    slow: 0,
    granted: 0,
    pace: firstPace,
    proven: false,
    queued: { first: false, later: false },
  }
}

/** The jobs of a lane that start with a priority, null when there are none. */
export function queueOf(lane: Lane, priority: Priority): HeldJob[] | null {
  const isHealthy = lane.proven && lane.pace.failures === 0 && lane.slow === 0
  if (priority === 'first') return isHealthy && lane.first.length > 0 ? lane.first : null
  if (!isHealthy && lane.first.length > 0) return lane.first
  return lane.later.length > 0 ? lane.later : null
}

export function isIdle(lane: Lane): boolean {
  return waitingIn(lane) + lane.running + lane.pace.failures === 0 && lane.order.isIdle()
}

export function waitingIn(lane: Lane): number {
  return linedUp(lane) + lane.order.count()
}

/** Jobs that wait for nothing but the limits. */
export function linedUp(lane: Lane): number {
  return lane.first.length + lane.later.length
}

/** `limit`: attempts that may be in flight. */
export function stateOf(lane: Lane, rate: number | null, limit: number): LaneState {
  const { failures } = lane.pace
  return {
    cap: limit,
    in_flight: lane.running,
    waiting: waitingIn(lane),
    failures,
    probing: isProbing(lane.pace),
    limited: rate !== null && linedUp(lane) > 0,
  }
}
