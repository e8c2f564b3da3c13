import { type Static, Type } from 'typebox'
import { ownerId } from '../../kernel/owner.ts'
import { Links, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, timestamps } from '../samples.ts'

export const Settings = Type.Object(
  {
    type: Type.Literal('settings'),
    id: Type.String({ format: 'uuid', description: "The store's id." }),
    page_length: Type.Integer({ minimum: 1, maximum: 100, description: 'Records per page when a call names none.' }),
    links: Links,
    meta: Type.Object({ timestamps: Timestamps }),
  },
  { additionalProperties: true, description: "All of the store's settings, also those that did not change." },
)
export type Settings = Static<typeof Settings>

/** Settings have no id of their own, because a store has only one set of them. */
export const settingsEvents = eventsOf({
  entity: 'Settings',
  prefix: 'settings',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Settings }),
  sample: (source, action): { data: Settings } => ({
    data: {
      type: 'settings',
      id: ownerId(source),
      page_length: 50,
      links: links(source, '/settings'),
      meta: { timestamps: timestamps(source, action) },
    },
  }),
  actions: {
    created: "Emitted when a store's settings are written for the first time, or for the first time after a reset.",
    updated: "Emitted when a store's settings change.",
  },
})
