import { Type } from 'typebox'
import { type EventSource, type EventType, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, timestamps } from './nouns.ts'

/** The literal first half of a custom API entry's keys; each custom API has its own, dynamic one beside it. */
export const CUSTOM_API_PREFIX = 'customAPIEntryType'

/** What the type of a custom API looks like. */
export const API_TYPE = /^[a-z0-9_]{1,59}_ext$/

/** Whether the text is the type of a custom API's entries, such as `wishlist_ext`. */
export function isApiType(text: string): boolean {
  return API_TYPE.test(text)
}

const DESCRIPTIONS = {
  created: 'Fires when an entry of a custom API is created; `data.type` says which API.',
  updated: 'Fires when an entry of a custom API changes; `data.type` says which API.',
  deleted: 'Fires when an entry of a custom API is deleted; `type` says which API.',
}

export const customApiEntryEvents = eventsOf(entrySource(CUSTOM_API_PREFIX, 'wishlist_ext'), DESCRIPTIONS)

/** The event types with the dynamic keys of one custom API, such as `wishlist_ext.created`. */
export function customApiEventsOf(api_type: string): EventType[] {
  return eventsOf(entrySource(api_type, api_type), {
    created: `Fires when an entry of the custom API ${api_type} is created.`,
    updated: `Fires when an entry of the custom API ${api_type} changes.`,
    deleted: `Fires when an entry of the custom API ${api_type} is deleted.`,
  })
}

function entryPayload(prefix: string) {
  const type =
    prefix === CUSTOM_API_PREFIX
      ? Type.String({ pattern: API_TYPE.source, description: "The custom API's `api_type`." })
      : Type.String({ const: prefix })
  const members = { type, id: Id, links: Links, meta: Meta }
  const description =
    "An entry, with the custom API's own fields beside these; fields marked as sensitive are left out."
  return Type.Object({ data: Type.Object(members, { additionalProperties: true, description }) })
}

function entrySource(prefix: string, api_type: string): EventSource<ReturnType<typeof entryPayload>> {
  return {
    entity: 'Custom API entry',
    prefix,
    level: 'store',
    origin: 'store',
    payload: entryPayload(prefix),
    sample: (source, occasion) => ({
      data: {
        type: api_type,
        id: source.id,
        name: 'Birthday',
        public: false,
        links: links(source, `/extensions/${api_type.slice(0, -'_ext'.length)}/${source.id}`),
        meta: { timestamps: timestamps(source, occasion) },
      },
    }),
  }
}
