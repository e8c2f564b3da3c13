import { plainArray } from '../../../../db/arrays.ts'
import { query, type Transaction } from '../../../../db/database.ts'
import type { Summary } from '../release.ts'
import { indexProducts } from './index-products.ts'
import {
  COPIED,
  FAMILY_OF_PRODUCT,
  HIERARCHY_DIGEST,
  LIVE_PARENTS_IN_RANGE,
  LIVE_PRODUCTS_IN_RANGE,
  NODE_DIGEST,
  nodeTree,
  PRICES_OF_PRODUCT,
  PRODUCT_DIGEST,
} from './release-rows.ts'

/** Sources of a release. Price books are in order of precedence. */
export type Sources = {
  owner_id: string
  release_id: string
  hierarchy_ids: readonly string[]
  pricebook_ids: readonly string[]
  /** The release to compare with; null lists everything as created. */
  previous_release_id: string | null
}

/** Products per copy statement: a few hundred milliseconds, well below the query timeout. */
export const COPY_BATCH = 1_000

export const MIN_ID = '00000000-0000-0000-0000-000000000000'
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Copies hierarchies, nodes, products and prices into a release, in the caller's transaction, which should be
 * repeatable read. Rows are copied inside PostgreSQL. Throws if the signal aborts.
 */
export async function copyRelease(tx: Transaction, sources: Sources, signal: AbortSignal): Promise<Summary> {
  await copyHierarchies(tx, sources)
  await copyNodes(tx, sources)
  for (const table of ['hierarchies', 'nodes'] as const) await insertChanges(tx, sources, table, [MIN_ID, MAX_ID])
  const ranges: Range[] = []
  for (let from = MIN_ID; from !== MAX_ID; ) {
    signal.throwIfAborted()
    const until = await endOfBatch(tx, sources, from)
    await copyPlacements(tx, sources, [from, until])
    await copyProducts(tx, sources, [from, until])
    await insertChanges(tx, sources, 'products', [from, until])
    ranges.push([from, until])
    from = until
  }
  for (const range of ranges) {
    signal.throwIfAborted()
    await copyParents(tx, sources, range)
  }
  await indexProducts(tx, sources, signal)
  return summarize(tx, sources)
}

/** Range of ids: `from` exclusive, `until` inclusive. */
type Range = readonly [from: string, until: string]

async function copyHierarchies(tx: Transaction, { owner_id, release_id, hierarchy_ids }: Sources): Promise<void> {
  await query(
    tx,
    `insert into release_hierarchies (owner_id, release_id, id, updated_at, name, slug, description, locales,
                                      shopper_attributes, digest)
     select owner_id, $2, id, updated_at, name, slug, description, locales, shopper_attributes,
            ${HIERARCHY_DIGEST}
       from hierarchies where owner_id = $1 and id = any($3::uuid[])`,
    [owner_id, release_id, plainArray(hierarchy_ids)],
  )
}

async function copyNodes(tx: Transaction, { owner_id, release_id, hierarchy_ids }: Sources): Promise<void> {
  await query(
    tx,
    `with recursive ${nodeTree('$3')}
     insert into release_nodes (owner_id, release_id, id, updated_at, hierarchy_id, parent_id, ancestors, name, slug,
                                description, locales, shopper_attributes, sort_order, digest)
     select owner_id, $2, id, updated_at, hierarchy_id, parent_id, ancestors, name, slug, description, locales,
            shopper_attributes, sort_order, ${NODE_DIGEST}
       from tree`,
    [owner_id, release_id, plainArray(hierarchy_ids)],
  )
}

/** Returns the id of the last product of the next batch; the highest id for the last batch. */
export async function endOfBatch(
  tx: Transaction,
  { owner_id }: Pick<Sources, 'owner_id'>,
  from: string,
): Promise<string> {
  const rows = await query<{ id: string }>(
    tx,
    `select id from products where owner_id = $1 and id > $2 order by id limit 1 offset ${COPY_BATCH - 1}`,
    [owner_id, from],
  )
  return rows[0]?.id ?? MAX_ID
}

/**
 * The nodes of the release that contain the product `p`. `offset 0` is an optimization fence that forces nested index
 * lookups: tables just filled have no statistics, so the planner would choose full joins.
 */
const NODES_OF_PRODUCT = `node_products m
  cross join lateral (
    select n.id, n.hierarchy_id, n.ancestors from release_nodes n
     where n.owner_id = p.owner_id and n.release_id = $2 and n.id = m.node_id offset 0
  ) as n
 where m.owner_id = p.owner_id and m.product_id = p.id`

async function copyPlacements(tx: Transaction, { owner_id, release_id }: Sources, range: Range): Promise<void> {
  await query(
    tx,
    `insert into release_places (owner_id, release_id, place_id, product_id)
     select p.owner_id, $2, placed.id, p.id
       from products p
       cross join lateral (
         select n.id from ${NODES_OF_PRODUCT}
          union
         select n.hierarchy_id from ${NODES_OF_PRODUCT}
       ) as placed
      where ${LIVE_PRODUCTS_IN_RANGE}`,
    [owner_id, release_id, ...range],
  )
}

