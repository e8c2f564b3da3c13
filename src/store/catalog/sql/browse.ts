import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Rows } from '../../../db/rows.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Locales } from '../../../kernel/languages.ts'
import type { ProductOption } from '../product.ts'
import type { PublishedPrice } from '../rules/price.ts'
import type { FoundPage } from '../search/search.ts'
import type { ReleaseRef } from './choose.ts'
import { textsIn } from './locales.ts'

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** A product in a release. */
export type ReleasedProduct = Pick<
  Rows['release_products'],
  'id' | 'sku' | 'name' | 'description' | 'category_ids' | 'tags' | 'definition' | 'main_image_file_id' | 'file_ids'
> & {
  extensions: Record<string, unknown>
  options: ProductOption[]
  /** Texts in the requested language; null when there are none. */
  locales: Locales<'name' | 'description'> | null
  /** Prices in the requested currency in order of precedence, valid now or not; null when there are none. */
  prices: PublishedPrice[] | null
}

const SELECT = `select id, sku, name, description, extensions, category_ids, tags, definition, options, main_image_file_id,
       file_ids, ${textsIn('locales', '$5')} as locales, prices -> $4 as prices
  from release_products where owner_id = $1 and release_id = $2`

const BY_ID = prepared(`${SELECT} and id = any($3::uuid[])`)
const BY_DEFINITION = prepared(`${SELECT} and definition <> '' and definition = any($3::text[]) order by id`)

/** What is read of products: prices in a currency, texts in a language (`fr`) beside their own; null for none. */
export type ProductDetails = { currency: string | null; language: string | null }

/** Products of a release by id; ids that are not in it are ignored. */
export function selectReleasedProducts(
  db: Database,
  { owner_id, release_id }: Ref,
  ids: readonly string[],
  { currency, language }: ProductDetails,
): Promise<ReleasedProduct[]> {
  return query(db, BY_ID, [owner_id, release_id, plainArray(ids.filter(isUuid)), currency, language])
}

/** All products of a release with these definitions, oldest first. */
export function selectVariants(
  db: Database,
  { owner_id, release_id }: Ref,
  definitions: readonly string[],
  { currency, language }: ProductDetails,
): Promise<ReleasedProduct[]> {
  return query(db, BY_DEFINITION, [owner_id, release_id, definitions, currency, language])
}

/** The ids of products by SKU, in the order of the SKUs; unknown SKUs are ignored. */
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

/** A hierarchy, which is a root, or a node. `parent_id` is null for a hierarchy. */
export type NavigationNode = {
  id: string
  name: string
  slug: string
  description: string
  /** Texts in the requested language; null when there are none. */
  locales: Locales<'name' | 'description'> | null
  parent_id: string | null
  hierarchy_id: string
  /** Ids of the direct children, sorted by `sort_order`. */
  children: string[]
}

/** The ids of the hierarchies of a release, sorted by name. */
export async function selectRootNodes(db: Database, { owner_id, release_id }: Ref): Promise<string[]> {
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

/** Hierarchies and nodes of a release by id, with texts in a language; ids that are not in it are ignored. */
export function selectNavigationNodes(
  db: Database,
  { owner_id, release_id }: Ref,
  ids: readonly string[],
  language: string | null,
): Promise<NavigationNode[]> {
  return query(
    db,
    `select h.id, h.name, h.slug, h.description, ${textsIn('h.locales', '$4')} as locales, null::uuid as parent_id,
            h.id as hierarchy_id,
            ${childrenOf('h.id', 'is null')}
       from release_hierarchies h where h.owner_id = $1 and h.release_id = $2 and h.id = any($3::uuid[])
      union all
     select n.id, n.name, n.slug, n.description, ${textsIn('n.locales', '$4')}, coalesce(n.parent_id, n.hierarchy_id),
            n.hierarchy_id,
            ${childrenOf('n.hierarchy_id', '= n.id')}
       from release_nodes n where n.owner_id = $1 and n.release_id = $2 and n.id = any($3::uuid[])`,
    [owner_id, release_id, plainArray(ids.filter(isUuid)), language],
  )
}

export type NodePageRequest = { id: string; offset: number }

/** A page of products for each request, oldest first: those in the node and its descendants. One statement. */
export async function selectNodeProducts(
  db: Database,
  { owner_id, release_id }: Ref,
  requests: readonly NodePageRequest[],
  limit: number,
): Promise<FoundPage[]> {
  const rows = await query<{ ids: string[]; results: number }>(
    db,
    `select array(
              select distinct p.product_id from release_places p
               where p.owner_id = $1 and p.release_id = $2 and p.place_id = any(subtree.ids)
               order by p.product_id offset requested.skipped limit $5) as ids,
            (select count(distinct p.product_id) from release_places p
              where p.owner_id = $1 and p.release_id = $2 and p.place_id = any(subtree.ids)) as results
       from unnest($3::uuid[], $4::bigint[]) with ordinality as requested(id, skipped, number)
       cross join lateral (
         select requested.id || array(
           select n.id from release_nodes n
            where n.owner_id = $1 and n.release_id = $2 and requested.id = any(n.ancestors)) as ids
       ) as subtree
      order by requested.number`,
    [
      owner_id,
      release_id,
      plainArray(requests.map(({ id }) => id)),
      plainArray(requests.map(({ offset }) => offset)),
      limit,
    ],
  )
  return rows
}
