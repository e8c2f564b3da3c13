import { type Static, Type } from 'typebox'
import { isoTime } from '../kernel/clock.ts'
import { timeOfId } from '../kernel/ids.ts'
import type { ListDefinition } from '../kernel/lists/list.ts'
import { ownerOf } from '../kernel/owner.ts'
import { Id, Links, Time } from '../kernel/schemas.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Accepted } from './ingest.ts'
import { shownPayload } from './sealed.ts'
import type { EventRow } from './store.ts'

const frame = {
  id: Id,
  type: Type.Literal('event'),
  triggered_by: Type.String(),
  external_id: Type.Union([Type.String(), Type.Null()], { description: "The producer's own id." }),
  links: Links,
  meta: Type.Object({ timestamps: Type.Object({ created_at: Time }) }),
}

export const AcceptedResource = Type.Object(frame, { $id: 'AcceptedEvent' })

export const EventResource = Type.Object(
  {
    ...frame,
    resource_version: Type.Union([Type.Integer(), Type.Null()]),
    payload: Type.Unsafe<unknown>({
      type: 'object',
      additionalProperties: true,
      description: 'The affected resources, as they were then; a one-time password is masked.',
    }),
    org_id: Id,
    store_id: Type.Optional(Type.String({ format: 'uuid', description: 'Absent at organization level.' })),
  },
  { $id: 'Event' },
)
export type EventResource = Static<typeof EventResource>

/** Sortable only by indexed columns and by the versions of one resource, because a store has millions of events. */
export const eventList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    triggered_by: { kind: 'text', column: 'triggered_by', sortable: false },
    external_id: { kind: 'text', column: 'external_id', nullable: true, sortable: false },
    resource_version: { kind: 'integer', column: 'resource_version', nullable: true },
    resource_id: { kind: 'json_text', column: 'payload', paths: [['data', 'id'], ['id']], sortable: false },
    resource_type: { kind: 'json_text', column: 'payload', paths: [['data', 'type'], ['type']], sortable: false },
  },
  default_sort: '-created_at',
  max_offset: null,
}

export function presentAccepted(accepted: Accepted, base_url: string): Static<typeof AcceptedResource> {
  return {
    id: accepted.id,
    type: 'event',
    triggered_by: accepted.triggered_by,
    external_id: accepted.external_id,
    links: { self: `${base_url}/events/${accepted.id}` },
    meta: { timestamps: { created_at: isoTime(timeOfId(accepted.id)) } },
  }
}

export function presentEvent(
  row: EventRow,
  { base_url, cipher }: { base_url: string; cipher: Pick<Cipher, 'open'> },
): EventResource {
  const { store_id } = ownerOf(row)
  return {
    ...presentAccepted(row, base_url),
    resource_version: row.resource_version,
    payload: shownPayload(cipher, row),
    org_id: row.organization_id,
    ...(store_id !== null && { store_id }),
  }
}
