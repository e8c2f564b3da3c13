import { Type } from 'typebox'
import { describeEventType, type EventTypeDescription, eventTypes } from '../event-types/catalog.ts'
import type { ListDefinition, ListRequest } from '../kernel/lists/list.ts'

/** One observable event key, as the API lists it. */
export const EventTypeResource = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('event-type'),
    key: Type.String({ examples: ['order.paid'] }),
    entity: Type.String(),
    level: Type.Enum(['Store', 'Store, Organization']),
    origin: Type.Enum(['store', 'outside'], {
      description: 'Whether this store emits it, or only producers outside publish it.',
    }),
    description: Type.String({ description: 'When it is emitted.' }),
    payload: Type.Unknown({ description: 'JSON Schema of the payload.' }),
    sample: Type.Unknown({ description: 'A payload, complete and realistic.' }),
  },
  { $id: 'EventType' },
)

/** They are a fixed list, and all of them fit on a page. */
export const eventTypeList: ListDefinition = {
  fields: { id: { kind: 'text', column: 'id', operators: [], sortable: false } },
  default_sort: 'id',
  max_offset: null,
}

/** The keys that no page length cuts: a page of them is whole unless the caller asks for less. */
export const MOST_EVENT_TYPES = 100

export function listEventTypes({ limit, offset }: ListRequest) {
  const rows = eventTypes.slice(offset, offset + limit).map(describeEventType)
  const total = { total: eventTypes.length, total_method: 'exact' as const }
  return { rows: rows satisfies EventTypeDescription[], total, more: offset + limit < eventTypes.length }
}
