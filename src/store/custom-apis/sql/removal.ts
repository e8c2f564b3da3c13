import { query, type Transaction } from '../../../db/database.ts'
import { leastServedFirst } from '../../../db/due/owner-order.ts'

/** A deleted custom API whose entries a background job deletes. */
export type Removal = { owner_id: string; organization_id: string; id: string; api_type: string }

export const REMOVALS_DUE = 'exists (select from custom_api_removals)'

/** Deletes the fields of a custom API now and leaves its entries to a background job. */
export async function insertRemoval(tx: Transaction, { owner_id, organization_id, id, api_type }: Removal) {
  await query(tx, 'delete from custom_fields where owner_id = $1 and custom_api_id = $2', [owner_id, id])
  await query(tx, 'insert into custom_api_removals (owner_id, organization_id, id, api_type) values ($1, $2, $3, $4)', [
    owner_id,
    organization_id,
    id,
    api_type,
  ])
}

/** Locks a pending removal until the transaction ends; undefined if there is none besides those in `passed`. */
export async function takeRemoval(
  tx: Transaction,
  passed: readonly string[],
  served: readonly string[],
): Promise<Removal | undefined> {
  const text = `select owner_id, organization_id, id, api_type from custom_api_removals
    where id <> all($1::uuid[]) order by ${leastServedFirst('$2')}, id for update skip locked limit 1`
  return (await query<Removal>(tx, text, [passed, served]))[0]
}

/** Deletes at most `limit` entries with their unique keys. Returns them. */
export function deleteEntries(
  tx: Transaction,
  { owner_id, id }: Removal,
  limit: number,
): Promise<{ id: string; version: number }[]> {
  return query(
    tx,
    `delete from custom_entries where owner_id = $1 and id in (
       select id from custom_entries where owner_id = $1 and custom_api_id = $2 order by id limit $3)
     returning id, version`,
    [owner_id, id, limit],
  )
}

export async function deleteRemoval(tx: Transaction, { owner_id, id }: Removal): Promise<void> {
  await query(tx, 'delete from custom_api_removals where owner_id = $1 and id = $2', [owner_id, id])
}
