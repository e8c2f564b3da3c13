import { plainArray } from '../../db/arrays.ts'
import { type Database, type Executor, query, type Transaction } from '../../db/database.ts'
import { type Bind, type Listed, list } from '../../db/list.ts'
import { prepared } from '../../db/prepared.ts'
import { isoTime } from '../../kernel/clock.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import { constraintOf, translateViolation } from './constraints.ts'
import type { AnyResource, Frame } from './resource.ts'
import type { Attribute } from './values/attribute.ts'

/** Columns and the values that they must equal, such as the ids of the owner and the parent. */
export type Scope = Readonly<Record<string, string>>

type Stored = Record<string, unknown>

/** An additional condition on the rows of a list. */
export type Filter = (bind: Bind) => string

const FRAME = ['owner_id', 'id', 'version', 'updated_at'] as const

/** Inserts a row. Throws the resource's error for a violated constraint. */
export async function insertRow(tx: Transaction, resource: AnyResource, row: Frame): Promise<void> {
  const columns = columnsOf(resource)
  const parameters = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into ${resource.table} (${columns.map(quoted).join(', ')}) values (${parameters.join(', ')})`
  await translateViolation(resource, query(tx, prepared(text), encodeRow(resource, row)))
}

/** Updates every column. Throws the resource's error for a violated constraint. */
export async function updateRow(tx: Transaction, resource: AnyResource, row: Frame): Promise<void> {
  const columns = columnsOf(resource)
  const changes = columns.map((column, index) => `${quoted(column)} = $${index + 1}`).slice(2)
  const text = `update ${resource.table} set ${changes.join(', ')} where owner_id = $1 and id = $2`
  await translateViolation(resource, query(tx, prepared(text), encodeRow(resource, row)))
}

/**
 * Updates every column of several rows in one statement. Throws the resource's error for a violated constraint, which
 * `violationAt` completes with the row; earlier rows are written by then, so the transaction must be rolled back.
 */
export async function updateRows(
  tx: Transaction,
  resource: AnyResource,
  rows: readonly Frame[],
  violationAt: (error: unknown, row: Frame) => unknown,
): Promise<void> {
  if (rows.length === 0) return
  const changes = columnsOf(resource).map((column) => `${quoted(column)} = new.${quoted(column)}`)
  const text = `update ${resource.table} as old set ${changes.slice(2).join(', ')}
    from jsonb_populate_recordset(null::${resource.table}, $1::jsonb) as new
    where old.owner_id = new.owner_id and old.id = new.id`
  await query(tx, 'savepoint before_rows', [])
  try {
    await query(tx, prepared(text), [JSON.stringify(rows.map((row) => storedRow(row)))])
  } catch (error) {
    if (constraintOf(error) === null) throw error
    // Only single statements show which row violated the constraint.
    await query(tx, 'rollback to savepoint before_rows', [])
    for (const row of rows)
      await updateRow(tx, resource, row).catch((violation: unknown) => {
        throw violationAt(violation, row)
      })
  }
}

function storedRow(row: Frame): Stored {
  return { ...row, updated_at: isoTime(row.updated_at) }
}

/** Deletes a row. Throws the resource's error for a violated constraint. */
export async function deleteRow(tx: Transaction, resource: AnyResource, row: Frame): Promise<void> {
  const text = `delete from ${resource.table} where owner_id = $1 and id = $2`
  await translateViolation(resource, query(tx, prepared(text), [row.owner_id, row.id]))
}

export async function selectRow<R extends AnyResource>(
  db: Database,
  resource: R,
  scope: Scope,
): Promise<RowOf<R> | undefined> {
  const rows = await query<Stored>(db, prepared(selection(resource, scope)), Object.values(scope))
  return rows.map((row) => decodeRow(resource, row))[0]
}

/** All rows of a scope by id; only for scopes that are known to be small. */
export async function selectRows<R extends AnyResource>(db: Database, resource: R, scope: Scope): Promise<RowOf<R>[]> {
  const rows = await query<Stored>(db, prepared(`${selection(resource, scope)} order by id`), Object.values(scope))
  return rows.map((row) => decodeRow(resource, row))
}

/** Rows of an owner with these ids, by id; unknown ids are ignored. */
export async function selectRowsById<R extends AnyResource>(
  db: Database,
  resource: R,
  owner_id: string,
  ids: readonly string[],
): Promise<RowOf<R>[]> {
  if (ids.length === 0) return []
  const text = `${selection(resource, { owner_id })} and id = any($2::uuid[]) order by id`
  const rows = await query<Stored>(db, prepared(text), [owner_id, plainArray(ids)])
  return rows.map((row) => decodeRow(resource, row))
}

export async function rowExists(db: Database, table: string, scope: Scope): Promise<boolean> {
  const rows = await query(db, prepared(`select from ${table} where ${conditionsOf(scope)}`), Object.values(scope))
  return rows.length > 0
}

/** Locks rows of a table against deletion until the transaction ends, by id. Returns the ids that exist. */
export async function lockIds(
  tx: Transaction,
  table: 'files' | 'nodes' | 'variations',
  owner_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await query<{ id: string }>(
    tx,
    `select id from ${table} where owner_id = $1 and id = any($2::uuid[]) order by id for key share`,
    [owner_id, plainArray(ids)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Locks a row until the transaction ends. Locks weaker than `update` let others insert rows that refer to it. */
export async function lockRow<R extends AnyResource>(
  tx: Transaction,
  resource: R,
  scope: Scope,
  strength: 'update' | 'no key update' | 'key share' = 'update',
): Promise<RowOf<R> | undefined> {
  const rows = await query<Stored>(tx, prepared(`${selection(resource, scope)} for ${strength}`), Object.values(scope))
  return rows.map((row) => decodeRow(resource, row))[0]
}

/** Locks the rows of a scope with these ids, by id; unknown ids are ignored. */
export async function lockRowsById<R extends AnyResource>(
  tx: Transaction,
  resource: R,
  scope: Scope,
  ids: readonly string[],
): Promise<RowOf<R>[]> {
  const text = `${selection(resource, scope)} and id = any($${Object.keys(scope).length + 1}::uuid[]) order by id for no key update`
  const rows = await query<Stored>(tx, prepared(text), [...Object.values(scope), plainArray(ids)])
  return rows.map((row) => decodeRow(resource, row))
}

/** Locks all rows of a scope, by id; only for scopes that are known to be small. */
export async function lockRows<R extends AnyResource>(tx: Transaction, resource: R, scope: Scope): Promise<RowOf<R>[]> {
  const rows = await query<Stored>(
    tx,
    prepared(`${selection(resource, scope)} order by id for update`),
    Object.values(scope),
  )
  return rows.map((row) => decodeRow(resource, row))
}

export async function listRows<R extends AnyResource>(
  db: Executor,
  resource: R,
  scope: Scope,
  request: ListRequest,
  filter?: Filter,
): Promise<Listed<RowOf<R>>> {
  const columns = columnsOf(resource).map(quoted).join(', ')
  const where = (bind: Bind) => {
    const conditions = Object.entries(scope).map(([column, value]) => `${quoted(column)} = ${bind(value)}`)
    return [...conditions, ...(filter === undefined ? [] : [filter(bind)])].join(' and ')
  }
  const found = await list<Stored>(db, { columns, from: resource.table, where }, request)
  return { ...found, rows: found.rows.map((row) => decodeRow(resource, row)) }
}

export type RowOf<R extends AnyResource> = Parameters<NonNullable<R['show']>>[0]

function selection(resource: AnyResource, scope: Scope): string {
  return `select ${columnsOf(resource).map(quoted).join(', ')} from ${resource.table} where ${conditionsOf(scope)}`
}

function conditionsOf(scope: Scope): string {
  return Object.keys(scope)
    .map((column, index) => `${quoted(column)} = $${index + 1}`)
    .join(' and ')
}

function columnsOf(resource: AnyResource): string[] {
  return [...FRAME, ...Object.keys(resource.internal), ...Object.keys(resource.attributes)]
}

// Quoted, since an attribute may have the name of a keyword.
function quoted(column: string): string {
  return `"${column}"`
}

function attributesOf(resource: AnyResource): [string, Attribute][] {
  return Object.entries({ ...resource.internal, ...resource.attributes })
}

function encodeRow(resource: AnyResource, row: Frame): unknown[] {
  const values: Stored = row
  const own = attributesOf(resource).map(([name, { kind }]) => encode(kind, values[name]))
  return [row.owner_id, row.id, row.version, new Date(row.updated_at), ...own]
}

function encode(kind: Attribute['kind'], value: unknown): unknown {
  return kind === 'json' && value !== null && value !== undefined ? JSON.stringify(value) : value
}

function decodeRow<R extends AnyResource>(resource: R, stored: Stored): RowOf<R> {
  const row: Stored = { ...stored, updated_at: (stored.updated_at as Date).getTime() }
  for (const [name, { kind }] of attributesOf(resource)) {
    const value = stored[name]
    if (kind === 'time' && value instanceof Date) row[name] = value.toISOString()
  }
  return row as RowOf<R>
}
