import { plainArray } from '../../../../db/arrays.ts'
import { query, type Transaction } from '../../../../db/database.ts'
import { endOfBatch, type Sources } from './copy-release.ts'
import {
  COPIED,
  FAMILY_OF_PRODUCT,
  HIERARCHY_DIGEST,
  LIVE_PRODUCTS_IN_RANGE,
  NODE_DIGEST,
  nodeTree,
  PRICES_OF_PRODUCT,
  PRODUCT_DIGEST,
} from './release-rows.ts'

export type ChangeKind = 'created' | 'updated' | 'deleted'

/** One differing row. `members` names the changed members of an updated row. */
export type Difference = { id: string; label: string; name: string; members: string[] }

/** Differences of one kind: their count, how many have different prices, and the first by id. */
export type Differences = { change: ChangeKind; count: number; priced: number; first: Difference[] }

type Compared = Omit<Sources, 'release_id'> & { /** Number of differences to name. */ first: number }

const HIERARCHY_MEMBERS = ['name', 'slug', 'description', 'locales', 'shopper_attributes']
const NODE_MEMBERS = ['hierarchy_id', 'ancestors', 'sort_order', ...HIERARCHY_MEMBERS]
const PRODUCT_MEMBERS = [
  ...COPIED.split(',').map((column) => column.trim()),
  'category_ids',
  'node_ids',
  'prices',
  'child_variations',
]

export function compareHierarchies(tx: Transaction, of: Compared): Promise<Differences[]> {
  const rows = `current as (
    select *, name as label, ${HIERARCHY_DIGEST} as digest
      from hierarchies where owner_id = $1 and id = any($4::uuid[]))`
  const text = differences({ rows, table: 'release_hierarchies', label: 'name', members: HIERARCHY_MEMBERS })
  return query<Differences>(tx, text, [of.owner_id, of.previous_release_id, of.first, plainArray(of.hierarchy_ids)])
}

export function compareNodes(tx: Transaction, of: Compared): Promise<Differences[]> {
  const rows = `${nodeTree('$4')}, current as (select *, name as label, ${NODE_DIGEST} as digest from tree)`
  const text = differences({ rows, table: 'release_nodes', label: 'name', members: NODE_MEMBERS })
  return query<Differences>(tx, text, [of.owner_id, of.previous_release_id, of.first, plainArray(of.hierarchy_ids)])
}

/** Takes the copy's parameters: `$2` is the previous release, `$6` the hierarchies, `$7` the number to name. */
const PRODUCT_ROWS = `${nodeTree('$6')}, placed as materialized (
    select m.product_id, array_agg(distinct n.id order by n.id) as node_ids,
           array_agg(distinct category.id order by category.id) as category_ids
      from node_products m
      join tree n on n.id = m.node_id
      cross join lateral unnest(n.ancestors || n.id) as category(id)
     where m.owner_id = $1 and m.product_id > $3 and m.product_id <= $4
     group by m.product_id
  ), rows as (
    select p.*, placed.node_ids, placed.category_ids, coalesce(priced.prices, '{}') as prices, family.child_variations
      from placed
      join products p on p.owner_id = $1 and p.id = placed.product_id
      cross join lateral (${PRICES_OF_PRODUCT}) as priced
      left join lateral (${FAMILY_OF_PRODUCT}) as family on true
     where ${LIVE_PRODUCTS_IN_RANGE}
  ), current as (select *, sku as label, ${PRODUCT_DIGEST} as digest from rows)`

/** Compares the batch of products after `from`. `until` is its last id; the highest id for the last batch. */
export async function compareProducts(
  tx: Transaction,
  of: Compared,
  from: string,
): Promise<{ until: string; differences: Differences[] }> {
  const until = await endOfBatch(tx, of, from)
  const text = differences({
    rows: PRODUCT_ROWS,
    table: 'release_products',
    label: 'sku',
    members: PRODUCT_MEMBERS,
    within: 'and id > $3 and id <= $4',
    release: '$2',
    first: '$7',
  })
  const [pricebook_ids, hierarchy_ids] = [plainArray(of.pricebook_ids), plainArray(of.hierarchy_ids)]
  const values = [of.owner_id, of.previous_release_id, from, until, pricebook_ids, hierarchy_ids, of.first]
  return { until, differences: await query<Differences>(tx, text, values) }
}

export async function hasProductsAfter(tx: Transaction, owner_id: string, id: string): Promise<boolean> {
  return (await query(tx, 'select from products where owner_id = $1 and id > $2 limit 1', [owner_id, id])).length > 0
}

type Comparison = {
  /** Tables of a `with recursive`; the last one is `current`. */
  rows: string
  table: string
  label: string
  members: readonly string[]
  within?: string
  release?: string
  first?: string
}

/** Compares `current` with the rows of a release, by the same rule as the copy of a release. */
function differences({ rows, table, label, members, within = '', release = '$2', first = '$3' }: Comparison): string {
  const differing = members.map((name) => `case when new."${name}" is distinct from old."${name}" then '${name}' end`)
  return `with recursive ${rows}, previous as (
      select *, ${label} as label from ${table} where owner_id = $1 and release_id = ${release}::uuid ${within}
    ), changed as (
      select coalesce(new.id, old.id) as id, coalesce(new.label, old.label) as label, coalesce(new.name, old.name) as name,
             case when old.id is null then 'created' when new.id is null then 'deleted' else 'updated' end as change,
             case when old.id is null or new.id is null then '{}'
                  else array_remove(array[${differing.join(', ')}], null) end as members
        from current as new full join previous as old on old.id = new.id
       where new.digest is distinct from old.digest
    )
    select change, count(*) as count, count(*) filter (where 'prices' = any(members)) as priced,
           to_jsonb((array_agg(jsonb_build_object('id', id, 'label', label, 'name', name, 'members', members)
             order by id))[1:${first}::integer]) as first
      from changed group by change`
}
