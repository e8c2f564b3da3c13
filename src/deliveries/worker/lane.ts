import type { LaneState } from '../jobs/membership.ts'
import { firstPace, isProbing, type Pace } from '../rules/pace.ts'
import { type BufferedJob, Order } from './order.ts'

/**
 * First attempts of new events have priority `first`; retries, replays and all jobs of an endpoint that is not known to be
 * healthy have priority `later`.
 */
export type Priority = 'first' | 'later'

export type Lane = {
  integration_id: string
  /** Empty until the first job. */
  organization_id: string
  first: BufferedJob[]
  later: BufferedJob[]
  order: Order
  /** Slots reserved for jobs whose transaction has not ended. */
  reserved: number
  running: number
  /** Attempts started so far, including running ones. */
  started: number
  /** Running attempts that have become slow. */
  slow: number
  /** Starts granted by the rate limit; unused without a limit. */
  granted: number
  pace: Pace
  /** True if the endpoint has succeeded before. */
  proven: boolean
  /** Membership in each of the `#ready` queues. */
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

/** Jobs of a lane that start with a priority; null if there are none. */
export function queueOf(lane: Lane, priority: Priority): BufferedJob[] | null {
  const isHealthy = lane.proven && lane.pace.failures === 0 && lane.slow === 0
  if (priority === 'first') return isHealthy && lane.first.length > 0 ? lane.first : null
  if (!isHealthy && lane.first.length > 0) return lane.first
  return lane.later.length > 0 ? lane.later : null
}

export function isIdle(lane: Lane): boolean {
  return waitingIn(lane) + lane.running + lane.pace.failures === 0 && lane.order.isIdle()
}

export function waitingIn(lane: Lane): number {
  return readyCount(lane) + lane.order.count()
}

/** Number of jobs that wait only for limits, not for another job. */
export function readyCount(lane: Lane): number {
  return lane.first.length + lane.later.length
}

/** `limit` is the maximum number of attempts in flight. */
export function stateOf(lane: Lane, rate: number | null, limit: number): LaneState {
  const { failures } = lane.pace
  return {
    cap: limit,
    in_flight: lane.running,
    waiting: waitingIn(lane),
    failures,
    probing: isProbing(lane.pace),
    limited: rate !== null && readyCount(lane) > 0,
  }
}
