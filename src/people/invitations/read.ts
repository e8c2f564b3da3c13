import { type Static, Type } from 'typebox'
import { ImpliedType, Time } from '../../kernel/schemas.ts'
import type { PeopleDeps } from '../deps.ts'
import { selectNamedStores, selectOrganizationNames } from '../sql/stores.ts'
import { selectPersonNames } from '../store.ts'
import { findLink } from './accept.ts'
import { Acceptance, InvitationResource } from './invitation.ts'

export const InvitationCode = Type.Object(
  { type: ImpliedType('person_invitation'), code: Acceptance.properties.code },
  { $id: 'InvitationCode' },
)

const OrNull = Type.Union([Type.String(), Type.Null()])

export const OpenedInvitationResource = Type.Object(
  {
    type: Type.Literal('person_invitation'),
    organization: Type.String({ description: 'Its name.' }),
    email: Type.String(),
    name: OrNull,
    roles: Type.Array(
      Type.Object({
        role: InvitationResource.properties.roles.items.properties.role,
        store: { ...OrNull, description: 'Its name; null for all stores of the organization.' },
      }),
      { description: 'None for a password reset.' },
    ),
    invited_by: { ...OrNull, description: 'The name of the person; null for a key and the command line.' },
    expires_at: Time,
  },
  { $id: 'OpenedPersonInvitation' },
)
type OpenedInvitation = Static<typeof OpenedInvitationResource>

type ReadDeps = Pick<PeopleDeps, 'db' | 'clock' | 'access'>

/**
 * Returns the preview of an unused link; counts wrong codes together with those of accepting. Throws `bad_credentials`
 * and `too_many_requests`.
 */
export async function readInvitation(
  deps: ReadDeps,
  code: { code: string; address: string },
): Promise<OpenedInvitation> {
  const { db } = deps
  const found = await findLink(deps, code, ['invite', 'reset'])
  const { organization_id, email, name, roles, invited_by, expires_at } = found
  const ids = roles.flatMap(({ store_id }) => store_id ?? [])
  const [organization] = await selectOrganizationNames(db, [organization_id])
  const stores = await selectNamedStores(db, { organization_id, ids, limit: ids.length })
  const people = await selectPersonNames(db, organization_id, invited_by === null ? [] : [invited_by])
  const nameOf = (id: string) => stores.find((store) => store.id === id)?.name ?? ''
  return {
    type: 'person_invitation',
    organization: organization?.name ?? '',
    email,
    name,
    roles: roles.map(({ role, store_id }) => ({ role, store: store_id === null ? null : nameOf(store_id) })),
    invited_by: invited_by === null ? null : (people.get(invited_by) ?? null),
    expires_at: expires_at.toISOString(),
  }
}
