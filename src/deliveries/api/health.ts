import { type Static, Type } from 'typebox'
import type { Executor } from '../../db/database.ts'
import { readFiltered } from '../../events/store.ts'
import { confirmationOf } from '../../integrations/kinds/kinds.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import { readSlots } from '../../series/store.ts'
import {
  type Attempts,
  type Backlog,
  type Failure,
  findHiddenFailures,
  type IntegrationState,
  MAX_ATTEMPTS,
  readAttempts,
  readBacklogs,
  readFailures,
  readIntegrationState,
  readLanes,
  readUnsettledSeconds,
} from '../jobs/health.ts'
import { attemptsOf, lastHour } from '../jobs/health-list.ts'
import type { LaneState } from '../jobs/membership.ts'
import { AtLeast } from '../rules/at-least.ts'
import { HEALTH_STATUSES, type HealthStatus, type SummaryFacts, statusOf, summaryOf } from '../rules/health-summary.ts'
import { probeWaitMs } from '../rules/pace.ts'

const Seconds = Type.Union([Type.Number(), Type.Null()])
const NullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

export const HealthResource = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the integration.' }),
    type: Type.Literal('integration-health'),
    name: Type.String({ description: 'Of the integration.' }),
    status: Type.Enum([...HEALTH_STATUSES], {
      description:
        '`idle`: no attempt in the last hour. `degraded`: some attempts fail. `failing`: all attempts fail, so that ' +
        'one attempt at a time probes the endpoint.',
    }),
    summary: Type.String({
      description: 'The status as a sentence: since when, why, and the consequences. Times are in UTC.',
    }),
    attempts: Type.Object({
      count: Type.Integer({ description: 'Attempts of the last hour.' }),
      success_rate: Type.Union([Type.Number(), Type.Null()], { description: '0 to 1; null without attempts.' }),
      processing_time: Type.Object({ p50: Seconds, p95: Seconds, p99: Seconds }, { description: 'Seconds.' }),
      last_succeeded_at: NullableTime,
      last_failed_at: NullableTime,
      last_error: Type.Union([Type.String(), Type.Null()], {
        description: 'Error of the last failed attempt; null if none failed in the last hour.',
      }),
    }),
    failing_since: NullableTime,
    confirmation: Type.Object(
      {
        by: Type.Enum(['receiver', 'queue', 'broker'], {
          description:
            '`receiver`: it responded with 2xx. `queue`: the queue stored the message. `broker`: the broker ' +
            'accepted it, although a queue may not have stored it.',
        }),
        detail: Type.Union([Type.String(), Type.Null()], {
          description: 'For `broker`: how to make sure that a queue stores the message.',
        }),
      },
      { description: 'Meaning of a successful attempt, by the destination of the integration.' },
    ),
    backlog: Type.Object({
      jobs: Type.Integer({
        description: 'Unfinished jobs, counted up to 10,000, and up to 1,000 in the list of all integrations.',
      }),
      due: Type.Integer({ description: 'Unfinished jobs that are due or being delivered.' }),
      at_least: AtLeast,
      oldest_created_at: NullableTime,
    }),
    pace: Type.Object(
      {
        workers: Type.Integer({ description: 'Workers that deliver to it.' }),
        cap: Type.Integer({ description: 'Maximum number of attempts in flight, all workers together.' }),
        in_flight: Type.Integer(),
        waiting: Type.Integer({ description: 'Jobs that wait in the memory of workers.' }),
        probing: Type.Boolean({
          description: 'Whether a worker makes one attempt at a time until the endpoint responds.',
        }),
        limited: Type.Boolean({ description: 'Whether jobs wait for the `rate_limit` of the integration.' }),
      },
      { description: 'The current concurrency, at most a second old.' },
    ),
    filtered: Type.Object(
      { count: Type.Integer(), last_at: NullableTime },
      {
        description: 'Observed events that its `filter` has excluded since it was created, at most a few seconds old.',
      },
    ),
    unsettled_seconds: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Time for which a worker of the deployment has been unable to write its attempts, so that it starts no others; ' +
        'null below ten seconds.',
    }),
    series: Type.Optional(
      Type.Object(
        {
          from: Type.String({ format: 'date-time' }),
          step: Type.Literal('1m'),
          attempts: Type.Array(Type.Integer()),
          attempts_failed: Type.Array(Type.Integer()),
        },
        { description: 'The last hour by the minute, with `include=series` in the list.' },
      ),
    ),
  },
  { $id: 'IntegrationHealth' },
)
export type HealthResource = Static<typeof HealthResource>

const MAX_BACKLOG = 10_000

