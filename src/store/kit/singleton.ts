import { ownerId } from '../../kernel/owner.ts'
import type { AnyResource } from './resource.ts'
import { insert, type NewRow } from './rows.ts'
import { lockCreation } from './sql/lock-creation.ts'
import { type RowOf, type Scope, selectRow } from './store.ts'
import type { Work } from './work.ts'

/** The one row of a scope; the first request that needs it creates it, and those at the same time wait for that. */
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
