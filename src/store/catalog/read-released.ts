import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Listed, list } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import type { ReleaseRef } from './choose.ts'
import type { Released, ReleasedRow } from './released.ts'

/** In which hierarchy or node of the release; null for all of it. */
export type Within = { kind: 'hierarchy' | 'node'; id: string } | null

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** One page of what a release holds. Throws `not_found` for the hierarchy or node. */
export async function listReleased(
  db: Database,
  released: Released,
  ref: Ref,
  within: Within,
  request: ListRequest,
): Promise<Listed<ReleasedRow>> {
  const all = rowsOf(db, released, ref)
  const listed = await list(db, within === null ? all : all.where(condition(released, ref, within)), request)
  if (listed.rows.length === 0 && within !== null) await expectThere(db, ref, within)
  return listed as Listed<ReleasedRow>
}

/** Throws `not_found`. */
export async function getReleased(db: Database, released: Released, ref: Ref, id: string): Promise<ReleasedRow> {
  const row = await rowsOf(db, released, ref).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound(released.type)
  return row as ReleasedRow
}

function rowsOf(db: Database, { table, attributes, columns }: Released, { owner_id, release_id }: Ref) {
  return db
    .withTables<Record<Released['table'], Record<string, unknown>>>()
    .selectFrom(table)
    .select(['owner_id', 'release_id', 'id', 'updated_at', ...Object.keys(attributes), ...columns])
    .where('owner_id', '=', owner_id)
    .where('release_id', '=', release_id)
}

function condition(
  { type }: Released,
  { owner_id, release_id }: Ref,
  { id }: NonNullable<Within>,
): RawBuilder<SqlBool> {
  if (type === 'node') return sql`hierarchy_id = ${id}`
  return sql`id in (select product_id from release_places
    where owner_id = ${owner_id} and release_id = ${release_id} and place_id = ${id})`
}

async function expectThere(db: Database, ref: Ref, { kind, id }: NonNullable<Within>): Promise<void> {
  const found = await db
    .withTables<Record<'release_hierarchies' | 'release_nodes', Record<string, unknown>>>()
    .selectFrom(kind === 'node' ? 'release_nodes' : 'release_hierarchies')
    .select('id')
    .where('owner_id', '=', ref.owner_id)
    .where('release_id', '=', ref.release_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound(kind)
}
