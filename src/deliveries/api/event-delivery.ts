import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import { Id, Time } from '../../kernel/schemas.ts'
import type { LastAttempt } from '../jobs/waiting.ts'
import { NO_JOB_REASONS, OUTCOMES } from '../rules/explain.ts'
import type { EventDelivery } from './explain-event.ts'

const NullableTime = Type.Union([Time, Type.Null()])

export const LastAttemptResource = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of its log.' }),
    succeeded: Type.Boolean(),
    status_code: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
    error_detail: Type.String({ description: 'Why it failed; empty when it succeeded.' }),
    created_at: Time,
  },
  { title: 'LastAttempt' },
)

export const EventDeliveryResource = Type.Object(
  {
    type: Type.Literal('event-delivery'),
    integration: Type.Object({
      id: Id,
      name: Type.String(),
      integration_type: Type.String(),
      deleted_at: NullableTime,
    }),
    outcome: Type.Enum([...OUTCOMES], { description: '`none`: there is no job, for the `reason`.' }),
    reason: Type.Union([Type.Enum([...NO_JOB_REASONS], { type: 'string' }), Type.Null()], {
      description:
        'Why no job was created with the event; null if one was. `disabled`, `filtered` and `not_observed` are as it was ' +
        'then; `observed_later`: it observes the key now, but did not then. `unknown`: this was not recorded.',
    }),
    detail: Type.Union([Type.String(), Type.Null()], { description: 'The reason as a sentence.' }),
    since: Type.Union([Time, Type.Null()], { description: 'When the integration was disabled, created or deleted.' }),
    job: Type.Union(
      [
        Type.Object({
          id: Id,
          status: Type.String(),
          attempts: Type.Integer(),
          next_attempt_at: NullableTime,
          replay_id: Type.Union([Id, Type.Null()], { description: 'The replay that created it.' }),
        }),
        Type.Null(),
      ],
      { description: 'The job that decides the outcome: a delivered one, else an unfinished one, else the latest.' },
    ),
    replays: Type.Integer({ description: 'Number of jobs that replays of the event created for the integration.' }),
    last_attempt: Type.Union([LastAttemptResource, Type.Null()], { description: 'Of that job.' }),
    links: Type.Object({ job: Type.Optional(Type.String({ format: 'uri' })) }),
  },
  { $id: 'EventDelivery' },
)
export type EventDeliveryResource = Static<typeof EventDeliveryResource>

export function presentLastAttempt(attempt: LastAttempt): Static<typeof LastAttemptResource> {
  const { id, succeeded, status_code, error_detail } = attempt
  return { id, succeeded, status_code, error_detail: error_detail ?? '', created_at: isoTime(timeOfId(id)) }
}

/** `base_url` ends in `/v2`. */
export function presentDelivery(delivery: EventDelivery, base_url: string): EventDeliveryResource {
  const { integration, outcome, no_job, job, replays, last_attempt } = delivery
  const { id, name, integration_type, deleted_at } = integration
  const since = no_job?.since ?? null
  return {
    type: 'event-delivery',
    integration: { id, name, integration_type, deleted_at: deleted_at?.toISOString() ?? null },
    outcome,
    reason: no_job?.reason ?? null,
    detail: no_job?.detail ?? null,
    since: since === null ? null : isoTime(since),
    job: job && {
      id: job.id,
      status: job.status,
      attempts: job.attempts,
      next_attempt_at: job.status === 'pending' ? (job.next_at?.toISOString() ?? null) : null,
      replay_id: job.replay_id,
    },
    replays,
    last_attempt: last_attempt && presentLastAttempt(last_attempt),
    links: job === null ? {} : { job: `${base_url}/integrations/${id}/jobs/${job.id}` },
  }
}
