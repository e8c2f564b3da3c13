import { ownerId } from '../../kernel/owner.ts'
import type { AnyResource } from './resource.ts'
import { insert, type NewRow } from './rows.ts'
import { lockCreation } from './sql/lock-creation.ts'
import { type RowOf, type Scope, selectRow } from './store.ts'
import type { Work } from './work.ts'

/** Returns the only row of a scope. The first request inserts it; concurrent requests wait for that insert. */
export async function findOrInsert<R extends AnyResource>(
  work: Work,
  resource: R,
  scope: Scope,
  values: NewRow<R>,
): Promise<RowOf<R>> {
  const find = () => selectRow(work.tx, resource, { owner_id: ownerId(work.owner), ...scope })
  const found = await find()
  if (found !== undefined) return found
  await lockCreation(work.tx, resource, ownerId(work.owner))
  return (await find()) ?? insert(work, resource, { ...scope, ...values })
}
