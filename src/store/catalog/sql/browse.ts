import { plainArray } from '../../../db/arrays.ts'
import { type Database, type Executor, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { at } from '../../../kernel/at.ts'
import { plainText } from '../../../kernel/text/case-key.ts'
import type { Locales } from '../../../kernel/text/languages.ts'
import { readCached, readEachCached } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import type { FoundPage } from '../search/search.ts'
import { namedRows, productsOfSkus } from './named-rows.ts'
import { uuidsIn } from './product-rows.ts'

const VARIANTS = prepared(`select definition, array_agg(id order by id) as ids from release_products
 where owner_id = $1 and release_id = $2 and definition <> '' and definition = any($3::text[]) group by definition`)

/** Ids of all variants in a release by definition, oldest first. */
export function idsByDefinition(
  db: Database,
  ref: Ref,
  definitions: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return readEachCached(db, ref, 'variants', definitions, async (read, missing) => {
    const values = [ref.owner_id, ref.release_id, missing]
    const rows = await query<{ definition: string; ids: string[] }>(read, VARIANTS, values)
    return rows.map(({ definition, ids }) => [definition, ids])
  })
}

/** Ids of products in the order of their SKUs, whose case is ignored; unknown SKUs are left out. */
export async function selectIdsBySku(db: Database, ref: Ref, skus: readonly string[]): Promise<string[]> {
  const ids = await idsBySku(db, ref, skus)
  return [...new Set(skus.flatMap((sku) => ids.get(sku) ?? []))]
}

/** Ids of products by SKU as it is requested. */
export function idsBySku(db: Database, ref: Ref, skus: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return readEachCached(db, ref, 'sku', skus, async (read, missing) => {
    const values = [ref.owner_id, ref.release_id, missing, missing.map(plainText)]
    const rows = await query<{ id: string; value: string }>(read, BY_SKU, values)
    return rows.map(({ id, value }) => [value, id])
  })
}

const BY_SKU = prepared(productsOfSkus('p.id, named.value'))

/** A hierarchy (a root, whose `parent_id` is null) or a node. */
export type NavigationNode = {
  id: string
  name: string
  slug: string
  description: string
  locales: Locales<'name' | 'description'>
  parent_id: string | null
  hierarchy_id: string
  /** Ids of direct children, by `sort_order`. */
  children: string[]
}

/** Ids of the hierarchies of a release, by name. */
export function selectRootNodes(db: Database, ref: Ref): Promise<string[]> {
  return readCached(db, ref, 'roots', async (read) => {
    const rows = await query<{ id: string }>(read, ROOTS, [ref.owner_id, ref.release_id])
    return rows.map(({ id }) => id)
  })
}

const ROOTS = prepared('select id from release_hierarchies where owner_id = $1 and release_id = $2 order by name, id')

const childrenOf = (hierarchy: string, parent: string) => `array(
  select c.id from release_nodes c
   where c.owner_id = $1 and c.release_id = $2 and c.hierarchy_id = ${hierarchy} and c.parent_id ${parent}
   order by c.sort_order, c.name, c.id) as children`

/** Hierarchies and nodes of a release by id; unknown ids are left out. */
export function navigationNodes(
  db: Database,
  ref: Ref,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NavigationNode>> {
  return readEachCached(db, ref, 'node', uuidsIn(ids), async (read, missing) => {
    const rows = await query<NavigationNode>(read, NODES, [ref.owner_id, ref.release_id, plainArray(missing)])
    return rows.map((row) => [row.id, row])
  })
}

const NODES =
  prepared(`select h.id, h.name, h.slug, h.description, h.locales, null::uuid as parent_id, h.id as hierarchy_id,
       ${childrenOf('h.id', 'is null')}
  from (${namedRows('release_hierarchies', 'p.*')}) as h
 union all
select n.id, n.name, n.slug, n.description, n.locales, coalesce(n.parent_id, n.hierarchy_id), n.hierarchy_id,
       ${childrenOf('n.hierarchy_id', '= n.id')}
  from (${namedRows('release_nodes', 'p.*')}) as n`)

export type NodePageRequest = { id: string; offset: number }

/** Pages of products in nodes and their descendants, oldest first. One statement reads all uncached pages. */
export async function nodeProducts(
  db: Database,
  ref: Ref,
  requests: readonly NodePageRequest[],
  limit: number,
): Promise<FoundPage[]> {
  const keys = requests.map(({ id, offset }) => `${id} ${offset} ${limit}`)
  const byKey = new Map(requests.map((request, index) => [keys[index] ?? '', request]))
  const pages = await readEachCached(db, ref, 'page of node', keys, async (read, missing) => {
    const missed = missing.flatMap((key) => byKey.get(key) ?? [])
    const rows = await selectNodeProducts(read, ref, missed, limit)
    return missing.map((key, index) => [key, at(rows, index)])
  })
  return keys.map((key) => pages.get(key) ?? { ids: [], results: 0 })
}

function selectNodeProducts(
  db: Executor,
  { owner_id, release_id }: Ref,
  requests: readonly NodePageRequest[],
  limit: number,
): Promise<FoundPage[]> {
  const [ids, offsets] = [requests.map(({ id }) => id), requests.map(({ offset }) => offset)]
  return query(db, NODE_PRODUCTS, [owner_id, release_id, plainArray(ids), plainArray(offsets), limit])
}

const NODE_PRODUCTS = prepared(`select array(
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
 order by requested.number`)
