import { type Static, Type } from 'typebox'
import type { Database } from '../../db/database.ts'
import { readFiltered } from '../../events/store.ts'
import { confirmationOf } from '../../integrations/kinds/kinds.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type Attempts, readAttempts, readBacklog, readIntegrationState, readLanes } from '../jobs/health.ts'
import type { LaneState } from '../jobs/membership.ts'

const Seconds = Type.Union([Type.Number(), Type.Null()])
const NullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])

/** The health of an integration in API responses. */
export const HealthResource = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the integration.' }),
    type: Type.Literal('integration-health'),
    status: Type.Enum(['healthy', 'idle', 'degraded', 'failing', 'disabled'], {
      description:
        '`idle`: no attempt in the last hour. `degraded`: some attempts fail. `failing`: nothing but failures, so that ' +
        'one attempt at a time probes the endpoint.',
    }),
    attempts: Type.Object({
      count: Type.Integer({ description: 'Attempts of the last hour, at most the latest 10,000.' }),
      success_rate: Type.Union([Type.Number(), Type.Null()], { description: '0 to 1; null without attempts.' }),
      processing_time: Type.Object({ p50: Seconds, p95: Seconds, p99: Seconds }, { description: 'Seconds.' }),
      last_succeeded_at: NullableTime,
      last_failed_at: NullableTime,
    }),
    failing_since: NullableTime,
    confirmation: Type.Object(
      {
        by: Type.Enum(['receiver', 'queue', 'broker'], {
          description:
            '`receiver`: it has responded with 2xx. `queue`: the queue has stored the message. `broker`: the broker has ' +
            'taken it, which does not say whether a queue did.',
        }),
        detail: Type.Union([Type.String(), Type.Null()], {
          description: 'For `broker`: a sentence that says how to make sure that a queue takes it.',
        }),
      },
      { description: 'What an attempt that succeeded stands for, by the destination of the integration.' },
    ),
    backlog: Type.Object({
      jobs: Type.Integer({ description: 'Unfinished jobs; 10,000 means 10,000 or more.' }),
      due: Type.Integer({ description: 'Of those, how many are due or being delivered.' }),
      oldest_created_at: NullableTime,
    }),
    pace: Type.Object(
      {
        workers: Type.Integer({ description: 'Workers that deliver to it.' }),
        cap: Type.Integer({ description: 'Attempts that they may have in flight together.' }),
        in_flight: Type.Integer(),
        waiting: Type.Integer({ description: 'Jobs that they hold in memory.' }),
        probing: Type.Boolean({
          description: 'Whether a worker makes one attempt at a time until the endpoint responds.',
        }),
        limited: Type.Boolean({ description: 'Whether jobs wait for the `rate_limit` of the integration.' }),
      },
      { description: 'The current concurrency, at most a second old.' },
    ),
    filtered: Type.Object(
      { count: Type.Integer(), last_at: NullableTime },
      { description: 'Observed events that its `filter` kept back since it was created, at most some seconds old.' },
    ),
  },
  { $id: 'IntegrationHealth' },
)
export type HealthResource = Static<typeof HealthResource>

/** Reads the health of an integration with six bounded statements. Throws `not_found`. */
export async function readHealth(
  { db, clock }: { db: Database; clock: Clock },
  owner: Owner,
  integration_id: string,
): Promise<HealthResource> {
  const integration = await readIntegrationState(db, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  const [attempts, backlog, lanes, filtered] = await Promise.all([
    readAttempts(db, integration_id, clock()),
    readBacklog(db, integration_id, clock()),
    readLanes(db, integration_id),
    readFiltered(db, integration_id),
  ])
  return {
    id: integration_id,
    type: 'integration-health',
    status: integration.enabled ? statusOf(attempts, lanes) : 'disabled',
    attempts: {
      count: attempts.count,
      success_rate: attempts.count === 0 ? null : attempts.succeeded / attempts.count,
      processing_time: { p50: attempts.p50, p95: attempts.p95, p99: attempts.p99 },
      last_succeeded_at: momentOf(attempts.last_succeeded),
      last_failed_at: momentOf(attempts.last_failed),
    },
    failing_since: integration.failing_since?.toISOString() ?? null,
    confirmation: confirmationOf(integration.integration_type, integration.configuration),
    backlog: { jobs: backlog.jobs, due: backlog.due, oldest_created_at: momentOf(backlog.oldest) },
    pace: {
      workers: lanes.length,
      cap: sum(lanes, 'cap'),
      in_flight: sum(lanes, 'in_flight'),
      waiting: sum(lanes, 'waiting'),
      probing: lanes.some((lane) => lane.probing),
      limited: lanes.some((lane) => lane.limited),
    },
    filtered: { count: filtered.events, last_at: filtered.last_at?.toISOString() ?? null },
  }
}

function statusOf(attempts: Attempts, lanes: readonly LaneState[]): HealthResource['status'] {
  if (lanes.some((lane) => lane.probing)) return 'failing'
  if (attempts.count === 0) return 'idle'
  if (attempts.succeeded === 0) return 'failing'
  return attempts.succeeded === attempts.count ? 'healthy' : 'degraded'
}

function sum(lanes: readonly LaneState[], name: 'cap' | 'in_flight' | 'waiting'): number {
  return lanes.reduce((total, lane) => total + lane[name], 0)
}

function momentOf(id: string | null): string | null {
  return id === null ? null : new Date(timeOfId(id)).toISOString()
}
