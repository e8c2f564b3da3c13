import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, Time, Timestamps, ToOne } from '../../kernel/schemas.ts'
import type { JobRow } from '../jobs/read.ts'

const STATUSES = ['pending', 'delivering', 'succeeded', 'failed', 'cancelled'] as const

/** Job in API responses: one event for one integration. */
export const JobResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('integration-job'),
    status: Type.Enum(STATUSES),
    attempts: Type.Integer({ description: 'Attempts that were made or are in flight.' }),
    next_attempt_at: Type.Union([Time, Type.Null()], { description: 'Null unless the job is pending.' }),
    replay_id: Type.Union([Type.String(), Type.Null()], { description: 'The replay that created it; null for none.' }),
    run_id: Type.Union([Type.String(), Type.Null()], { description: 'The last run that changed it; null for none.' }),
    event: Type.Object({ id: Id, triggered_by: Type.String() }),
    relationships: Type.Object({ integration: ToOne('integration') }),
    links: Type.Object({ self: Type.String(), logs: Type.String() }),
    meta: Type.Object({ timestamps: Timestamps }),
  },
  { $id: 'IntegrationJob' },
)
export type JobResource = Static<typeof JobResource>

export const failing_conditions = Type.Array(Type.String(), {
  description: 'The conditions of the filter that the sample does not meet. Empty: such an event is delivered.',
})

/** Job of a test, which is created whatever the filter of the integration. */
export const TestedJob = Type.Object({ ...JobResource.properties, failing_conditions }, { $id: 'IntegrationTestJob' })
export type TestedJob = Static<typeof TestedJob>

/** Sortable only by indexed columns, because an integration has millions of jobs. */
export const jobList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    updated_at: { kind: 'time', column: 'updated_at', sortable: false },
    status: { kind: 'choice', choices: STATUSES, column: 'status', sortable: false },
    attempts: { kind: 'integer', column: 'attempts', sortable: false },
    event_id: { kind: 'uuid', column: 'event_id', sortable: false },
    triggered_by: { kind: 'text', column: 'triggered_by', sortable: false },
    replay_id: { kind: 'uuid', column: 'replay_id', nullable: true, sortable: false },
    run_id: { kind: 'uuid', column: 'run_id', nullable: true, sortable: false },
  },
  default_sort: '-created_at',
  max_offset: null,
}

/** Jobs of a whole store or organization, filterable by integration. */
export const ownedJobList: ListDefinition = {
  ...jobList,
  fields: { ...jobList.fields, integration_id: { kind: 'uuid', column: 'integration_id', sortable: false } },
}

/** Fields without an index: a filter by them scans all jobs of a time range. */
export const UNINDEXED_JOB_FIELDS = {
  status: { column: 'status' },
  attempts: { column: 'attempts' },
  updated_at: { column: 'updated_at' },
  event_id: { column: 'event_id' },
  triggered_by: { column: 'triggered_by' },
  replay_id: { column: 'replay_id' },
} as const

/** `base_url` ends in `/v2`. */
export function presentJob(row: JobRow, base_url: string): JobResource {
  const self = `${base_url}/integrations/${row.integration_id}/jobs/${row.id}`
  return {
    id: row.id,
    type: 'integration-job',
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.status === 'pending' ? (row.next_at?.toISOString() ?? null) : null,
    replay_id: row.replay_id,
    run_id: row.run_id,
    event: { id: row.event_id, triggered_by: row.triggered_by },
    relationships: { integration: { data: { type: 'integration', id: row.integration_id } } },
    links: { self, logs: `${self}/logs` },
    meta: {
      timestamps: { created_at: isoTime(timeOfId(row.id)), updated_at: row.updated_at.toISOString() },
    },
  }
}
