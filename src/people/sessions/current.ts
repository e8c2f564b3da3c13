import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { PERMISSIONS, permissionsOf, type Role } from '../../kernel/permissions.ts'
import { type HeldRole, rolesByStore } from '../rules/roles.ts'
import { selectSession } from '../sql/sessions.ts'
import { selectNamedStores, selectOrganizationNames } from '../sql/stores.ts'
import { type PersonRow, selectPerson } from '../store.ts'
import type { CurrentSession } from './session.ts'
import { endOf } from './times.ts'

const MAX_STORES = 1000

type Own = { organization_id: string; person_id: string; session_id: string }

/**
 * Returns the logged-in person, its permissions by store, and the end of the session. Throws `unauthenticated` if the
 * session has ended.
 */
export async function currentSession(db: Database, own: Own): Promise<CurrentSession> {
  const { organization_id, person_id, session_id } = own
  const person = await selectPerson(db, person_id, { organization_id, store_id: null })
  const session = await selectSession(db, session_id)
  const [organization] = await selectOrganizationNames(db, [organization_id])
  if (person === undefined || session === undefined || session.ended_at !== null || organization === undefined)
    throw new AppError('unauthenticated', [{ detail: 'The session has ended: log in again.' }])
  const everywhere = rolesIn(person.roles, null)
  return {
    id: session.id,
    type: 'session',
    person: describePerson(person),
    organization: { ...organization, roles: everywhere, permissions: permissionList(everywhere) },
    stores: await storesOf(db, person, everywhere),
    expires_at: endOf(session).toISOString(),
    ends_at: session.expires_at.toISOString(),
  }
}

function describePerson({ id, email, name, totp_confirmed_at, password_hash, has_provider: provider }: PersonRow) {
  return { id, email, name, second_factor: totp_confirmed_at !== null, password: password_hash !== null, provider }
}

async function storesOf(db: Database, { organization_id, roles }: PersonRow, everywhere: readonly Role[]) {
  const isOperatorOnly = everywhere.every((role) => role === 'operator')
  const ids = isOperatorOnly ? roles.flatMap(({ store_id }) => store_id ?? []) : null
  const stores = await selectNamedStores(db, { organization_id, ids, limit: MAX_STORES })
  return stores.map((store) => {
    const granted = [...everywhere, ...rolesIn(roles, store.id)]
    return { ...store, roles: [...new Set(granted)], permissions: permissionList(granted) }
  })
}

function rolesIn(roles: readonly HeldRole[], store_id: string | null): Role[] {
  return [...(rolesByStore(roles)[store_id ?? '*'] ?? [])]
}

function permissionList(roles: readonly Role[]) {
  const granted = permissionsOf(roles)
  return PERMISSIONS.filter((permission) => granted.has(permission))
}
