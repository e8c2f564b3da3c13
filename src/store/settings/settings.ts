import { type Static, Type } from 'typebox'
import { Timestamps } from '../../http/envelope.ts'

/** Records per page where a request does not say and no store has its own. */
export const DEFAULT_PAGE_LENGTH = 25

const PageLength = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'Records per page of every list where the request does not say.',
})

export const SettingsUpdate = Type.Object({
  type: Type.Literal('settings'),
  page_length: Type.Optional(PageLength),
})
export type SettingsUpdate = Static<typeof SettingsUpdate>

/** The settings of a store as the API shows them. */
export const SettingsResource = Type.Object(
  {
    type: Type.Literal('settings'),
    id: Type.String({ format: 'uuid', description: 'Id of the store.' }),
    page_length: PageLength,
    links: Type.Object({ self: Type.String() }),
    meta: Type.Object({ timestamps: Timestamps }),
  },
  { $id: 'Settings' },
)
export type SettingsResource = Static<typeof SettingsResource>

/** The settings of a store. */
export type Settings = { store_id: string; page_length: number; version: number; created_at: Date; updated_at: Date }

/** `base_url` ends in `/v2`. */
export function presentSettings(settings: Settings, base_url: string): SettingsResource {
  return {
    type: 'settings',
    id: settings.store_id,
    page_length: settings.page_length,
    links: { self: `${base_url}/settings` },
    meta: {
      timestamps: { created_at: settings.created_at.toISOString(), updated_at: settings.updated_at.toISOString() },
    },
  }
}
