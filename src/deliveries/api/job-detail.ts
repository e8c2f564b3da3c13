import { type Static, Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { integrationExists } from '../../integrations/store.ts'
import { type Clock, isoTime } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import { Time } from '../../kernel/schemas.ts'
import { type JobRow, type LogRow, selectOwnedJob, selectOwnedLog } from '../jobs/read.ts'
import {
  type DeliveryState,
  type LastAttempt,
  selectDeliveryState,
  selectJobAhead,
  selectLastAttempt,
} from '../jobs/waiting.ts'
import { WAITING_REASONS, type Waiting, waitingOf } from '../rules/waiting.ts'
import { LastAttemptResource, presentLastAttempt } from './event-delivery.ts'
import { JobResource, presentJob } from './job.ts'

const NullableTime = Type.Union([Time, Type.Null()])

/** A job with what it waits for, in API responses. */
export const JobDetailResource = Type.Object(
  {
    ...JobResource.properties,
    waiting: Type.Union(
      [
        Type.Object({
          reason: Type.Enum([...WAITING_REASONS], {
            description:
              '`in_flight`: a worker has leased it. `disabled`: it will be cancelled. `order`: an earlier job of its resource ' +
              'is unfinished. `retry_after`: the receiver requested it. `schedule`: of retries. `probing`: the endpoint keeps ' +
              'failing. `rate_limit`: of the integration. `no_worker`: no process delivers. `queued`: it is next.',
          }),
          detail: Type.String({ description: 'The reason as a sentence.' }),
          until: Type.Union([Time, Type.Null()], { description: 'Null unless the time decides.' }),
        }),
        Type.Null(),
      ],
      { description: 'Why it is not over yet; null once it is.' },
    ),
    lease: Type.Union(
      [
        Type.Object({
          worker: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Number of the worker, new for each start.',
          }),
          until: Type.Union([Time, Type.Null()], {
            description: 'When the lease ends at the latest; null while it ends with the heartbeat of the worker.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Of the worker that delivers it; null unless the job is being delivered.' },
    ),
    last_attempt: Type.Union([LastAttemptResource, Type.Null()]),
    retried_by_hand: Type.Integer({ description: 'How often the retry schedule was started over.' }),
    finished_at: NullableTime,
  },
  { $id: 'IntegrationJobDetail' },
)
export type JobDetailResource = Static<typeof JobDetailResource>

export type DetailDeps = {
  db: Database
  clock: Clock
  base_url: string
  /** Seconds before each retry. */
  retry_schedule: readonly number[]
}

type JobPath = { integration_id: string; job_id: string }

/** A job, and why it waits. Four statements. Throws `not_found`. */
export async function readJob(deps: DetailDeps, owner: Owner, { integration_id, job_id }: JobPath) {
  const { db } = deps
  const job = await selectOwnedJob(db, owner, { integration_id, id: job_id })
  if (job === undefined) throw await notFoundBelow(db, owner, integration_id, 'job')
  const [state, last, ahead] = await Promise.all([
    selectDeliveryState(db, integration_id),
    selectLastAttempt(db, job_id),
    selectJobAhead(db, job),
  ])
  return presentDetail(deps, { job, state, last, ahead })
}

/** A log. Throws `not_found`. */
export async function readLog(
  db: Database,
  owner: Owner,
  { integration_id, log_id }: { integration_id: string; log_id: string },
): Promise<LogRow> {
  const log = await selectOwnedLog(db, owner, { integration_id, id: log_id })
  if (log === undefined) throw await notFoundBelow(db, owner, integration_id, 'log')
  return log
}

async function notFoundBelow(db: Database, owner: Owner, integration_id: string, what: 'job' | 'log') {
  return notFound((await integrationExists(db, owner, integration_id)) ? what : 'integration')
}

type Found = { job: JobRow; state: DeliveryState | undefined; last: LastAttempt | undefined; ahead: string | null }

function presentDetail({ clock, base_url, retry_schedule }: DetailDeps, found: Found): JobDetailResource {
  const { job, last } = found
  const isOver = !['pending', 'delivering'].includes(job.status)
  return {
    ...presentJob(job, base_url),
    waiting: presentWaiting(waitingOf(waitingJob(job), factsOf(found, retry_schedule), clock())),
    lease:
      job.status === 'delivering' ? { worker: job.worker_id, until: job.lease_until?.toISOString() ?? null } : null,
    last_attempt: last === undefined ? null : presentLastAttempt(last),
    retried_by_hand: job.manual_retries,
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

function factsOf({ state, last, ahead }: Found, schedule: readonly number[]) {
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
