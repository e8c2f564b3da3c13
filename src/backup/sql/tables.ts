import { textArray } from '../../db/arrays.ts'
import { type Executor, query } from '../../db/database.ts'
import { PARTITION_NAMES } from '../../db/partitions/partition-names.ts'
import type { Manifest, Table } from '../manifest.ts'

/** Schema of our tables, without tables of extensions and detached partitions. */
const OURS = `c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
  and not exists (select from pg_depend d
                   where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/**
 * Returns every table with rows of its own, except for unlogged tables, whose rows end with the processes that wrote
 * them, and the columns that are not computed; names are quoted for SQL if necessary.
 */
export function selectTables(db: Executor): Promise<Table[]> {
  return query(
    db,
    `select quote_ident(c.relname) as name, c.relispartition as is_partition,
            array(select quote_ident(a.attname) from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relpersistence = 'p' and ${OURS} and not coalesce(i.inhdetachpending, false)
        and (c.relispartition or c.relname !~ '${PARTITION_NAMES}')
      order by c.relname`,
    [],
  )
}

/** Returns the names that are tables. */
export async function presentTables(db: Executor, names: readonly string[]): Promise<string[]> {
  const text = 'select name from unnest($1::text[]) as name where to_regclass(name) is not null'
  return (await query<{ name: string }>(db, text, [textArray(names)])).map(({ name }) => name)
}

/** Begins a transaction with a snapshot of the database, and protects the tables from being dropped. */
export async function beginSnapshot(session: Executor, tables: readonly Table[]): Promise<void> {
  await query(session, 'begin isolation level repeatable read read only', [])
  // Locks come before the first query, which freezes the snapshot. Partitioned tables stay unlocked, because creating a
  // partition locks them exclusively, and every publisher would wait behind it.
  for (const { name } of tables) await query(session, `lock table only ${name} in access share mode`, [])
}

export function copyOutText({ name, columns }: Table): string {
  return `copy ${name} (${columns.join(', ')}) to stdout`
}

export function copyInText({ name, columns }: Table): string {
  return `copy ${name} (${columns.join(', ')}) from stdin`
}

export async function selectSequences(db: Executor): Promise<Manifest['sequences']> {
  const named = await query<{ name: string }>(
    db,
    `select quote_ident(c.relname) as name from pg_class c where c.relkind = 'S' and ${OURS} order by c.relname`,
    [],
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of named) {
    const text = `select last_value::text as last_value, is_called from ${name}`
    const [row] = await query<{ last_value: string; is_called: boolean }>(db, text, [])
    if (row !== undefined) sequences.push({ name, ...row })
  }
  return sequences
}

export async function setSequences(tx: Executor, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences)
    await query(tx, 'select setval($1::regclass, $2::bigint, $3)', [name, last_value, is_called])
}

/** True if the schema for new tables contains nothing except for extensions. */
export async function isEmptyDatabase(db: Executor): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    `select exists (select from pg_class c where c.relnamespace = current_schema()::regnamespace
                       and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
                       and not exists (select from pg_depend d
                                        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as found`,
    [],
  )
  return row?.found === false
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Empties the tables, and drops foreign keys and triggers until the returned function restores them. Foreign keys are
 * then verified once for all rows, so that tables may refer to one another in any order.
 */
export async function prepareTables(tx: Executor, tables: readonly Table[]): Promise<() => Promise<void>> {
  const foreignKeys = await selectForeignKeys(tx)
  const triggered = await selectTriggered(tx)
  for (const { table, name } of foreignKeys) await query(tx, `alter table ${table} drop constraint ${name}`, [])
  for (const table of triggered) await query(tx, `alter table ${table} disable trigger user`, [])
  // Migrations insert rows of their own.
  await query(tx, `truncate ${tables.map(({ name }) => name).join(', ')}`, [])
  return async () => {
    for (const table of triggered) await query(tx, `alter table ${table} enable trigger user`, [])
    for (const { table, name, definition } of foreignKeys)
      await query(tx, `alter table ${table} add constraint ${name} ${definition}`, [])
  }
}

/** Ordered by creation, which is the order in which their actions run. */
function selectForeignKeys(db: Executor): Promise<ForeignKey[]> {
  return query(
    db,
    `select c.oid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and ${OURS} order by k.oid`,
    [],
  )
}

async function selectTriggered(db: Executor): Promise<string[]> {
  const rows = await query<{ table: string }>(
    db,
    `select distinct c.oid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and ${OURS} order by 1`,
    [],
  )
  return rows.map(({ table }) => table)
}
