import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import { notFound } from '../kernel/errors.ts'
import { type RequestedBy, recordStore } from './audit.ts'
import { checkName } from './name.ts'
import { lockStore, type Store, updateStoreName } from './store.ts'

type Renaming = { id: string; name: string | undefined; requested_by: RequestedBy }

/** Renames a store if a name is sent. Throws `invalid` and `not_found`. */
export function renameStore(db: Database, { id, name, requested_by }: Renaming, now: number): Promise<Store> {
  return transact(db, async (tx) => {
    const before = await lockStore(tx, id)
    if (before === undefined) throw notFound('store')
    if (name === undefined || name === before.name) return before
    checkName(name)
    const after = await updateStoreName(tx, id, name, now)
    await recordStore(tx, requested_by, { before, after }, now)
    return after
  })
}
