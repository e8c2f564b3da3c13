import { type Executor, query, type Transaction } from '../db/database.ts'
import { type Listed, list } from '../db/list.ts'
import { parameters, preparedStatement } from '../db/prepared.ts'
import type { Rows } from '../db/rows.ts'
import type { ListRequest } from '../kernel/lists/list.ts'

export type EntryRow = Rows['audit_entries']

export async function insertEntry(tx: Transaction, entry: EntryRow): Promise<void> {
  await query(tx, INSERT.text, INSERT.bind(entry))
}

const COLUMNS = [
  ...(['id', 'organization_id', 'owner_id', 'actor_type', 'actor_id', 'session_id', 'operation'] as const),
  ...(['resource_type', 'resource_id', 'within_type', 'within_id'] as const),
  ...(['request_id', 'address', 'user_agent', 'changes', 'changes_count'] as const),
] satisfies (keyof EntryRow)[]

const INSERT = preparedStatement(
  COLUMNS,
  `insert into audit_entries (${COLUMNS.join(', ')}) values (${parameters(COLUMNS)})`,
)

export function listEntries(db: Executor, owner_id: string, request: ListRequest): Promise<Listed<EntryRow>> {
  return list(db, { columns: '*', from: 'audit_entries', where: (bind) => `owner_id = ${bind(owner_id)}` }, request)
}

export async function selectEntry(db: Executor, owner_id: string, id: string): Promise<EntryRow | undefined> {
  return (await query<EntryRow>(db, 'select * from audit_entries where owner_id = $1 and id = $2', [owner_id, id]))[0]
}
