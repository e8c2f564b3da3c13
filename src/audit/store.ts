import { type Executor, query, type Transaction } from '../db/database.ts'
import { type Listed, list } from '../db/list.ts'
import { prepared } from '../db/prepared.ts'
import type { Rows } from '../db/rows.ts'
import type { ListRequest } from '../kernel/lists/list.ts'

export type EntryRow = Rows['audit_entries']

export async function insertEntry(tx: Transaction, entry: EntryRow): Promise<void> {
  await query(tx, INSERT, [
    ...[entry.id, entry.organization_id, entry.owner_id, entry.actor_type, entry.actor_id, entry.session_id],
    ...[entry.operation, entry.resource_type, entry.resource_id, entry.within_type, entry.within_id],
    ...[entry.request_id, entry.address, entry.user_agent, entry.changes, entry.changes_count],
  ])
}

const INSERT = prepared(`insert into audit_entries (id, organization_id, owner_id, actor_type, actor_id, session_id,
  operation, resource_type, resource_id, within_type, within_id, request_id, address, user_agent, changes, changes_count)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`)

/** One page of an owner's entries. */
export function listEntries(db: Executor, owner_id: string, request: ListRequest): Promise<Listed<EntryRow>> {
  return list(db, { columns: '*', from: 'audit_entries', where: (bind) => `owner_id = ${bind(owner_id)}` }, request)
}

export async function selectEntry(db: Executor, owner_id: string, id: string): Promise<EntryRow | undefined> {
  return (await query<EntryRow>(db, 'select * from audit_entries where owner_id = $1 and id = $2', [owner_id, id]))[0]
}
