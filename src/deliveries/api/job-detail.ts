import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { Time } from '../../kernel/schemas.ts'
import type { JobRow } from '../jobs/read.ts'
import type { DeliveryState, LastAttempt } from '../jobs/waiting.ts'
import { WAITING_REASONS, type Waiting, waitingOf } from '../rules/waiting.ts'
import { LastAttemptResource, presentLastAttempt } from './event-delivery.ts'
import { JobResource, presentJob } from './job.ts'

const NullableTime = Type.Union([Time, Type.Null()])

export const JobDetailResource = Type.Object(
  {
    ...JobResource.properties,
    waiting: Type.Union(
      [
        Type.Object({
          reason: Type.Enum([...WAITING_REASONS], {
            description:
              '`in_flight`: a worker has leased it. `disabled`: it will be cancelled. `order`: an earlier job of its resource ' +
              'is unfinished. `retry_after`: the receiver requested it. `schedule`: its retry is not due. `probing`: the endpoint keeps ' +
              'failing. `rate_limit`: the integration has one. `no_worker`: no process delivers. `queued`: it is next.',
          }),
          detail: Type.String({ description: 'The reason as a sentence.' }),
          until: Type.Union([Time, Type.Null()], { description: 'End of the wait; null if unknown.' }),
        }),
        Type.Null(),
      ],
      { description: 'Why the job is unfinished; null once it is over.' },
    ),
    lease: Type.Union(
      [
        Type.Object({
          worker: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Number of the worker, new for each start.',
          }),
          until: Type.Union([Time, Type.Null()], {
            description: 'Latest end of the lease; null while it depends on the heartbeat of the worker.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Lease of the worker that delivers the job; null unless it is being delivered.' },
    ),
    last_attempt: Type.Union([LastAttemptResource, Type.Null()]),
    retried_by_hand: Type.Integer({ description: 'How often the retry schedule was restarted by hand.' }),
    retry_waits: Type.Array(Type.Integer(), {
      description: 'Seconds before each further retry; empty once the job is over.',
    }),
    finished_at: NullableTime,
  },
  { $id: 'IntegrationJobDetail' },
)
export type JobDetailResource = Static<typeof JobDetailResource>

/** A job and everything that it may wait for. `ahead` is the id of the job that must finish first. */
export type FoundJob = {
  job: JobRow
  state: DeliveryState | undefined
  last: LastAttempt | undefined
  ahead: string | null
}

/** `now` is in milliseconds since the epoch. `base_url` ends in `/v2`. */
export function presentJobDetail(
  found: FoundJob,
  { now, base_url, retry_schedule }: { now: number; base_url: string; retry_schedule: readonly number[] },
): JobDetailResource {
  const { job, last } = found
  const isOver = !['pending', 'delivering'].includes(job.status)
  return {
    ...presentJob(job, base_url),
    waiting: presentWaiting(waitingOf(waitingJob(job), factsOf(found, retry_schedule), now)),
    lease:
      job.status === 'delivering' ? { worker: job.worker_id, until: job.lease_until?.toISOString() ?? null } : null,
    last_attempt: last === undefined ? null : presentLastAttempt(last),
    retried_by_hand: job.manual_retries,
    retry_waits: isOver ? [] : retry_schedule.slice(job.step),
    finished_at: isOver ? job.updated_at.toISOString() : null,
  }
}

function presentWaiting(waiting: Waiting | null): JobDetailResource['waiting'] {
  return waiting && { ...waiting, until: waiting.until === null ? null : isoTime(waiting.until) }
}

function waitingJob({ id, status, attempts, next_at, step, manual_retries, priority }: JobRow) {
  const order = priority === 0 ? ('live' as const) : ('replay' as const)
  return { id, status, attempts, next_at: next_at?.getTime() ?? null, step, manual_retries, priority: order }
}

function factsOf({ state, last, ahead }: FoundJob, schedule: readonly number[]) {
  const { enabled = false, cancelled_before = '', rate_limit = null, workers = 0, lanes = [] } = state ?? {}
  return {
    integration: { enabled, cancelled_before, rate_limit },
    workers,
    probing: lanes.some((lane) => lane.probing),
    limited: lanes.some((lane) => lane.limited),
    ahead,
    last_attempt:
      last === undefined ? null : { ended_at: timeOfId(last.id), retry_after: retryAfterIn(last.response_headers) },
    schedule,
  }
}

function retryAfterIn(headers: string | null): string | undefined {
  return headers === null ? undefined : JSON.parse(headers)['retry-after']
}
