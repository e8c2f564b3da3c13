import { type Database, query, type Transaction } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { RowLimit } from '../db/row-limit.ts'
import type { Rows } from '../db/rows.ts'

/** A row with the types of its JSON columns. */
export type OwnTypeRow = Omit<Rows['event_types'], 'payload' | 'sample'> & {
  payload: object
  sample: object
}

const MAX_OWN_TYPES = 200

export const ownTypeLimit: RowLimit = {
  max: MAX_OWN_TYPES,
  holder: 'A store',
  things: 'event types of its own',
  rows: 'event_types where owner_id = $1',
}

/** Blocks other declarations and deletions of the store's types until the transaction ends. */
export async function lockDeclaring(tx: Transaction, owner_id: string): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('event types ' || $1, 0))`, [owner_id])
}

export async function selectOwnType(db: Database, owner_id: string, key: string): Promise<OwnTypeRow | undefined> {
  const text = 'select * from event_types where owner_id = $1 and key = $2'
  return (await query<OwnTypeRow>(db, text, [owner_id, key]))[0]
}

const KEYS = prepared('select key from event_types where owner_id = $1 order by key')

export async function selectKeys(db: Database, owner_id: string): Promise<string[]> {
  return keysIn(await query(db, KEYS, [owner_id]))
}

/** Returns the keys, and blocks their deletion until the transaction ends. */
export async function shareKeys(tx: Transaction, owner_id: string): Promise<string[]> {
  return keysIn(await query(tx, `${KEYS} for key share`, [owner_id]))
}

/** Returns the keys, after all transactions that share them have ended. */
export async function lockKeys(tx: Transaction, owner_id: string): Promise<string[]> {
  return keysIn(await query(tx, `${KEYS} for update`, [owner_id]))
}

function keysIn(rows: readonly { key: string }[]): string[] {
  return rows.map(({ key }) => key)
}

type Page = { limit: number; offset: number }

/** Returns a page of own types by key, and their total. */
export async function selectPage(db: Database, owner_id: string, { limit, offset }: Page) {
  const text = 'select * from event_types where owner_id = $1 order by key limit $2 offset $3'
  const rows = limit === 0 ? [] : await query<OwnTypeRow>(db, text, [owner_id, limit, offset])
  return { rows, total: await countOwnTypes(db, owner_id) }
}

async function countOwnTypes(db: Database, owner_id: string): Promise<number> {
  const text = 'select count(*) as count from event_types where owner_id = $1'
  return (await query<{ count: number }>(db, text, [owner_id]))[0]?.count ?? 0
}

/** Inserts a type, or replaces it except for its creation time. */
export async function upsertOwnType(tx: Transaction, row: OwnTypeRow): Promise<void> {
  await query(
    tx,
    `insert into event_types (owner_id, key, version, created_at, updated_at, description, payload, sample)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (owner_id, key) do update
       set version = $3, updated_at = $5, description = $6, payload = $7, sample = $8`,
    [
      row.owner_id,
      row.key,
      row.version,
      row.created_at,
      row.updated_at,
      row.description,
      JSON.stringify(row.payload),
      JSON.stringify(row.sample),
    ],
  )
}

export async function deleteOwnType(tx: Transaction, owner_id: string, key: string): Promise<void> {
  await query(tx, 'delete from event_types where owner_id = $1 and key = $2', [owner_id, key])
}
