import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Links, Time, Timestamps } from '../../kernel/schemas.ts'
import type { JobRunRow } from './store.ts'

/** Jobs per second that a run retries by default. */
export const DEFAULT_RATE = 200
const MAX_RATE = 5_000
/** Jobs, or integrations, that one run can name. */
export const MAX_NAMED = 1_000

const ACTIONS = ['retry', 'cancel'] as const
const Action = Type.Enum(ACTIONS, {
  description:
    '`retry`: makes jobs due now and starts their retry schedules over, as `RetryJob` does. `cancel`: cancels pending jobs.',
})

const Ids = (description: string) =>
  Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: MAX_NAMED, description })

export const JobRunCreate = Type.Object({
  type: ImpliedType('integration-job-run'),
  action: Action,
  job_ids: Type.Optional(Ids('Jobs to change. Default: all jobs of the integrations that match the other members.')),
  integration_ids: Type.Optional(Ids('Default: all integrations of the owner.')),
  statuses: Type.Optional(
    Type.Array(Type.Enum(['failed', 'cancelled']), {
      minItems: 1,
      description: 'Jobs to retry. Default: `failed`. Only pending jobs are cancelled.',
    }),
  ),
  keys: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, description: 'Event keys, or patterns such as `order.*`. Default: all.' }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Jobs created from this moment on.' })),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Jobs created before this moment. Default: now.' }),
  ),
  rate: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RATE,
      description: `Maximum number of jobs per second to retry. Default: ${DEFAULT_RATE}.`,
    }),
  ),
})
export type JobRunCreate = Static<typeof JobRunCreate>

const Total = Type.Object(
  {
    count: Type.Integer(),
    method: Type.Enum(['exact', 'lower_bound'], {
      description: '`lower_bound`: at least this many; not all were counted.',
    }),
  },
  { description: 'Jobs that matched when it was created.' },
)

export const JobRunPreview = Type.Object(
  {
    type: Type.Literal('integration-job-run-preview'),
    action: Action,
    total: Total,
    integrations: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        enabled: Type.Boolean({ description: 'Jobs of a disabled one are not retried.' }),
        ordered: Type.Boolean({ description: 'Whether deliveries of one resource wait for each other.' }),
        count: Type.Integer(),
      }),
      { description: 'The integrations with matching jobs.' },
    ),
  },
  { $id: 'IntegrationJobRunPreview' },
)
export type JobRunPreview = Static<typeof JobRunPreview>

const STATUSES = ['running', 'paused', 'completed', 'cancelled'] as const
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const JobRunResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('integration-job-run'),
    action: Action,
    status: Type.Enum(STATUSES),
    job_ids: Nullable(Type.Array(Id)),
    integration_ids: Type.Array(Id, { description: 'Empty when the jobs are named.' }),
    statuses: Type.Array(Type.String()),
    keys: Nullable(Type.Array(Type.String())),
    from: Time,
    to: Time,
    rate: Type.Integer(),
    total: Total,
    progress: Type.Object({
      scanned: Type.Integer({ description: 'Jobs that were examined.' }),
      changed: Type.Integer({
        description:
          'Jobs that were retried or cancelled. `filter=eq(run_id,…)` on the jobs of an integration lists them.',
      }),
      skipped: Type.Record(Type.String(), Type.Integer(), {
        description:
          'Matching jobs that could not be changed, by reason: `integration_disabled`, `delivering`, `expired` (the one-time ' +
          'password of the event), `over` (nothing to cancel), `gone` (deleted since).',
      }),
      part: Type.Number({ description: 'The part that is done, 0 to 1; an estimate until it is completed.' }),
    }),
    links: Links,
    meta: Type.Object({
      timestamps: Type.Object({ ...Timestamps.properties, finished_at: Nullable(Time) }),
    }),
  },
  { $id: 'IntegrationJobRun' },
)
export type JobRunResource = Static<typeof JobRunResource>

export const jobRunList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    updated_at: { kind: 'time', column: 'updated_at' },
    status: { kind: 'choice', choices: STATUSES, column: 'status' },
    action: { kind: 'choice', choices: ACTIONS, column: 'action' },
  },
  default_sort: '-created_at',
  max_offset: null,
}

/** `base_url` ends in `/v2`. */
export function presentJobRun(row: JobRunRow, base_url: string): JobRunResource {
  const { id, action, status, job_ids, integration_ids, statuses, keys, rate, scanned, changed, skipped } = row
  return {
    id,
    type: 'integration-job-run',
    action,
    status,
    job_ids,
    integration_ids,
    statuses,
    keys,
    from: row.from_time.toISOString(),
    to: row.to_time.toISOString(),
    rate,
    total: presentTotal(row),
    progress: { scanned, changed, skipped, part: partOf(row) },
    links: { self: `${base_url}/integrations/job-runs/${id}` },
    meta: {
      timestamps: {
        created_at: isoTime(timeOfId(id)),
        updated_at: row.updated_at.toISOString(),
        finished_at: row.finished_at?.toISOString() ?? null,
      },
    },
  }
}

export function presentTotal({ total, is_total_exact }: Pick<JobRunRow, 'total' | 'is_total_exact'>) {
  return { count: total, method: is_total_exact ? ('exact' as const) : ('lower_bound' as const) }
}

/** Progress, 0 to 1. Stays below 1 until the run is over, because the total may be a lower bound. */
function partOf({ status, total, changed, skipped }: JobRunRow): number {
  if (status === 'completed') return 1
  const done = changed + Object.values(skipped).reduce((sum, count) => sum + count, 0)
  return Math.min(0.999, Math.round((done / Math.max(1, total)) * 1000) / 1000)
}
