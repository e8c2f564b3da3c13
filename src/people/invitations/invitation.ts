import { type Static, Type } from 'typebox'
import type { ListDefinition } from '../../kernel/lists/list.ts'
import { Id, ImpliedType, Time } from '../../kernel/schemas.ts'
import { Email, NewPassword, OwnProof, PersonName, Roles } from '../person.ts'
import type { InvitationRow, LinkPurpose } from '../sql/invitations.ts'

const MINUTES_15 = 900
const DAYS_7 = 604_800
const ONE_DAY = 86_400

export const InvitationCreate = Type.Object(
  {
    type: ImpliedType('person_invitation'),
    email: Email,
    name: Type.Optional(PersonName),
    roles: { ...Roles, minItems: 1 },
    expires_in: Type.Optional(
      Type.Integer({
        minimum: MINUTES_15,
        maximum: DAYS_7,
        description: `Seconds for which the link is valid. Default: ${ONE_DAY}.`,
      }),
    ),
  },
  { $id: 'PersonInvitationCreate' },
)
export type InvitationCreate = Static<typeof InvitationCreate>

export const DEFAULT_EXPIRES_IN = ONE_DAY

const invitation = {
  id: Id,
  type: Type.Literal('person_invitation'),
  email: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  roles: Roles,
  expires_at: Time,
  used_at: Type.Union([Time, Type.Null()]),
  created_at: Time,
}

export const InvitationResource = Type.Object(invitation, { $id: 'PersonInvitation' })

const link = Type.String({
  format: 'uri',
  description:
    'The one-time link for the person, shown only in this response. Its code follows the `#`, so that no server logs it.',
})

export const NewInvitationResource = Type.Object({ ...invitation, link }, { $id: 'NewPersonInvitation' })

export const PersonLinkResource = Type.Object(
  { type: Type.Literal('person_link'), purpose: Type.Literal('reset'), expires_at: Time, link },
  { $id: 'PersonLink' },
)

export const PasswordReset = Type.Object(
  {
    type: ImpliedType('person_link'),
    password: OwnProof,
    expires_in: InvitationCreate.properties.expires_in,
    remove_second_factor: Type.Optional(
      Type.Boolean({ description: 'Also removes the second factor of a person who has lost it. Default: false.' }),
    ),
    remove_passkeys: Type.Optional(Type.Boolean({ description: 'Also removes all passkeys. Default: false.' })),
  },
  { $id: 'PasswordReset' },
)

export const Acceptance = Type.Object(
  {
    type: ImpliedType('person_invitation'),
    code: Type.String({ minLength: 1, maxLength: 200, writeOnly: true, description: 'The code after the `#`.' }),
    password: NewPassword,
    name: Type.Optional(PersonName),
  },
  { $id: 'InvitationAcceptance' },
)

export const invitationList: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'id' },
    created_at: { kind: 'id_time', column: 'id' },
    email: { kind: 'text', column: 'email', letters: 'any' },
    expires_at: { kind: 'time', column: 'expires_at' },
    used_at: { kind: 'time', column: 'used_at', nullable: true },
  },
  default_sort: '-created_at',
  max_offset: null,
}

export function presentInvitation(row: InvitationRow): Static<typeof InvitationResource> {
  return {
    id: row.id,
    type: 'person_invitation',
    email: row.email,
    name: row.name,
    roles: row.roles,
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

const PAGES = { invite: 'invitation', reset: 'password-reset', enter: 'enter' } as const satisfies Record<
  LinkPurpose,
  string
>

/**
 * Returns the link for a person to open. `base_url` ends in `/v2`; the code follows `#`, because browsers do not send
 * the fragment.
 */
export function linkOf({ code, purpose }: { code: string; purpose: LinkPurpose }, base_url: string): string {
  return `${base_url.replace(/\/v2$/, '')}/dashboard/${PAGES[purpose]}#${code}`
}
