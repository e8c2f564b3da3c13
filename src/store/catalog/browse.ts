import { plainArray } from '../../db/arrays.ts'
import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { ReleaseRef } from './choose.ts'
import type { ProductOption } from './product.ts'
import type { PublishedPrice } from './rules/price.ts'
import type { FoundPage } from './search.ts'

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** A product as a release holds it. */
export type ShelfProduct = {
  id: string
  sku: string
  name: string
  description: string
  extensions: Record<string, unknown>
  category_ids: string[]
  tags: string[]
  /** What it is a variant of; '' when there are no others. */
  definition: string
  options: ProductOption[]
  /** Those that may hold in the currency that was asked for, the one to prefer first; null without a price. */
  prices: PublishedPrice[] | null
}

const SHELF = `select id, sku, name, description, extensions, category_ids, tags, definition, options, prices -> $4 as prices
  from release_products where owner_id = $1 and release_id = $2`

const SHELF_PRODUCTS = prepared(`${SHELF} and id = any($3::uuid[])`)
const VARIANTS = prepared(`${SHELF} and definition <> '' and definition = any($3::text[]) order by id`)

/** Products of a release by id; what is not in it is left out. */
export function selectShelfProducts(
  db: Database,
  { owner_id, release_id }: Ref,
  ids: readonly string[],
  currency: string | null,
): Promise<ShelfProduct[]> {
  return query(db, SHELF_PRODUCTS, [owner_id, release_id, plainArray(ids.filter(isUuid)), currency])
}

/** All products of a release that are variants of so many things, the oldest first. */
export function selectVariants(
  db: Database,
  { owner_id, release_id }: Ref,
  definitions: readonly string[],
  currency: string | null,
): Promise<ShelfProduct[]> {
  return query(db, VARIANTS, [owner_id, release_id, definitions, currency])
}

/** The ids of products by sku, in the order of the skus; unknown ones are left out. */
export async function selectIdsBySku(
  db: Database,
  { owner_id, release_id }: Ref,
  skus: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string; sku: string }>(
    db,
    `select id, sku from release_products where owner_id = $1 and release_id = $2 and sku = any($3::text[])`,
    [owner_id, release_id, skus],
  )
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]))
  return [...new Set(skus)].flatMap((sku) => ids.get(sku) ?? [])
}

/** Where products are: a hierarchy, which has nothing above it, or a node. */
export type Place = {
  id: string
  name: string
  slug: string
  description: string
  parent_id: string | null
  hierarchy_id: string
  /** Those right below, as sellers sort them. */
  children: string[]
}

/** The hierarchies of a release, by name. */
export async function selectTopPlaces(db: Database, { owner_id, release_id }: Ref): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'select id from release_hierarchies where owner_id = $1 and release_id = $2 order by name, id',
    [owner_id, release_id],
  )
  return rows.map(({ id }) => id)
}

const childrenOf = (hierarchy: string, parent: string) => `array(
  select c.id from release_nodes c
   where c.owner_id = $1 and c.release_id = $2 and c.hierarchy_id = ${hierarchy} and c.parent_id ${parent}
   order by c.sort_order, c.name, c.id) as children`

/** Hierarchies and nodes of a release by id; what is not in it is left out. */
export function selectPlaces(db: Database, { owner_id, release_id }: Ref, ids: readonly string[]): Promise<Place[]> {
  return query(
    db,
    `select h.id, h.name, h.slug, h.description, null::uuid as parent_id, h.id as hierarchy_id,
            ${childrenOf('h.id', 'is null')}
       from release_hierarchies h where h.owner_id = $1 and h.release_id = $2 and h.id = any($3::uuid[])
      union all
     select n.id, n.name, n.slug, n.description, coalesce(n.parent_id, n.hierarchy_id), n.hierarchy_id,
            ${childrenOf('n.hierarchy_id', '= n.id')}
       from release_nodes n where n.owner_id = $1 and n.release_id = $2 and n.id = any($3::uuid[])`,
    [owner_id, release_id, plainArray(ids.filter(isUuid))],
  )
}

export type PlaceRequest = { id: string; offset: number }

/** Pages of the products in places and all below them, the oldest first; one for each request, in one statement. */
export async function selectProductsIn(
  db: Database,
  { owner_id, release_id }: Ref,
  asked: readonly PlaceRequest[],
  limit: number,
): Promise<FoundPage[]> {
  const rows = await query<{ ids: string[]; results: number }>(
    db,
    `select array(
              select distinct p.product_id from release_places p
               where p.owner_id = $1 and p.release_id = $2 and p.place_id = any(within.places)
               order by p.product_id offset asked.skipped limit $5) as ids,
            (select count(distinct p.product_id) from release_places p
              where p.owner_id = $1 and p.release_id = $2 and p.place_id = any(within.places)) as results
       from unnest($3::uuid[], $4::bigint[]) with ordinality as asked(id, skipped, place)
       cross join lateral (
         select asked.id || array(
           select n.id from release_nodes n
            where n.owner_id = $1 and n.release_id = $2 and asked.id = any(n.ancestors)) as places
       ) as within
      order by asked.place`,
    [owner_id, release_id, plainArray(asked.map(({ id }) => id)), plainArray(asked.map(({ offset }) => offset)), limit],
  )
  return rows
}
