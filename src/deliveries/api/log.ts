import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition, ListField } from '../../kernel/lists/list.ts'
import { Id, Links, Time, ToOne } from '../../kernel/schemas.ts'
import type { LogRow } from '../jobs/read.ts'

const Headers = Type.Record(Type.String(), Type.String())
const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** One attempt to deliver a job, in API responses. */
export const LogResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('integration-log'),
    succeeded: Type.Boolean(),
    attempt: Type.Integer({ description: 'Number of the attempt, from 1.' }),
    processing_time: Type.Number({ description: 'Seconds from the start to the end of the exchange.' }),
    status_code: Nullable(Type.Integer({ description: 'Status of the response; null without a response.' })),
    error_detail: Type.String({ description: 'Why the attempt failed; empty when it succeeded.' }),
    request: Type.Object(
      { headers: Headers },
      { title: 'LoggedRequest', description: 'What was sent, secrets removed.' },
    ),
    response: Type.Object({ headers: Nullable(Headers) }, { title: 'LoggedResponse' }),
    body: Nullable(Type.String({ description: 'Body of the response, at most 64 KiB; null without a response.' })),
    body_truncated: Type.Boolean({ description: 'Whether the response was longer than what was read.' }),
    event: Nullable(
      Type.Object(
        { id: Id, triggered_by: Type.String() },
        { description: 'Null once the job is past the retention.', title: 'EventOfJob' },
      ),
    ),
    relationships: Type.Object({
      integration: ToOne('integration'),
      job: ToOne('integration-job'),
    }),
    links: Links,
    meta: Type.Object({ timestamps: Type.Object({ created_at: Time }) }),
  },
  { $id: 'IntegrationLog' },
)
export type LogResource = Static<typeof LogResource>

/** Fields of the job: filters by these fields need a time range. */
export const EVENT_FIELDS = {
  event_id: { kind: 'uuid', column: 'event_id', sortable: false },
  triggered_by: { kind: 'text', column: 'triggered_by', sortable: false },
} as const satisfies Record<string, ListField>

/** Sortable only by indexed columns, because a store has millions of logs. */
export const logList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    integration_id: { kind: 'uuid', column: 'integration_id', sortable: false },
    job_id: { kind: 'uuid', column: 'job_id', sortable: false },
    succeeded: { kind: 'boolean', column: 'succeeded', sortable: false },
    attempt: { kind: 'integer', column: 'attempt', sortable: false },
    status_code: { kind: 'integer', column: 'status_code', nullable: true, sortable: false },
    processing_time: { kind: 'number', column: 'processing_time', sortable: false },
    error_detail: { kind: 'text', column: 'error_detail', nullable: true, sortable: false },
    ...EVENT_FIELDS,
  },
  default_sort: '-created_at',
  max_offset: null,
}

/** `base_url` ends in `/v2`. */
export function presentLog(row: LogRow, base_url: string): LogResource {
  return {
    id: row.id,
    type: 'integration-log',
    succeeded: row.succeeded,
    attempt: row.attempt,
    processing_time: row.processing_time,
    status_code: row.status_code,
    error_detail: row.error_detail ?? '',
    request: { headers: JSON.parse(row.request_headers) },
    response: { headers: row.response_headers && JSON.parse(row.response_headers) },
    body: row.body,
    body_truncated: row.body_truncated,
    event: row.event && { id: row.event.event_id, triggered_by: row.event.triggered_by },
    ...frameOfLog(row, base_url),
  }
}

/** Members that every representation of a log shares. `base_url` ends in `/v2`. */
export function frameOfLog(
  { id, integration_id, job_id }: Pick<LogRow, 'id' | 'integration_id' | 'job_id'>,
  base_url: string,
): Pick<LogResource, 'relationships' | 'links' | 'meta'> {
  return {
    relationships: {
      integration: { data: { type: 'integration', id: integration_id } },
      job: { data: { type: 'integration-job', id: job_id } },
    },
    links: { self: `${base_url}/integrations/${integration_id}/logs/${id}` },
    meta: { timestamps: { created_at: isoTime(timeOfId(id)) } },
  }
}
