import { Type } from 'typebox'
import { ownerId } from '../../kernel/owner.ts'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Links, links, Meta, timestamps } from './nouns.ts'

const Settings = Type.Object(
  {
    type: Type.Literal('settings'),
    id: Type.String({ format: 'uuid', description: "The store's id." }),
    page_length: Type.Integer({ minimum: 1, maximum: 100, description: 'Records per page when a call names none.' }),
    links: Links,
    meta: Meta,
  },
  { additionalProperties: true, description: "All of the store's settings, also those that did not change." },
)

const Payload = Type.Object({ data: Settings })

/** Settings have no id of their own: a store has one set of them. */
const settings: EventSource<typeof Payload> = {
  entity: 'Settings',
  prefix: 'settings',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'settings',
      id: ownerId(source),
      page_length: 50,
      links: links(source, '/settings'),
      meta: { timestamps: timestamps(source, occasion) },
    },
  }),
}

export const settingsEvents = eventsOf(settings, {
  created: "Fires when a store's settings are written for the first time, or for the first time after a reset.",
  updated: "Fires when a store's settings change.",
})