/** Reads the health of an integration with at most ten bounded statements. Throws `not_found`. */
export async function readHealth(
  { db, clock }: { db: Executor; clock: Clock },
  owner: Owner,
  integration_id: string,
): Promise<HealthResource> {
  const state = await readIntegrationState(db, owner, integration_id)
  if (state === undefined) throw notFound('integration')
  const { id } = state
  const now = clock()
  const [attempts, backlogs, lanes, filtered, unsettled_seconds] = await Promise.all([
    readAttemptsOfHour(db, id, now),
    readBacklogs(db, [id], { now, most: MAX_BACKLOG }),
    readLanes(db, [id]),
    readFiltered(db, [id]),
    readUnsettledSeconds(db),
  ])
  const failures = await readFailures(db, attempts.last_failed === null ? [] : [attempts.last_failed])
  const lanesOfOne = lanes.get(id) ?? []
  const probing = lanesOfOne.some((lane) => lane.probing)
  const status = statusOf({
    enabled: state.enabled,
    probing,
    attempts: attempts.count,
    succeeded: attempts.succeeded,
  })
  return presentHealth(
    {
      state,
      status,
      attempts,
      failure: failures.get(attempts.last_failed ?? '') ?? null,
      backlog: backlogs.get(id) ?? EMPTY_BACKLOG,
      most_backlog: MAX_BACKLOG,
      lanes: lanesOfOne,
      filtered: filtered.get(id) ?? NOTHING_FILTERED,
      unsettled_seconds,
    },
    now,
  )
}

/** Reads the logs of the hour, or, if there are too many of them, the series, which lag by some seconds. */
async function readAttemptsOfHour(db: Executor, id: string, now: number): Promise<Attempts> {
  const latest = await readAttempts(db, id, now)
  if (latest.count < MAX_ATTEMPTS) return latest
  const hour = lastHour(now)
  const slots = await readSlots(db, [id], hour)
  const hidden = await findHiddenFailures(db, new Map([[id, slots]]), new Map([[id, latest]]), hour)
  return attemptsOf(slots, { ...latest, last_failed: latest.last_failed ?? hidden.get(id) ?? null })
}

export const EMPTY_BACKLOG: Backlog = { jobs: 0, due: 0, oldest: null }
export const NOTHING_FILTERED = { events: 0, last_at: null }

export type HealthFacts = {
  state: IntegrationState
  status: HealthStatus
  attempts: Attempts
  failure: Failure | null
  backlog: Backlog
  most_backlog: number
  lanes: readonly LaneState[]
  filtered: { events: number; last_at: Date | null }
  unsettled_seconds: number | null
}

export function presentHealth(facts: HealthFacts, now: number): HealthResource {
  const { state, status, attempts, failure, backlog, lanes, filtered } = facts
  return {
    id: state.id,
    type: 'integration-health',
    name: state.name,
    status,
    summary: summaryOf(summaryFacts(facts), now),
    attempts: {
      count: attempts.count,
      success_rate: attempts.count === 0 ? null : attempts.succeeded / attempts.count,
      processing_time: { p50: attempts.p50, p95: attempts.p95, p99: attempts.p99 },
      last_succeeded_at: momentOf(attempts.last_succeeded),
      last_failed_at: momentOf(attempts.last_failed),
      last_error: failure?.error_detail ?? null,
    },
    failing_since: state.failing_since?.toISOString() ?? null,
    confirmation: confirmationOf(state.integration_type, state.configuration),
    backlog: {
      jobs: backlog.jobs,
      due: backlog.due,
      at_least: backlog.jobs >= facts.most_backlog,
      oldest_created_at: momentOf(backlog.oldest),
    },
    pace: {
      workers: lanes.length,
      cap: sum(lanes, 'cap'),
      in_flight: sum(lanes, 'in_flight'),
      waiting: sum(lanes, 'waiting'),
      probing: lanes.some((lane) => lane.probing),
      limited: lanes.some((lane) => lane.limited),
    },
    filtered: { count: filtered.events, last_at: filtered.last_at?.toISOString() ?? null },
    unsettled_seconds: facts.unsettled_seconds,
  }
}

function summaryFacts(facts: HealthFacts): SummaryFacts {
  const { state, status, attempts, failure, backlog, most_backlog, lanes, unsettled_seconds } = facts
  const { disabled_reason: reason, failing_since } = state
  const { last_failed } = attempts
  const probing = lanes.filter((lane) => lane.probing)
  return {
    status,
    attempts: attempts.count,
    succeeded: attempts.succeeded,
    disabled: reason && { detail: reason.detail, at: Date.parse(reason.at) },
    failing_since: failing_since?.getTime() ?? null,
    failure:
      last_failed === null || failure === null
        ? null
        : { at: timeOfId(last_failed), status_code: failure.status_code, detail: failure.error_detail ?? '' },
    probe_every_ms: probing.length === 0 ? null : Math.min(...probing.map(({ failures }) => probeWaitMs(failures))),
    jobs: backlog.jobs,
    more: backlog.jobs >= most_backlog,
    limited: lanes.some((lane) => lane.limited),
    unsettled_seconds,
  }
}

function sum(lanes: readonly LaneState[], name: 'cap' | 'in_flight' | 'waiting'): number {
  return lanes.reduce((total, lane) => total + lane[name], 0)
}

function momentOf(id: string | null): string | null {
  return id === null ? null : new Date(timeOfId(id)).toISOString()
}
