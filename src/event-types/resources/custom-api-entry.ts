import { type TString, Type } from 'typebox'
import { Id, Links, Timestamps } from '../../kernel/schemas.ts'
import { type EventSource, type EventType, eventsOf } from '../event-type.ts'
import { links, timestamps } from '../samples.ts'

/** The literal first half of the keys of custom API entries; each custom API also has dynamic keys of its own. */
export const CUSTOM_API_PREFIX = 'customAPIEntryType'

export const API_TYPE = /^[a-z0-9_]{1,59}_ext$/

/** True for the type of a custom API's entries, such as `wishlist_ext`. */
export function isApiType(text: string): boolean {
  return API_TYPE.test(text)
}

/** An entry of any custom API, without the fields that its API declares. */
export const CustomApiEntry = entrySchema(
  Type.String({ pattern: API_TYPE.source, description: "The custom API's `api_type`." }),
)

export const customApiEntryEvents = eventsOf({
  ...entrySource(CUSTOM_API_PREFIX, 'wishlist_ext', CustomApiEntry),
  actions: {
    created: 'Emitted when an entry of a custom API is created; `data.type` says which API.',
    updated: 'Emitted when an entry of a custom API changes; `data.type` says which API.',
    deleted: 'Emitted when an entry of a custom API is deleted; `type` says which API.',
  },
})

/** Returns the event types with the dynamic keys of one custom API, such as `wishlist_ext.created`. */
export function customApiEventsOf(api_type: string): EventType[] {
  return eventsOf({
    ...entrySource(api_type, api_type, entrySchema(Type.String({ const: api_type }))),
    actions: {
      created: `Emitted when an entry of the custom API ${api_type} is created.`,
      updated: `Emitted when an entry of the custom API ${api_type} changes.`,
      deleted: `Emitted when an entry of the custom API ${api_type} is deleted.`,
    },
  })
}

function entrySchema(type: TString) {
  return Type.Object(
    { type, id: Id, links: Links, meta: Type.Object({ timestamps: Timestamps }) },
    {
      additionalProperties: true,
      description: "An entry, with the custom API's own fields beside these; fields marked as sensitive are left out.",
    },
  )
}

function entrySource<Prefix extends string>(prefix: Prefix, api_type: string, entry: ReturnType<typeof entrySchema>) {
  const payload = Type.Object({ data: entry })
  const source: EventSource<typeof payload, Prefix> = {
    entity: 'Custom API entry',
    prefix,
    level: 'store',
    origin: 'store',
    payload,
    sample: (given, action) => ({
      data: {
        type: api_type,
        id: given.id,
        name: 'Birthday',
        public: false,
        links: links(given, `/extensions/${api_type.slice(0, -'_ext'.length)}/${given.id}`),
        meta: { timestamps: timestamps(given, action) },
      },
    }),
  }
  return source
}
