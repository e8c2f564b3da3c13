import type { Transaction } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { transact } from '../db/transaction.ts'
import type { Actor } from './authority.ts'
import type { ChangeDeps } from './change.ts'
import { isSameEmail } from './rules/credentials.ts'
import { type HeldRole, isOrganizationOwner } from './rules/roles.ts'
import { insertPerson, insertRoles, lockPerson, lockRoles, type PersonRow, selectAllPeople } from './store.ts'

type NewPerson = Pick<PersonRow, 'organization_id' | 'email' | 'name' | 'password_hash'> & {
  roles: readonly HeldRole[]
}

/**
 * Creates a person with its roles, while the transaction holds the lock on roles. Returns null if the organization has
 * a person with the same or a look-alike address.
 */
export async function createPerson(tx: Transaction, person: NewPerson, now: number): Promise<PersonRow | null> {
  const { organization_id, email, name, password_hash, roles } = person
  const id = newId(now)
  const row = { id, organization_id, email, name, password_hash, now: new Date(now) }
  if (!(await insertPerson(tx, row))) return null
  await insertRoles(tx, id, roles)
  return (await lockPerson(tx, id)) ?? null
}

/**
 * Creates the first owner of an organization without people, with no password, so that only links of the command line
 * log it in, and with the other roles. Otherwise returns the owner with this address, or the first owner; null if there is none.
 */
export function ensureOwner(
  { db, clock, report }: ChangeDeps,
  { organization_id, person_id: by_person_id }: Pick<Actor, 'organization_id' | 'person_id'>,
  { email, name, others = [] }: { email: string; name: string; others?: readonly HeldRole[] },
): Promise<PersonRow | null> {
  return transact(db, async (tx) => {
    await lockRoles(tx, organization_id)
    const people = await selectAllPeople(tx, organization_id)
    if (people.length > 0) {
      const owners = people.filter(({ roles }) => roles.some(isOrganizationOwner))
      return owners.find((owner) => isSameEmail(owner.email, email)) ?? owners[0] ?? null
    }
    const roles = [{ role: 'owner', store_id: null } as const, ...others]
    const created = await createPerson(tx, { organization_id, email, name, password_hash: null, roles }, clock())
    if (created === null) return null
    const change = { before: null, after: { name, roles } }
    await report(tx, { action: 'person.created', organization_id, person_id: created.id, by_person_id, change })
    return created
  })
}