/** The columns of the product `p` in a release, with its nodes as `placed`; null if it is in no node. */
const PLACED_AND_PRICED = `p.*, placed.node_ids, placed.category_ids, coalesce(priced.prices, '{}') as prices
         from products p
         cross join lateral (
           select array_agg(distinct placed.id order by placed.id) as node_ids,
                  array_agg(distinct category.id order by category.id) as category_ids
             from (select n.id, n.ancestors from ${NODES_OF_PRODUCT}) as placed
             cross join lateral unnest(placed.ancestors || placed.id) as category(id)
         ) as placed
         cross join lateral (${PRICES_OF_PRODUCT}) as priced`

async function copyProducts(tx: Transaction, sources: Sources, range: Range): Promise<void> {
  const { owner_id, release_id, pricebook_ids } = sources
  await query(
    tx,
    `with copied as (
       select family.parent_id, family.child_variations, ${PLACED_AND_PRICED}
         left join lateral (${FAMILY_OF_PRODUCT}) as family on true
        where ${LIVE_PRODUCTS_IN_RANGE} and placed.node_ids is not null
     )
     insert into release_products (owner_id, release_id, id, updated_at, ${COPIED}, node_ids, category_ids, prices,
                                   base_product_id, child_variations, product_types, digest)
     select owner_id, $2, id, updated_at, ${COPIED}, node_ids, category_ids, prices, parent_id, child_variations,
            case when parent_id is null then array['standard'] else array['child', 'parent'] end, ${PRODUCT_DIGEST}
       from copied`,
    [owner_id, release_id, ...range, plainArray(pricebook_ids)],
  )
}

/** Copies parents that have a child in the release, even if they are in no node. All products must have been copied. */
async function copyParents(tx: Transaction, sources: Sources, range: Range): Promise<void> {
  const { owner_id, release_id, pricebook_ids } = sources
  await query(
    tx,
    `with copied as (
       select published.child_ids, ${PLACED_AND_PRICED}
         cross join lateral (
           select jsonb_agg(r.id order by r.id) as child_ids
             from products c
             cross join lateral (
               select r.id from release_products r where r.owner_id = c.owner_id and r.release_id = $2 and r.id = c.id
               offset 0
             ) as r
            where c.owner_id = p.owner_id and c.base_product_id = p.id
         ) as published
        where ${LIVE_PARENTS_IN_RANGE} and published.child_ids is not null
     )
     insert into release_parents (owner_id, release_id, id, updated_at, ${COPIED}, node_ids, category_ids, prices, build)
     select owner_id, $2, id, updated_at, ${COPIED}, coalesce(node_ids, '{}'), coalesce(category_ids, '{}'), prices,
            build || jsonb_build_object('child_ids', child_ids)
       from copied`,
    [owner_id, release_id, ...range, plainArray(pricebook_ids)],
  )
}

const KINDS = {
  hierarchies: { type: 'hierarchy', label: 'name' },
  nodes: { type: 'node', label: 'name' },
  products: { type: 'product', label: 'sku' },
} as const

async function insertChanges(tx: Transaction, sources: Sources, kind: keyof typeof KINDS, range: Range): Promise<void> {
  const { owner_id, release_id, previous_release_id } = sources
  const { type, label } = KINDS[kind]
  const releaseRows = (release: string) =>
    `(select id, ${label} as label, digest from release_${kind}
       where owner_id = $1 and release_id = ${release} and id > $3 and id <= $4)`
  await query(
    tx,
    `insert into release_changes (owner_id, release_id, id, type, change, label)
     select $1, $2, coalesce(new.id, old.id), '${type}',
            case when old.id is null then 'created' when new.id is null then 'deleted' else 'updated' end,
            coalesce(new.label, old.label)
       from ${releaseRows('$2')} as new full join ${releaseRows('$5')} as old on old.id = new.id
      where new.digest is distinct from old.digest`,
    [owner_id, release_id, ...range, previous_release_id],
  )
}

async function summarize(tx: Transaction, { owner_id, release_id }: Sources): Promise<Summary> {
  const rows = await query<{ summary: Summary }>(
    tx,
    `with changes as (
       select change, count(*) as changed from release_changes
        where owner_id = $1 and release_id = $2 and type = 'product' group by change
     )
     select jsonb_build_object(
       'hierarchies', (select count(*) from release_hierarchies where owner_id = $1 and release_id = $2),
       'nodes', (select count(*) from release_nodes where owner_id = $1 and release_id = $2),
       'products', (select count(*) from release_products where owner_id = $1 and release_id = $2),
       'delta', jsonb_build_object('created', 0, 'updated', 0, 'deleted', 0)
         || coalesce((select jsonb_object_agg(change, changed) from changes), '{}')) as summary`,
    [owner_id, release_id],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The summary of a release returned no row.')
  return row.summary
}
