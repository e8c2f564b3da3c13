import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { PERMISSIONS } from '../../kernel/permissions.ts'
import { Id, ImpliedType, Links, Time, ToOne } from '../../kernel/schemas.ts'
import type { Key, NewKey } from '../keys.ts'

export const PermissionName = Type.Enum([...PERMISSIONS], {
  type: 'string',
  title: 'Permission',
  description: 'An area, and what is permitted in it.',
})

const Permissions = Type.Array(PermissionName, { minItems: 1, uniqueItems: true })
const TimeOrNull = (description: string) => Type.Union([Time, Type.Null()], { description })

export const KeyCreate = Type.Object(
  {
    type: ImpliedType('key'),
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Says what the key is used for.' }),
    permissions: Type.Optional(
      Type.Union([Permissions, Type.Null()], {
        description:
          'Permissions of the key, all of which the caller must have. Default: everything of its store or ' +
          'organization, which requires a caller with all permissions.',
      }),
    ),
    expires_at: Type.Optional(
      TimeOrNull('From then on it gets no tokens, and those that it has are invalid. Default: never.'),
    ),
  },
  { title: 'NewKey' },
)
export type KeyCreate = Static<typeof KeyCreate>

const shown = {
  id: Id,
  type: Type.Literal('key'),
  name: Type.String(),
  client_id: Type.String({ description: 'The public half of the key.' }),
  permissions: Type.Union([Type.Array(PermissionName), Type.Null()], {
    description: 'Permissions of the key; null for everything of its store or organization.',
  }),
  expires_at: TimeOrNull('Null when it does not expire.'),
  last_used_at: TimeOrNull('Time of its last token, to the minute; null if it never got one.'),
  revoked_at: TimeOrNull('Null while it is valid.'),
  created_by: Type.Union([Id, Type.Null()], {
    description: 'The person or the key that created it; null for the command line.',
  }),
  relationships: Type.Object({
    organization: ToOne('organization'),
    store: Type.Optional(ToOne('store')),
  }),
  links: Links,
  meta: Type.Object({ timestamps: Type.Object({ created_at: Time }) }),
}

export const KeyResource = Type.Object(shown, { $id: 'Key' })
export type KeyResource = Static<typeof KeyResource>

/** The only response that includes the secret. */
export const CreatedKey = Type.Object(
  { ...shown, client_secret: Type.String({ description: 'Shown only once, because only its hash is stored.' }) },
  { $id: 'CreatedKey' },
)

export const keyList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    name: { kind: 'text', column: 'name' },
    client_id: { kind: 'text', column: 'client_id' },
    store_id: { kind: 'uuid', column: 'store_id', nullable: true, sortable: false },
    permissions: { kind: 'text_array', column: 'permissions', nullable: true, sortable: false },
    created_at: { kind: 'id_time', column: 'id' },
    created_by: { kind: 'uuid', column: 'created_by', nullable: true, sortable: false },
    expires_at: { kind: 'time', column: 'expires_at', nullable: true },
    last_used_at: { kind: 'time', column: 'last_used_at', nullable: true },
    revoked_at: { kind: 'time', column: 'revoked_at', nullable: true },
  },
  default_sort: 'created_at',
  max_offset: null,
}

/** Presents a key of an organization or a store. `base_url` ends in `/v2`. */
export function presentKey(key: Key, base_url: string): KeyResource {
  const time = (at: Date | null) => (at === null ? null : isoTime(at.getTime()))
  return {
    id: key.id,
    type: 'key',
    name: key.name,
    client_id: key.client_id,
    permissions: key.permissions,
    expires_at: time(key.expires_at),
    last_used_at: time(key.last_used_at),
    revoked_at: time(key.revoked_at),
    created_by: key.created_by,
    relationships: {
      organization: { data: { type: 'organization', id: key.organization_id ?? '' } },
      ...(key.store_id !== null && { store: { data: { type: 'store' as const, id: key.store_id } } }),
    },
    links: { self: `${base_url}/keys/${key.id}` },
    meta: { timestamps: { created_at: isoTime(timeOfId(key.id)) } },
  }
}

export function presentCreatedKey(key: NewKey, base_url: string) {
  return { ...presentKey(key, base_url), client_secret: key.client_secret }
}
