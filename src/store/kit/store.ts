import type { Expression, SqlBool } from 'kysely'
import { type Listed, list } from '../../db/list.ts'
import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import type { ListRequest } from '../../kernel/list.ts'
import type { Attribute } from './attribute.ts'
import { translateViolation } from './constraints.ts'
import type { AnyResource, Frame } from './resource.ts'

/** Columns that narrow a statement to some rows of an owner, such as the one of the parent. */
export type Scope = Readonly<Record<string, string>>

type Stored = Record<string, unknown>

/** Leaves fewer rows of a list than its scope does. */
export type Narrowing = <Rows extends { where(condition: Expression<SqlBool>): Rows }>(rows: Rows) => Rows

const FRAME = ['owner_id', 'id', 'version', 'updated_at'] as const

/** Throws what the resource says of the constraint that the row breaks. */
export async function insertRow(tx: Transaction, resource: AnyResource, row: Frame): Promise<void> {
  const columns = columnsOf(resource)
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into ${resource.table} (${columns.map(quoted).join(', ')}) values (${places.join(', ')})`
  await translateViolation(resource, query(tx, prepared(text), encodeRow(resource, row)))
}

/** Writes every column. Throws what the resource says of the constraint that the row breaks. */
export async function updateRow(tx: Transaction, resource: AnyResource, row: Frame): Promise<void> {
  const columns = columnsOf(resource)
  const changes = columns.map((column, index) => `${quoted(column)} = $${index + 1}`).slice(2)
  const text = `update ${resource.table} set ${changes.join(', ')} where owner_id = $1 and id = $2`
  await translateViolation(resource, query(tx, prepared(text), encodeRow(resource, row)))
}

/** Throws what the resource says of the constraint that keeps the row. */
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

/** All rows of a scope that is known to be small, in the order of their ids. */
export async function selectRows<R extends AnyResource>(db: Database, resource: R, scope: Scope): Promise<RowOf<R>[]> {
  const rows = await query<Stored>(db, prepared(`${selection(resource, scope)} order by id`), Object.values(scope))
  return rows.map((row) => decodeRow(resource, row))
}

export async function rowExists(db: Database, table: string, scope: Scope): Promise<boolean> {
  const rows = await query(db, prepared(`select from ${table} where ${conditionsOf(scope)}`), Object.values(scope))
  return rows.length > 0
}

/** Locks the row until the transaction ends; rows that refer to it can still come when it is not to go. */
export async function lockRow<R extends AnyResource>(
  tx: Transaction,
  resource: R,
  scope: Scope,
  strength: 'update' | 'no key update' | 'key share' = 'update',
): Promise<RowOf<R> | undefined> {
  const rows = await query<Stored>(tx, prepared(`${selection(resource, scope)} for ${strength}`), Object.values(scope))
  return rows.map((row) => decodeRow(resource, row))[0]
}

/** All rows of a scope that is known to be small, locked, in the order of their ids. */
export async function lockRows<R extends AnyResource>(tx: Transaction, resource: R, scope: Scope): Promise<RowOf<R>[]> {
  const rows = await query<Stored>(
    tx,
    prepared(`${selection(resource, scope)} order by id for update`),
    Object.values(scope),
  )
  return rows.map((row) => decodeRow(resource, row))
}

export async function listRows<R extends AnyResource>(
  db: Database,
  resource: R,
  scope: Scope,
  request: ListRequest,
  narrower: Narrowing = (rows) => rows,
): Promise<Listed<RowOf<R>>> {
  const narrowed = Object.entries(scope).reduce(
    (builder, [column, value]) => builder.where(column, '=', value),
    db.withTables<{ [table: string]: Stored }>().selectFrom(resource.table).select(columnsOf(resource)),
  )
  const found = await list(db, narrower(narrowed), request)
  return { ...found, rows: found.rows.map((row) => decodeRow(resource, row as Stored)) }
}

/** The row that a resource declares. */
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
  return [...FRAME, ...Object.keys(resource.kept), ...Object.keys(resource.attributes)]
}

// An attribute may have the name of a keyword.
function quoted(column: string): string {
  return `"${column}"`
}

function attributesOf(resource: AnyResource): [string, Attribute][] {
  return Object.entries({ ...resource.kept, ...resource.attributes })
}

function encodeRow(resource: AnyResource, row: Frame): unknown[] {
  const values = row as unknown as Stored
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
