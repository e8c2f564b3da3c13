import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../kernel/lists/list.ts'
import { ROLES, type Role } from '../kernel/permissions.ts'
import { Id, ImpliedType, Links, Time, Timestamps } from '../kernel/schemas.ts'
import { MIN_PASSWORD_LENGTH } from './rules/credentials.ts'
import { visibleRoles } from './rules/roles.ts'
import type { PersonRow } from './store.ts'

/** Maximum number of roles per person, so that they fit into an access token. */
const MAX_ROLES = 100

const ROLE_NAMES = Object.keys(ROLES) as Role[]

const HeldRole = Type.Object(
  {
    role: Type.Enum(ROLE_NAMES, {
      type: 'string',
      title: 'RoleName',
      description: Object.entries(ROLES)
        .map(([name, { description }]) => `\`${name}\`: ${description}`)
        .join(' '),
    }),
    store_id: Type.Union([Id, Type.Null()], {
      description: 'The store that it is for; null for the organization and all its stores.',
    }),
  },
  { title: 'PersonRole' },
)

export const Roles = Type.Array(HeldRole, {
  maxItems: MAX_ROLES,
  description:
    'What the person may do, and where. A caller gives and takes only roles whose permissions it has itself. With a store, only its roles and those of the organization are shown.',
})

export const PersonName = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', description: 'Full name.' })
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const NewPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: 256,
  writeOnly: true,
  description: `At least ${MIN_PASSWORD_LENGTH} characters; not the e-mail address, the same few characters or a common password. Never returned.`,
})
export const OwnPassword = Type.String({ minLength: 1, maxLength: 256, writeOnly: true, description: 'The password.' })

/** Proof for a change that an open page alone must not allow. */
export const OwnProof = Type.Optional({
  ...OwnPassword,
  description:
    'Your own password. A person without one, who logs in by a provider, needs a log-in within the last 5 minutes instead.',
})

export const PersonResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('person'),
    email: Type.String(),
    name: Type.String(),
    roles: Roles,
    second_factor: Type.Boolean({ description: 'Whether the person logs in with one-time codes, too.' }),
    passkeys: Type.Integer({ description: 'How many passkeys the person logs in with.' }),
    last_seen_at: Type.Union([Time, Type.Null()]),
    links: Links,
    meta: Type.Object({ timestamps: Timestamps }),
  },
  { $id: 'Person' },
)
export type PersonResource = Static<typeof PersonResource>

export const PersonUpdate = Type.Object(
  {
    type: ImpliedType('person'),
    name: Type.Optional(PersonName),
    roles: Type.Optional(Roles),
    email: Type.Optional(Type.String({ description: 'Must be the current address, because it cannot be changed.' })),
  },
  { $id: 'PersonUpdate' },
)

export const peopleList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'people.id' },
    created_at: { kind: 'id_time', column: 'people.id' },
    email: { kind: 'text', column: 'people.email', letters: 'any' },
    name: { kind: 'text', column: 'people.name' },
    last_seen_at: { kind: 'time', column: 'people.last_seen_at', nullable: true },
  },
  default_sort: 'id',
  max_offset: null,
}

/**
 * Presents a person to a caller that acts on a store, or on the organization if `store_id` is null. `base_url` ends in
 * `/v2`.
 */
export function presentPerson(row: PersonRow, store_id: string | null, base_url: string): PersonResource {
  return {
    id: row.id,
    type: 'person',
    email: row.email,
    name: row.name,
    roles: visibleRoles(row.roles, store_id),
    second_factor: row.totp_confirmed_at !== null,
    passkeys: row.passkeys,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    links: { self: `${base_url}/people/${row.id}` },
    meta: { timestamps: { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() } },
  }
}
