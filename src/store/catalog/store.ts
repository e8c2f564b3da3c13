import { plainArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'
import type { Bind } from '../../db/list.ts'
import { prepared } from '../../db/prepared.ts'

/** Locks a hierarchy against moves of its nodes until the transaction ends. */
export async function lockHierarchy(tx: Transaction, owner_id: string, id: string): Promise<void> {
  await query(tx, 'select from hierarchies where owner_id = $1 and id = $2 for no key update', [owner_id, id])
}

/** Ids from a node to the root of its hierarchy, node first; empty if the hierarchy has no such node. */
export async function selectPath(
  db: Database,
  { owner_id, hierarchy_id, id }: { owner_id: string; hierarchy_id: string; id: string },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `with recursive path as (
       select id, parent_id from nodes where owner_id = $1 and hierarchy_id = $2 and id = $3
       union
       select n.id, n.parent_id from nodes n join path p on n.owner_id = $1 and n.id = p.parent_id
     )
     select id from path`,
    [owner_id, hierarchy_id, id],
  )
  return rows.map((row) => row.id)
}

type References = { hierarchies: readonly string[]; pricebooks: readonly string[] }

/** Hierarchies and price books that do not exist, in the given order. */
export async function selectMissing(
  db: Database,
  owner_id: string,
  { hierarchies, pricebooks }: References,
): Promise<{ kind: 'hierarchy' | 'pricebook'; id: string }[]> {
  if (hierarchies.length + pricebooks.length === 0) return []
  return query(
    db,
    `select 'hierarchy' as kind, n.id from unnest($2::uuid[]) with ordinality as n(id, position)
      where not exists (select from hierarchies h where h.owner_id = $1 and h.id = n.id)
     union all
     select 'pricebook', n.id from unnest($3::uuid[]) with ordinality as n(id, position)
      where not exists (select from pricebooks b where b.owner_id = $1 and b.id = n.id)`,
    [owner_id, plainArray(hierarchies), plainArray(pricebooks)],
  )
}

/** Returns the owner of a catalog, if among `owner_ids`. Locks the catalog against deletion. */
export async function selectCatalogOwner(
  db: Database,
  id: string,
  owner_ids: readonly string[],
): Promise<string | undefined> {
  const rows = await query<{ owner_id: string }>(
    db,
    'select owner_id from catalogs where id = $1 and owner_id = any($2::uuid[]) for key share',
    [id, plainArray(owner_ids)],
  )
  return rows[0]?.owner_id
}

/** Schedules the rows of a deleted release for deletion by `sweepReleases`. */
export async function insertRemains(
  tx: Transaction,
  { owner_id, id }: { owner_id: string; id: string },
): Promise<void> {
  await query(tx, 'insert into release_remains (owner_id, release_id) values ($1, $2)', [owner_id, id])
}

type Scope = { owner_id: string; node_id: string }

/** Adds products to a node, if they are not in it already. Returns the unknown ids. */
export async function insertNodeProducts(
  tx: Transaction,
  { owner_id, node_id }: Scope,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    tx,
    `with known as (
       select p.id from products p where p.owner_id = $1 and p.id = any($3::uuid[]) order by p.id for key share
     ), placed as (
       insert into node_products (owner_id, node_id, product_id) select $1, $2, id from known order by id on conflict do nothing
     )
     select n.id from unnest($3::uuid[]) as n(id) where n.id not in (select id from known)`,
    [owner_id, node_id, plainArray(ids)],
  )
  return rows.map((row) => row.id)
}

export async function deleteNodeProducts(
  tx: Transaction,
  { owner_id, node_id }: Scope,
  ids: readonly string[],
): Promise<void> {
  await query(tx, 'delete from node_products where owner_id = $1 and node_id = $2 and product_id = any($3::uuid[])', [
    owner_id,
    node_id,
    plainArray(ids),
  ])
}

/** Enabled currencies of a store, default currency first. */
export async function selectCurrencyCodes(
  db: Database,
  owner_id: string,
): Promise<{ code: string; is_default: boolean }[]> {
  return query(db, CURRENCY_CODES, [owner_id])
}

const CURRENCY_CODES = prepared(
  `select code, "default" as is_default from currencies where owner_id = $1 and enabled order by "default" desc, code`,
)

export async function selectLatest(db: Database, owner_id: string, catalog_id: string): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    db,
    `select id from catalog_releases
      where owner_id = $1 and catalog_id = $2 and release_status = 'PUBLISHED' order by id desc limit 1`,
    [owner_id, catalog_id],
  )
  return rows[0]?.id
}

export function isInNode({ owner_id, node_id }: { owner_id: string; node_id: string }) {
  return (bind: Bind) =>
    `id in (select product_id from node_products where owner_id = ${bind(owner_id)} and node_id = ${bind(node_id)})`
}

export function isInHierarchy({ owner_id, hierarchy_id }: { owner_id: string; hierarchy_id: string }) {
  return (bind: Bind) =>
    `id in (select m.product_id from node_products m join nodes n on n.owner_id = m.owner_id and n.id = m.node_id
       where m.owner_id = ${bind(owner_id)} and n.hierarchy_id = ${bind(hierarchy_id)})`
}

/** Ids and names of the catalog's existing hierarchies, in the catalog's order. */
export function selectLabels(
  tx: Transaction,
  { owner_id, hierarchy_ids }: { owner_id: string; hierarchy_ids: string[] },
): Promise<{ id: string; label: string }[]> {
  return query(
    tx,
    `select h.id, h.name as label from unnest($2::text[]) with ordinality as n(id, position)
       join hierarchies h on h.owner_id = $1 and h.id = n.id::uuid order by n.position`,
    [owner_id, hierarchy_ids],
  )
}
