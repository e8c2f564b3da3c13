import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Links, Time, Timestamps, ToOne } from '../../kernel/schemas.ts'
import type { ReplayRow } from './store.ts'

/** Default number of events per second that a replay enqueues. @operator */
export const DEFAULT_RATE = 200
const MAX_RATE = 5_000

/** Maximum number of events that one replay can name. @operator */
const MAX_EVENTS = 100

const SELECTIONS = ['all', 'failed', 'cancelled', 'missed'] as const

const Selection = Type.Enum(SELECTIONS, {
  description:
    '`all`: every event of the time range with one of the keys that the `filter` of the target lets pass, also from before ' +
    'the integration existed. `failed`: only what failed for this integration. `cancelled`: events whose job of this ' +
    'integration was cancelled, and which it did not get otherwise. `missed`: events that it observes now and has no job of, ' +
    'as it was disabled or did not observe them. With the last two, nothing is enqueued twice, however often it is replayed.',
})

export const ReplayCreate = Type.Object({
  type: ImpliedType('integration-replay'),
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Events from this moment on. Required without `event_ids`.' }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Events before this moment. Default: now.' })),
  event_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: MAX_EVENTS,
      description:
        'Only these events, instead of those of a time range. With them, `selection` is `all` by default and may be `missed`, ' +
        'and `keys` are `*` by default.',
    }),
  ),
  selection: Type.Optional(Selection),
  keys: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      description: 'Event keys, or patterns such as `order.*`. Default: those that the integration observes.',
    }),
  ),
  target_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'The integration that is delivered to. Default: this one.' }),
  ),
  rate: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RATE,
      description: `Maximum number of events per second. Default: ${DEFAULT_RATE}.`,
    }),
  ),
})
export type ReplayCreate = Static<typeof ReplayCreate>

export const ReplayPreview = Type.Object(
  {
    type: Type.Literal('integration-replay-preview'),
    selection: Selection,
    keys: Type.Array(Type.String()),
    from: Time,
    to: Time,
    total: Type.Object(
      {
        count: Type.Integer(),
        method: Type.Enum(['exact', 'lower_bound'], {
          description: '`lower_bound`: at least this many; not all events were examined.',
        }),
      },
      { description: 'Jobs that it would create.' },
    ),
    scanned: Type.Integer({ description: 'Events, or jobs, that were examined.' }),
    reached: Type.String({
      format: 'date-time',
      description: 'Time up to which events were examined; `to` if all were.',
    }),
  },
  { $id: 'IntegrationReplayPreview' },
)
export type ReplayPreview = Static<typeof ReplayPreview>

const STATUSES = ['running', 'paused', 'completed', 'cancelled'] as const
const One = ToOne('integration')

export const ReplayResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('integration-replay'),
    status: Type.Enum(STATUSES),
    status_detail: Type.Union([Type.String(), Type.Null()], { description: 'Why the service paused or ended it.' }),
    selection: Selection,
    keys: Type.Array(Type.String()),
    event_ids: Type.Union([Type.Array(Id), Type.Null()], { description: 'Null for those of the time range.' }),
    from: Time,
    to: Time,
    rate: Type.Integer(),
    progress: Type.Object({
      scanned: Type.Integer({ description: 'Events, or failed jobs, that were examined.' }),
      enqueued: Type.Integer({
        description: 'Jobs created. `filter=eq(replay_id,…)` on the jobs of the target lists them.',
      }),
      reached: Type.String({ format: 'date-time', description: 'The time up to which events were processed.' }),
      part: Type.Number({ description: 'The part of the time range that is done, 0 to 1.' }),
    }),
    relationships: Type.Object({ integration: One, target: One }),
    links: Links,
    meta: Type.Object({
      timestamps: Type.Object({
        ...Timestamps.properties,
        finished_at: Type.Union([Time, Type.Null()]),
      }),
    }),
  },
  { $id: 'IntegrationReplay' },
)
export type ReplayResource = Static<typeof ReplayResource>

export const replayList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    updated_at: { kind: 'time', column: 'updated_at' },
    status: { kind: 'choice', choices: STATUSES, column: 'status' },
    selection: { kind: 'choice', choices: SELECTIONS, column: 'selection' },
    target_id: { kind: 'uuid', column: 'target_id' },
  },
  default_sort: '-created_at',
  max_offset: null,
}

/** `base_url` ends in `/v2`. */
export function presentReplay(row: ReplayRow, base_url: string): ReplayResource {
  const [from, to] = [row.from_time.getTime(), row.to_time.getTime()]
  const reached = row.status === 'completed' ? to : Math.min(to, Math.max(from, timeOfId(row.position)))
  const integration = (id: string) => ({ data: { type: 'integration' as const, id } })
  return {
    id: row.id,
    type: 'integration-replay',
    status: row.status,
    status_detail: row.status_detail,
    selection: row.selection,
    keys: row.keys,
    event_ids: row.event_ids,
    from: isoTime(from),
    to: isoTime(to),
    rate: row.rate,
    progress: {
      scanned: row.scanned,
      enqueued: row.enqueued,
      reached: isoTime(reached),
      part: Math.round(((reached - from) / Math.max(1, to - from)) * 1000) / 1000,
    },
    relationships: { integration: integration(row.integration_id), target: integration(row.target_id) },
    links: { self: `${base_url}/integrations/${row.integration_id}/replays/${row.id}` },
    meta: {
      timestamps: {
        created_at: isoTime(timeOfId(row.id)),
        updated_at: row.updated_at.toISOString(),
        finished_at: row.finished_at?.toISOString() ?? null,
      },
    },
  }
}
