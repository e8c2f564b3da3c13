import { type Database, query, type Transaction } from '../../db/database.ts'
import { isUuid } from '../../kernel/ids.ts'

export type ApiName = { id: string } | { slug: string }

/** Writes of entries lock in mode `share`; changes of fields lock in mode `update`, so they wait for these writes. */
export async function lockApi(tx: Transaction, owner_id: string, id: string, mode: 'share' | 'update'): Promise<void> {
  await query(tx, `select from custom_apis where owner_id = $1 and id = $2 for ${mode}`, [owner_id, id])
}

/** Serializes writes of entries with unique fields, since two writes that swap values would deadlock. */
export async function lockKeys(tx: Transaction, { owner_id, id }: { owner_id: string; id: string }): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('custom entries ' || $1 || $2, 0))`, [owner_id, id])
}

type Field = { owner_id: string; id: string; custom_api_id: string }

export function hasEntry(db: Database, field: Field): Promise<boolean> {
  return someEntry(db, field, '$3::text is not null')
}

export function hasEntryWithoutField(db: Database, field: Field): Promise<boolean> {
  return someEntry(db, field, `not "values" ? $3`)
}

export function hasEntryWithNull(db: Database, field: Field): Promise<boolean> {
  return someEntry(db, field, `"values" -> $3 = 'null'`)
}

async function someEntry(db: Database, { owner_id, custom_api_id, id }: Field, condition: string): Promise<boolean> {
  const text = `select from custom_entries where owner_id = $1 and custom_api_id = $2 and ${condition} limit 1`
  return (await query(db, text, [owner_id, custom_api_id, id])).length > 0
}

export async function deleteKeysOfField(tx: Transaction, { owner_id, id }: Field): Promise<void> {
  await query(tx, 'delete from custom_entry_keys where owner_id = $1 and custom_field_id = $2', [owner_id, id])
}

/** Inserts the unique keys of a field for all entries. Returns false if two entries have the same value. */
export async function insertKeysOfField(
  tx: Transaction,
  { owner_id, custom_api_id, id }: Field,
  comparison: 'exact' | 'ignoring-case',
): Promise<boolean> {
  const rows = await query<{ all_in: boolean }>(
    tx,
    `with valued as (
       select id, sha256(convert_to(case when $4 then lower("values" ->> $3) else "values" ->> $3 end, 'UTF8')) as value_hash
         from custom_entries
        where owner_id = $1 and custom_api_id = $2 and "values" ->> $3 is not null),
     inserted as (
       insert into custom_entry_keys (owner_id, custom_field_id, value_hash, custom_entry_id)
       select $1, $3::uuid, value_hash, id from valued on conflict do nothing returning 1)
     select (select count(*) from inserted) = (select count(*) from valued) as all_in`,
    [owner_id, custom_api_id, id, comparison === 'ignoring-case'],
  )
  return rows[0]?.all_in === true
}

/** Id of the entry with this id, or else with this value in a unique field; null if there is none. */
export async function selectEntryByKey(
  db: Database,
  { owner_id, id, custom_api_id }: Field,
  key: string,
  comparison: 'exact' | 'ignoring-case',
): Promise<string | null> {
  const rows = await query<{ entry_id: string | null }>(
    db,
    `select coalesce(
       (select id from custom_entries where owner_id = $1 and custom_api_id = $5 and id = $6),
       (select custom_entry_id from custom_entry_keys where owner_id = $1 and custom_field_id = $2
         and value_hash = sha256(convert_to(case when $4 then lower($3) else $3 end, 'UTF8')))
     ) as entry_id`,
    [owner_id, id, key, comparison === 'ignoring-case', custom_api_id, isUuid(key) ? key : null],
  )
  return rows[0]?.entry_id ?? null
}

export async function deleteKeysOfEntry(tx: Transaction, entry: { owner_id: string; id: string }): Promise<void> {
  await query(tx, 'delete from custom_entry_keys where owner_id = $1 and custom_entry_id = $2', [
    entry.owner_id,
    entry.id,
  ])
}

/** Inserts an entry's keys of unique fields. Returns the ids of fields where another entry has the same value. */
export async function insertKeysOfEntry(
  tx: Transaction,
  entry: { owner_id: string; id: string },
  fields: readonly { id: string; ignores_case: boolean }[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    `with valued as (
       select field.id,
              sha256(convert_to(
                case when field.ignores_case then lower("values" ->> field.id) else "values" ->> field.id end, 'UTF8'
              )) as value_hash
         from custom_entries, unnest($3::text[], $4::boolean[]) as field (id, ignores_case)
        where owner_id = $1 and custom_entries.id = $2 and "values" ->> field.id is not null),
     inserted as (
       insert into custom_entry_keys (owner_id, custom_field_id, value_hash, custom_entry_id)
       select $1, id::uuid, value_hash, $2 from valued on conflict do nothing returning custom_field_id)
     select id from valued where id::uuid not in (select custom_field_id from inserted)`,
    [entry.owner_id, entry.id, fields.map(({ id }) => id), fields.map(({ ignores_case }) => ignores_case)],
  )
  return rows.map(({ id }) => id)
}
