import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { notFound } from '../kernel/errors.ts'
import { type RequestedBy, recordOrganization } from './audit.ts'
import { checkName } from './name.ts'
import { lockOrganization, type Organization, updateOrganizationName } from './store.ts'

type Renaming = { id: string; name: string | undefined; requested_by: RequestedBy }

/** Renames an organization if a name is sent. Throws `invalid` and `not_found`. */
export function renameOrganization(
  db: Database,
  { id, name, requested_by }: Renaming,
  now: number,
): Promise<Organization> {
  return transact(db, async (tx) => {
    const before = await lockOrganization(tx, id)
    if (before === undefined) throw notFound('organization')
    if (name === undefined || name === before.name) return before
    checkName(name)
    const after = await updateOrganizationName(tx, id, name, now)
    await recordOrganization(tx, requested_by, { before, after }, now)
    return after
  })
}
