import { plainArray } from '../../../db/arrays.ts'
import { type Executor, query } from '../../../db/database.ts'
import { type Bind, type Listed, list } from '../../../db/list.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ListRequest } from '../../../kernel/lists/list.ts'
import type { Ref } from '../../catalog/cache/release-cache.ts'
import { namedRows } from '../../catalog/sql/named-rows.ts'
import type { Released, ReleasedRow } from '../released-resource.ts'

/**
 * `all` lists everything below a hierarchy, `children` the direct children of a hierarchy or node, or the variants of a
 * product; `components` lists a product's components.
 */
export type Depth = 'all' | 'children' | 'components'

/** Limits a list to a hierarchy, node or product; null for the whole release. */
export type Within = { kind: keyof typeof TABLES; id: string; depth: Depth } | null

const TABLES = { hierarchy: 'release_hierarchies', node: 'release_nodes', product: 'release_products' } as const

export type ReleasedPage = {
  within: Within
  /** True to list only the oldest product of each definition. */
  one_of_each: boolean
  request: ListRequest
}

/** One page of a release's rows. Throws `not_found` for the hierarchy or node. */
export async function selectReleasedPage(
  db: Executor,
  released: Released,
  ref: Ref,
  { within, one_of_each, request }: ReleasedPage,
): Promise<Listed<ReleasedRow>> {
  const where = (bind: Bind) => {
    const conditions = [`owner_id = ${bind(ref.owner_id)}`, `release_id = ${bind(ref.release_id)}`]
    if (within !== null) conditions.push(isWithin(bind, released, ref, within))
    if (one_of_each && released.type === 'product' && within?.kind !== 'product')
      conditions.push(isOldest(bind, ref, within))
    return conditions.join(' and ')
  }
  const source = { columns: columnsOf(released), from: released.table, where }
  const listed = await list<ReleasedRow>(db, source, request)
  if (listed.rows.length === 0 && within !== null) await expectExists(db, ref, within)
  return listed
}

/** Rows of a release by id; unknown ids are left out. */
export function selectReleasedRows(
  db: Executor,
  released: Released,
  { owner_id, release_id }: Ref,
  ids: readonly string[],
): Promise<ReleasedRow[]> {
  const text = namedRows(released.table, columnsOf(released))
  return query(db, text, [owner_id, release_id, plainArray(ids)])
}

function columnsOf({ attributes, columns }: Released): string {
  const names = ['owner_id', 'release_id', 'id', 'updated_at', ...Object.keys(attributes), ...columns]
  return names.map((name) => `"${name}"`).join(', ')
}

function isWithin(bind: Bind, { type }: Released, ref: Ref, { kind, id, depth }: NonNullable<Within>): string {
  const { owner_id, release_id } = ref
  if (kind === 'product') return depth === 'components' ? 'false' : isVariant(bind, ref, id)
  if (type === 'node' && kind === 'node') return `parent_id = ${bind(id)}`
  if (type === 'node') return `hierarchy_id = ${bind(id)}${depth === 'children' ? ' and parent_id is null' : ''}`
  return `id in (select product_id from release_places
    where owner_id = ${bind(owner_id)} and release_id = ${bind(release_id)} and place_id = ${bind(id)})`
}

/** Built children refer to their unpublished parent by its id unless it has a definition of its own. */
function isVariant(bind: Bind, { owner_id, release_id }: Ref, id: string): string {
  return `definition <> '' and definition in (
    select definition from release_products
     where owner_id = ${bind(owner_id)} and release_id = ${bind(release_id)} and id = ${bind(id)}
    union all select ${bind(id)}::text)`
}

function isOldest(bind: Bind, { owner_id, release_id }: Ref, within: Within): string {
  const inList =
    within === null
      ? 'true'
      : `exists (select from release_places where owner_id = ${bind(owner_id)} and release_id = ${bind(release_id)}
           and place_id = ${bind(within.id)} and product_id = older.id)`
  return `(definition = ''
    or not exists (select from release_products as older
        where older.owner_id = ${bind(owner_id)} and older.release_id = ${bind(release_id)} and older.definition <> ''
          and older.definition = release_products.definition and older.id < release_products.id and ${inList}))`
}

async function expectExists(
  db: Executor,
  { owner_id, release_id }: Ref,
  { kind, id }: NonNullable<Within>,
): Promise<void> {
  const text = `select 1 from ${TABLES[kind]} where owner_id = $1 and release_id = $2 and id = $3`
  if ((await query(db, text, [owner_id, release_id, id])).length === 0) throw notFound(kind)
}
