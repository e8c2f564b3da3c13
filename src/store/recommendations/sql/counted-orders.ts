import { plainArray } from '../../../db/arrays.ts'
import { query, type Transaction } from '../../../db/database.ts'

/** The last change of a store's orders that was read. */
export type Position = { owner_id: string; updated_at: Date; order_id: string }

/** `from` is the lowest id of an order that counts; changes after `until` are not read yet. */
export type Period = { from: string; until: Date }

/** Locks the position of a store with changes to read, or with orders that no longer count. Skips locked positions. */
export async function lockDuePosition(tx: Transaction, { from, until }: Period): Promise<Position | undefined> {
  const rows = await query<Position>(
    tx,
    `select store.owner_id, store.updated_at, store.order_id from counted_stores as store
      where exists (
              select from orders
               where orders.owner_id = store.owner_id and (orders.updated_at, orders.id) > (store.updated_at, store.order_id)
                 and orders.updated_at <= $1)
         or exists (
              select from counted_orders as counted where counted.owner_id = store.owner_id and counted.order_id < $2)
      limit 1 for update of store skip locked`,
    [until, from],
  )
  return rows[0]
}

/** Adds missing positions of stores with orders. Returns their number. */
export async function insertPositions(tx: Transaction, start: Omit<Position, 'owner_id'>): Promise<number> {
  const rows = await query(
    tx,
    `insert into counted_stores (owner_id, updated_at, order_id)
     select stores.id, $1, $2 from stores
      where not exists (select from counted_stores where counted_stores.owner_id = stores.id)
        and exists (select from orders where orders.owner_id = stores.id)
     on conflict do nothing returning 1`,
    [start.updated_at, start.order_id],
  )
  return rows.length
}

export async function updatePosition(tx: Transaction, { owner_id, updated_at, order_id }: Position): Promise<void> {
  const text = 'update counted_stores set updated_at = $2, order_id = $3 where owner_id = $1'
  await query(tx, text, [owner_id, updated_at, order_id])
}

/** An order that has changed; `counts` is true if it counts now. */
type ChangedOrder = { id: string; updated_at: Date; counts: boolean }

/** Orders of a store that have changed since its position, oldest change first. */
export function selectChanged(
  tx: Transaction,
  { owner_id, updated_at, order_id }: Position,
  { from, until }: Period,
  limit: number,
): Promise<ChangedOrder[]> {
  return query<ChangedOrder>(
    tx,
    `select id, updated_at, status <> 'cancelled' and id >= $4 as counts from orders
      where owner_id = $1 and (updated_at, id) > ($2, $3) and updated_at <= $5 order by updated_at, id limit $6`,
    [owner_id, updated_at, order_id, from, until, limit],
  )
}

/** Returns the orders that were not counted before. */
export async function insertCounted(tx: Transaction, owner_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await query<{ order_id: string }>(
    tx,
    `insert into counted_orders (owner_id, order_id) select $1, id from unnest($2::uuid[]) as id
     on conflict do nothing returning order_id`,
    [owner_id, plainArray(ids)],
  )
  return rows.map(({ order_id }) => order_id)
}

/** Removes these orders, and up to `limit` orders older than `from`. Returns those that were counted. */
export async function deleteCounted(
  tx: Transaction,
  owner_id: string,
  { ids, from, limit }: { ids: readonly string[]; from: string; limit: number },
): Promise<string[]> {
  const rows = await query<{ order_id: string }>(
    tx,
    `delete from counted_orders where owner_id = $1 and order_id = any($2::uuid[] || array(
       select order_id from counted_orders where owner_id = $1 and order_id < $3 order by order_id limit $4))
     returning order_id`,
    [owner_id, plainArray(ids), from, limit],
  )
  return rows.map(({ order_id }) => order_id)
}
