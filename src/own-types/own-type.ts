import { type Static, Type } from 'typebox'
import { describeEventType, type EventTypeDescription } from '../event-types/catalog.ts'
import type { EventType } from '../event-types/event-type.ts'
import { isoTime } from '../kernel/clock.ts'
import type { ListDefinition } from '../kernel/lists/list.ts'
import { ImpliedType, Links, Timestamps } from '../kernel/schemas.ts'
import type { OwnTypeRow } from './store.ts'

/** Maximum size of the schema of an own event type, and of its sample, in bytes of JSON. @operator */
export const MAX_SIZE_BYTES = 65_536

const Key = Type.String({ examples: ['order.paid'] })

/** An event type in API responses, built in or declared by a store. */
export const EventTypeResource = Type.Object(
  {
    id: Key,
    type: Type.Literal('event-type'),
    key: Key,
    entity: Type.String({
      description: 'The resource that it reports on; for an own type, its key without the action.',
    }),
    level: Type.Enum(['Store', 'Store, Organization'], { title: 'EventTypeLevel' }),
    origin: Type.Enum(['store', 'outside'], {
      title: 'EventTypeOrigin',
      description: 'Whether this store emits it, or only outside producers publish it.',
    }),
    declared_by: Type.Enum(['tidings', 'store'], {
      title: 'EventTypeDeclaredBy',
      description: "`tidings`: built in, the same in every store. `store`: the store's own, which it can change.",
    }),
    description: Type.String({ description: 'When it is emitted.' }),
    payload: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the payload.' }),
    sample: Type.Object({}, { additionalProperties: true, description: 'A payload, complete and realistic.' }),
    links: Links,
    meta: Type.Optional(Type.Object({ timestamps: Timestamps }, { description: 'Of an own type.' })),
  },
  { $id: 'EventTypeDefinition' },
)
export type EventTypeResource = Static<typeof EventTypeResource>

export const EventTypePut = Type.Object({
  type: ImpliedType('event-type'),
  description: Type.Optional(Type.String({ maxLength: 1000, description: 'When it is published. Default: empty.' })),
  payload: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'JSON Schema, draft 2020-12 or draft-07 (`$schema` says which), of the whole payload; at most 64 KiB, with ' +
          'references within itself only. It informs readers: events are published whether or not they satisfy it. ' +
          'Default: the frame that every payload must have.',
      },
    ),
  ),
  sample: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'A payload that satisfies the schema: `{data, included?}`, or `{type, id}` for a key that ends in `.deleted`; ' +
        'at most 64 KiB. Test deliveries send it as it is.',
    },
  ),
})
export type EventTypePut = Static<typeof EventTypePut>

export const EventTypeIdentifier = Type.Object({ id: Key, type: Type.Literal('event-type') })

/** Built-in types come first, then own types by key, so sorting and filters are not supported. */
export const eventTypeList: ListDefinition = {
  fields: { id: { kind: 'text', column: 'id', operators: [], sortable: false } },
  default_sort: 'id',
  max_offset: null,
}

/** `base_url` ends in `/v2`. */
export function presentBuiltIn(type: EventType, base_url: string): EventTypeResource {
  const described: EventTypeDescription = describeEventType(type)
  return { ...described, declared_by: 'tidings', links: { self: addressOfType(type.key, base_url) } }
}

export function presentOwn(row: OwnTypeRow, base_url: string): EventTypeResource {
  const { key, description, payload, sample, created_at, updated_at } = row
  return {
    id: key,
    type: 'event-type',
    key,
    entity: key.slice(0, key.lastIndexOf('.')),
    level: 'Store',
    origin: 'outside',
    declared_by: 'store',
    description,
    payload,
    sample,
    links: { self: addressOfType(key, base_url) },
    meta: { timestamps: { created_at: isoTime(created_at.getTime()), updated_at: isoTime(updated_at.getTime()) } },
  }
}

function addressOfType(key: string, base_url: string): string {
  return `${base_url}/events/types/${key}`
}
