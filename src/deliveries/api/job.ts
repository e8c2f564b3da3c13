import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/list.ts'

const STATUSES = ['pending', 'delivering', 'succeeded', 'failed', 'cancelled'] as const

/** One event for one integration, as the API shows it. */
export const JobResource = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.Literal('integration-job'),
    status: Type.Enum(STATUSES),
    attempts: Type.Integer({ description: 'Attempts made or under way.' }),
    next_attempt_at: Type.Union([Type.String(), Type.Null()], { description: 'Null unless the job is pending.' }),
    replay_id: Type.Union([Type.String(), Type.Null()], { description: 'The replay that made it; null for none.' }),
    event: Type.Object({ id: Type.String({ format: 'uuid' }), triggered_by: Type.String() }),
    relationships: Type.Object({
      integration: Type.Object({ data: Type.Object({ type: Type.Literal('integration'), id: Type.String() }) }),
    }),
    links: Type.Object({ logs: Type.String() }),
    meta: Type.Object({ timestamps: Type.Object({ created_at: Type.String(), updated_at: Type.String() }) }),
  },
  { $id: 'IntegrationJob' },
)
export type JobResource = Static<typeof JobResource>

/** Only what an index orders can be sorted by: an integration has millions of jobs. */
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
  },
  default_sort: '-created_at',
  max_offset: null,
}

export type JobRow = Selectable<Tables['jobs']>

/** `base_url` ends in `/v2`. */
export function presentJob(row: JobRow, base_url: string): JobResource {
  return {
    id: row.id,
    type: 'integration-job',
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.status === 'pending' ? (row.next_at?.toISOString() ?? null) : null,
    replay_id: row.replay_id,
    event: { id: row.event_id, triggered_by: row.triggered_by },
    relationships: { integration: { data: { type: 'integration', id: row.integration_id } } },
    links: { logs: `${base_url}/integrations/${row.integration_id}/jobs/${row.id}/logs` },
    meta: {
      timestamps: { created_at: isoTime(timeOfId(row.id)), updated_at: row.updated_at.toISOString() },
    },
  }
}
