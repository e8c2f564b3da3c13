import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Listed, list } from '../../../db/list.ts'
import type { Database } from '../../../db/tables.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ListRequest } from '../../../kernel/list.ts'
import type { ReleaseRef } from '../choose.ts'
import type { Released, ReleasedRow } from './released.ts'

/** In which hierarchy or node of the release; null for all of it. */
export type Within = { kind: 'hierarchy' | 'node'; id: string } | null

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

type Page = {
  within: Within
  /** The store whose shoppers see it; null for sellers, who see everything. */
  shown_in: string | null
  request: ListRequest
}

/** One page of what a release holds. Throws `not_found` for the hierarchy or node. */
export async function listReleased(
  db: Database,
  released: Released,
  ref: Ref,
  { within, shown_in, request }: Page,
): Promise<Listed<ReleasedRow>> {
  const all = rowsOf(db, released, ref)
  const placed = within === null ? all : all.where(condition(released, ref, within))
  const shown = shown_in === null || released.type !== 'product' ? placed : placed.where(isShown(ref, within, shown_in))
  const listed = await list(db, shown, request)
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

/** Of products of one definition the oldest in the list alone, where the settings of the store leave the others out. */
function isShown({ owner_id, release_id }: Ref, within: Within, store_id: string): RawBuilder<SqlBool> {
  const inList =
    within === null
      ? sql`true`
      : sql`exists (select from release_places where owner_id = ${owner_id} and release_id = ${release_id}
              and place_id = ${within.id} and product_id = older.id)`
  return sql`(definition = ''
    or coalesce((select list_child_products from settings where settings.owner_id = ${store_id}), true)
    or not exists (select from release_products as older
        where older.owner_id = ${owner_id} and older.release_id = ${release_id} and older.definition <> ''
          and older.definition = release_products.definition and older.id < release_products.id and ${inList}))`
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
