import { type Static, Type } from 'typebox'
import { query } from '../../db/pool.ts'
import type { Database, LaneState } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { lowestIdAt, timeOfId } from '../../kernel/ids.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { LEASED_AT_BIRTH, lowestInsertLease } from '../jobs/insert-leases.ts'

const Seconds = Type.Union([Type.Number(), Type.Null()])
const Moment = Type.Union([Type.String(), Type.Null()])

/** How an integration is doing, as the API shows it. */
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
      count: Type.Integer({ description: 'Attempts of the last hour, the latest 10,000 at most.' }),
      success_rate: Type.Union([Type.Number(), Type.Null()], { description: '0 to 1; null without attempts.' }),
      processing_time: Type.Object({ p50: Seconds, p95: Seconds, p99: Seconds }, { description: 'Seconds.' }),
      last_succeeded_at: Moment,
      last_failed_at: Moment,
    }),
    failing_since: Moment,
    backlog: Type.Object({
      jobs: Type.Integer({ description: 'Jobs that are not over; 10,000 stands for that many or more.' }),
      due: Type.Integer({ description: 'Of those, how many are due or being delivered.' }),
      oldest_created_at: Moment,
    }),
    pace: Type.Object(
      {
        workers: Type.Integer({ description: 'Workers that are busy with it.' }),
        cap: Type.Integer({ description: 'Attempts that they may have in flight, together.' }),
        in_flight: Type.Integer(),
        waiting: Type.Integer({ description: 'Jobs that they hold in memory.' }),
        probing: Type.Boolean({ description: 'Whether any attempts one at a time until the endpoint answers.' }),
      },
      { description: 'How it is treated at the moment, a second old at most.' },
    ),
  },
  { $id: 'IntegrationHealth' },
)
export type HealthResource = Static<typeof HealthResource>

const WINDOW = 3_600_000
const MOST_ATTEMPTS = 10_000
const MOST_BACKLOG = 10_000

/** Reads how an integration is doing: five statements, each bounded. Throws `not_found`. */
export async function readHealth(
  { db, clock }: { db: Database; clock: Clock },
  owner: Owner,
  integration_id: string,
): Promise<HealthResource> {
  const integration = await readIntegrationState(db, owner, integration_id)
  if (integration === undefined) throw notFound('integration')
  const [attempts, backlog, lanes] = await Promise.all([
    readAttempts(db, integration_id, clock()),
    readBacklog(db, integration_id, clock()),
    readLanes(db, integration_id),
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
    backlog: { jobs: backlog.jobs, due: backlog.due, oldest_created_at: momentOf(backlog.oldest) },
    pace: {
      workers: lanes.length,
      cap: sum(lanes, 'cap'),
      in_flight: sum(lanes, 'in_flight'),
      waiting: sum(lanes, 'waiting'),
      probing: lanes.some((lane) => lane.probing),
    },
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

async function readIntegrationState(db: Database, owner: Owner, id: string) {
  return db
    .selectFrom('integrations')
    .leftJoin('integration_states', 'integration_states.integration_id', 'integrations.id')
    .select(['enabled', 'failing_since'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId(owner))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

type Attempts = {
  count: number
  succeeded: number
  p50: number | null
  p95: number | null
  p99: number | null
  last_succeeded: string | null
  last_failed: string | null
}

async function readAttempts(db: Database, integration_id: string, now: number): Promise<Attempts> {
  const rows = await query<Attempts>(
    db,
    `select count(*) as count, count(*) filter (where succeeded) as succeeded,
            percentile_cont(0.5) within group (order by processing_time) as p50,
            percentile_cont(0.95) within group (order by processing_time) as p95,
            percentile_cont(0.99) within group (order by processing_time) as p99,
            max(id::text) filter (where succeeded) as last_succeeded,
            max(id::text) filter (where not succeeded) as last_failed
       from (select id, succeeded, processing_time from logs
              where integration_id = $1 and id >= $2 order by id desc limit ${MOST_ATTEMPTS}) as latest`,
    [integration_id, lowestIdAt(now - WINDOW)],
  )
  const [attempts] = rows
  if (attempts === undefined) throw new Error('An aggregate answered no row.')
  return attempts
}

async function readBacklog(db: Database, integration_id: string, now: number) {
  const rows = await query<{ jobs: number; due: number; oldest: string | null }>(
    db,
    `select count(*) as jobs, count(*) filter (where status = 'delivering' or next_at <= $2) as due,
            min(id::text) as oldest
       from ((select id, status, next_at from jobs
               where integration_id = $1 and next_at is not null limit ${MOST_BACKLOG})
             union all
             (select id, status, next_at from jobs
               where integration_id = $1 and lease_until is not null limit ${MOST_BACKLOG})
             union all
             (select id, status, next_at from jobs
               where integration_id = $1 and id >= $3 and ${LEASED_AT_BIRTH}
               order by id limit ${MOST_BACKLOG})
             limit ${MOST_BACKLOG}) as unfinished`,
    [integration_id, new Date(now), await lowestInsertLease(db)],
  )
  return rows[0] ?? { jobs: 0, due: 0, oldest: null }
}

async function readLanes(db: Database, integration_id: string): Promise<LaneState[]> {
  const rows = await query<{ lane: LaneState }>(
    db,
    `select lanes -> $1::text as lane from workers where lanes ? $1::text`,
    [integration_id],
  )
  return rows.map((row) => row.lane)
}
