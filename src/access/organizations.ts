import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { transact } from '../db/transaction.ts'
import { type RequestedBy, recordOrganization } from './audit.ts'
import { checkName } from './name.ts'
import { insertOrganization, type Organization, selectOrganizations } from './store.ts'

/** Creates an organization, the owner of stores. Throws `invalid`. */
export async function createOrganization(db: Database, { name }: { name: string }, now: number): Promise<Organization> {
  checkName(name)
  const organization = { id: newId(now), name, created_at: new Date(now), updated_at: new Date(now) }
  await insertOrganization(db, organization)
  return organization
}

/** Creates an organization with an entry in the audit log. Throws `invalid`. */
export function createAudited(
  db: Database,
  input: { name: string; requested_by: RequestedBy },
  now: number,
): Promise<Organization> {
  return transact(db, async (tx) => {
    const organization = await createOrganization(tx, input, now)
    await recordOrganization(tx, input.requested_by, { before: null, after: organization }, now)
    return organization
  })
}

export function listOrganizations(db: Database): Promise<Organization[]> {
  return selectOrganizations(db)
}
