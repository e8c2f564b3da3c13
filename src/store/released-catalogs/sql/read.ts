import { type Database, query } from '../../../db/database.ts'
import { type Bind, type Listed, list } from '../../../db/list.ts'
import { notFound } from '../../../kernel/errors.ts'
import type { ListRequest } from '../../../kernel/lists/list.ts'
import type { ReleaseRef } from '../../catalog/sql/choose.ts'
import type { Released, ReleasedRow } from '../released-resource.ts'

/** Whether a list of nodes has all below a hierarchy, or only those directly below a hierarchy or node. */
export type Depth = 'all' | 'children'

/**
 * Limits a list to a hierarchy or node of the release; `depth` is of lists of nodes. Null for the whole
 * release.
 */
export type Within = { kind: 'hierarchy' | 'node'; id: string; depth: Depth } | null

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

type Page = {
  within: Within
  /** The store whose shoppers see the page; null for sellers, who see everything. */
  shown_in: string | null
  request: ListRequest
}

/** One page of a release's rows. Throws `not_found` for the hierarchy or node. */
export async function listReleased(
  db: Database,
  released: Released,
  ref: Ref,
  { within, shown_in, request }: Page,
): Promise<Listed<ReleasedRow>> {
  const where = (bind: Bind) => {
    const conditions = [`owner_id = ${bind(ref.owner_id)}`, `release_id = ${bind(ref.release_id)}`]
    if (within !== null) conditions.push(isWithin(bind, released, ref, within))
    if (shown_in !== null && released.type === 'product') conditions.push(isListed(bind, ref, within, shown_in))
    return conditions.join(' and ')
  }
  const source = { columns: columnsOf(released), from: released.table, where }
  const listed = await list<ReleasedRow>(db, source, request)
  if (listed.rows.length === 0 && within !== null) await expectExists(db, ref, within)
  return listed
}

/** One row of a release. Throws `not_found`. */
export async function getReleased(
  db: Database,
  released: Released,
  { owner_id, release_id }: Ref,
  id: string,
): Promise<ReleasedRow> {
  const [row] = await query<ReleasedRow>(
    db,
    `select ${columnsOf(released)} from ${released.table} where owner_id = $1 and release_id = $2 and id = $3`,
    [owner_id, release_id, id],
  )
  if (row === undefined) throw notFound(released.type)
  return row
}

function columnsOf({ type, attributes, columns }: Released): string {
  const names = ['owner_id', 'release_id', 'id', 'updated_at', ...Object.keys(attributes), ...columns]
  const stored = names.map((name) => `"${name}"`)
  return [...stored, ...(type === 'product' ? EXISTING_FILES : [])].join(', ')
}

/** Files can be deleted, a release cannot change. */
const EXISTING_FILES = [
  `array(select f.id from unnest(file_ids) with ordinality as named(file_id, position)
     join files f on f.owner_id = release_products.owner_id and f.id = named.file_id::uuid
    order by named.position) as file_ids`,
  `(select f.id from files f
     where f.owner_id = release_products.owner_id and f.id = main_image_file_id) as image_id`,
]

function isWithin(bind: Bind, { type }: Released, ref: Ref, { kind, id, depth }: NonNullable<Within>): string {
  const { owner_id, release_id } = ref
  if (type === 'node' && kind === 'node') return `parent_id = ${bind(id)}`
  if (type === 'node') return `hierarchy_id = ${bind(id)}${depth === 'children' ? ' and parent_id is null' : ''}`
  return `id in (select product_id from release_places
    where owner_id = ${bind(owner_id)} and release_id = ${bind(release_id)} and place_id = ${bind(id)})`
}

/** If the store's setting `list_child_products` is false, only the oldest product of each definition in the list. */
function isListed(bind: Bind, { owner_id, release_id }: Ref, within: Within, store_id: string): string {
  const inList =
    within === null
      ? 'true'
      : `exists (select from release_places where owner_id = ${bind(owner_id)} and release_id = ${bind(release_id)}
           and place_id = ${bind(within.id)} and product_id = older.id)`
  return `(definition = ''
    or coalesce((select list_child_products from settings where settings.owner_id = ${bind(store_id)}), true)
    or not exists (select from release_products as older
        where older.owner_id = ${bind(owner_id)} and older.release_id = ${bind(release_id)} and older.definition <> ''
          and older.definition = release_products.definition and older.id < release_products.id and ${inList}))`
}

async function expectExists(
  db: Database,
  { owner_id, release_id }: Ref,
  { kind, id }: NonNullable<Within>,
): Promise<void> {
  const table = kind === 'node' ? 'release_nodes' : 'release_hierarchies'
  const text = `select 1 from ${table} where owner_id = $1 and release_id = $2 and id = $3`
  if ((await query(db, text, [owner_id, release_id, id])).length === 0) throw notFound(kind)
}
