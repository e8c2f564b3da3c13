import { isKeyLive } from '../access/sql/keys.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Caller } from '../http/callers/caller.ts'
import { AppError, invalid } from '../kernel/errors.ts'
import { PERMISSIONS, type Permission, permissionsOf } from '../kernel/permissions.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { type Authority, beyond, describeRole, type HeldRole } from './rules/roles.ts'
import { selectStoresOf } from './sql/stores.ts'
import { lockRoles, selectPerson } from './store.ts'

/** Author of a change: a caller of the API, or the command line, which has every permission. */
export type Actor = {
  organization_id: string
  person_id: string | null
  authority: Authority
  /** The caller of the API; undefined for the command line. */
  acting?: ActingOwner
}

/**
 * Returns the caller's current rights, because a person's roles may have changed, or a key may have been revoked, since
 * its token was issued. Throws `unauthenticated` for a revoked key.
 */
export async function actorOf(db: Database, caller: Caller): Promise<Actor> {
  const { organization_id, person_id, store_id, permissions } = caller
  if (person_id === null) {
    if (!(await isKeyLive(db, caller.key_id))) throw revoked()
    return { organization_id, person_id, authority: { store_id, permissions }, acting: caller }
  }
  const person = await selectPerson(db, person_id, { organization_id, store_id: null })
  const roles = (person?.roles ?? []).filter((held) => held.store_id === null || held.store_id === store_id)
  const granted = permissionsOf(roles.map(({ role }) => role))
  return { organization_id, person_id, authority: { store_id, permissions: granted }, acting: caller }
}

/**
 * Returns the caller's current permissions, and blocks other changes of roles in the organization until the transaction
 * ends.
 */
export async function lockRights(tx: Transaction, caller: Caller): Promise<ReadonlySet<Permission>> {
  await lockRoles(tx, caller.organization_id)
  return (await actorOf(tx, caller)).authority.permissions
}

function revoked(): AppError {
  return new AppError('unauthenticated', [{ detail: 'The key of this access token was revoked.' }])
}

export function commandLine(organization_id: string): Actor {
  return { organization_id, person_id: null, authority: { store_id: null, permissions: new Set(PERMISSIONS) } }
}

/** Throws `forbidden` if the actor may not grant or take one of these roles. */
export function checkAuthority({ authority }: Actor, roles: readonly HeldRole[]): void {
  const [first] = beyond(authority, roles)
  if (first === undefined) return
  const where = authority.store_id === null ? '' : ` in store ${authority.store_id}`
  const detail = `The role ${describeRole(first)} holds permissions that you do not have${where}: you can neither give nor take it, nor act for a person who has it.`
  throw new AppError('forbidden', [{ detail }])
}

/** Throws `invalid` for roles that cannot exist: in a store of another organization, or an operator of a store. */
export async function checkRoles(tx: Transaction, { organization_id }: Actor, roles: readonly HeldRole[]) {
  const named = roles.flatMap(({ store_id }) => store_id ?? [])
  const known = new Set(await selectStoresOf(tx, organization_id, named))
  const problems = roles.flatMap(({ role, store_id }, index) => {
    const pointer = `/data/roles/${index}/store_id`
    if (role === 'operator' && store_id !== null)
      return [{ detail: `data.roles.${index}.store_id must be null: an operator is one of the installation.`, pointer }]
    if (store_id !== null && !known.has(store_id))
      return [{ detail: `data.roles.${index}.store_id must be the id of a store of the organization.`, pointer }]
    return []
  })
  if (problems.length > 0) throw invalid(problems)
}
