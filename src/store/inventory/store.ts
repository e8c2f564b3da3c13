import { plainArray } from '../../db/arrays.ts'
import { type Database, query, type Transaction } from '../../db/database.ts'
import { type Bind, type Listed, list } from '../../db/list.ts'
import { prepared } from '../../db/prepared.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import type { Inventory } from './inventory.ts'
import type { StockAction, StockTransactionRow } from './stock-transaction.ts'

const INVENTORY = 'owner_id, id, version, created_at, updated_at, on_hand, allocated, available'

export async function selectInventories(
  db: Database,
  owner_id: string,
  product_ids: readonly string[],
): Promise<Inventory[]> {
  const text = `select ${INVENTORY} from inventories where owner_id = $1 and id = any($2) order by id`
  return query<Inventory>(db, prepared(text), [owner_id, plainArray(product_ids)])
}

/**
 * SQL of the available units by product id, as JSON; null if no product is tracked. `owner` is SQL of the owner's id,
 * `lines` of a JSON array of objects with a `product_id`.
 */
export function availableUnits(owner: string, lines: string): string {
  return `(select jsonb_object_agg(inventories.id, inventories.available)
    from jsonb_to_recordset(${lines}) as line (product_id uuid)
    join inventories on inventories.owner_id = ${owner} and inventories.id = line.product_id)`
}

/** Locks the inventories of the tracked products until the transaction ends, in the order of the product ids. */
export async function lockInventories(
  tx: Transaction,
  owner_id: string,
  product_ids: readonly string[],
): Promise<Inventory[]> {
  const text = `select ${INVENTORY} from inventories where owner_id = $1 and id = any($2) order by id for update`
  return query<Inventory>(tx, prepared(text), [owner_id, plainArray(product_ids)])
}

/** Inserts an empty inventory; undefined if there is one. Versions continue from a deleted inventory. */
export async function insertInventory(
  tx: Transaction,
  owner_id: string,
  product_id: string,
  now: number,
): Promise<Inventory | undefined> {
  const rows = await query<Inventory>(
    tx,
    `insert into inventories (owner_id, id, version, created_at, updated_at, on_hand, allocated)
     select $1::uuid, $2::uuid, coalesce(max(version), 0), $3::timestamptz, $3::timestamptz, 0, 0 from stock_transactions
     where owner_id = $1 and product_id = $2
     on conflict do nothing returning ${INVENTORY}`,
    [owner_id, product_id, new Date(now)],
  )
  return rows[0]
}

export async function deleteInventory(tx: Transaction, owner_id: string, product_id: string): Promise<void> {
  await query(tx, 'delete from inventories where owner_id = $1 and id = $2', [owner_id, product_id])
}

export function listInventories(db: Database, owner_id: string, request: ListRequest): Promise<Listed<Inventory>> {
  const where = (bind: Bind) => `owner_id = ${bind(owner_id)}`
  return list(db, { columns: INVENTORY, from: 'inventories', where }, request)
}

const LEDGER = 'owner_id, product_id, id, action, quantity, reason, order_id, version, on_hand, allocated'

export async function selectStockTransaction(
  db: Database,
  owner_id: string,
  product_id: string,
  id: string,
): Promise<StockTransactionRow | undefined> {
  const text = `select ${LEDGER} from stock_transactions where owner_id = $1 and product_id = $2 and id = $3`
  return (await query<StockTransactionRow>(db, text, [owner_id, product_id, id]))[0]
}

export function listStockTransactions(
  db: Database,
  owner_id: string,
  product_id: string,
  request: ListRequest,
): Promise<Listed<StockTransactionRow>> {
  const where = (bind: Bind) => `owner_id = ${bind(owner_id)} and product_id = ${bind(product_id)}`
  return list(db, { columns: LEDGER, from: 'stock_transactions', where }, request)
}

export type Movement = { action: StockAction; order_id: string | null; reason: string }

export type MoveLine = { product_id: string; quantity: number; transaction_id: string }

/** Effect on a tracked product: its stock levels before and after; `after` is null if the action is impossible. */
export type MovementResult = {
  product_id: string
  quantity: number
  transaction_id: string
  on_hand_before: number
  allocated_before: number
  after: { version: number; on_hand: number; allocated: number } | null
}

const EFFECTS: Readonly<Record<StockAction, string>> = {
  increment: 'on_hand + quantity as on_hand, allocated as allocated',
  decrement: 'on_hand - quantity as on_hand, allocated as allocated',
  allocate: 'on_hand as on_hand, allocated + quantity as allocated',
  deallocate: 'on_hand as on_hand, allocated - quantity as allocated',
  set: 'quantity as on_hand, allocated as allocated',
}

/**
 * Applies the action to each product whose stock levels stay valid, and writes the ledger. Locks rows in the order of
 * the product ids, so that two movements cannot deadlock; `locked` reads the latest committed levels. Returns results
 * in the same order.
 */
export async function moveStock(
  tx: Transaction,
  owner_id: string,
  { action, order_id, reason }: Movement,
  lines: readonly MoveLine[],
  now: number,
): Promise<MovementResult[]> {
  return query<MovementResult>(
    tx,
    prepared(`with requested as (
       select * from unnest($2::uuid[], $3::bigint[], $4::uuid[]) as requested (product_id, quantity, transaction_id)
     ), locked as (
       select id, version, on_hand, allocated, quantity, transaction_id from inventories
       join requested on product_id = id where owner_id = $1 order by id for update of inventories
     ), target as (
       select id, version + 1 as version, quantity, transaction_id, ${EFFECTS[action]} from locked
     ), moved as (
       update inventories as inventory
       set version = target.version, on_hand = target.on_hand, allocated = target.allocated, updated_at = $5
       from target where inventory.owner_id = $1 and inventory.id = target.id
         and 0 <= target.allocated and target.allocated <= target.on_hand and target.on_hand <= ${Number.MAX_SAFE_INTEGER}
       returning target.*
     ), recorded as (
       insert into stock_transactions (${LEDGER})
       select $1::uuid, id, transaction_id, $6, quantity, $7, $8::uuid, version, on_hand, allocated from moved
     )
     select locked.id as product_id, locked.quantity, locked.transaction_id,
       locked.on_hand as on_hand_before, locked.allocated as allocated_before,
       case when moved.id is not null then json_build_object(
         'version', moved.version, 'on_hand', moved.on_hand, 'allocated', moved.allocated) end as after
     from locked left join moved on moved.id = locked.id order by locked.id`),
    [
      owner_id,
      plainArray(lines.map((line) => line.product_id)),
      plainArray(lines.map((line) => line.quantity)),
      plainArray(lines.map((line) => line.transaction_id)),
      new Date(now),
      action,
      reason,
      order_id,
    ],
  )
}

type Share = { product_id: string; quantity: number }

/** Adds to the allocations of an order, or of the seller (null). The inventories must be locked. */
export async function addAllocations(
  tx: Transaction,
  owner_id: string,
  order_id: string | null,
  shares: readonly Share[],
): Promise<void> {
  await query(
    tx,
    prepared(`insert into stock_allocations as held (owner_id, product_id, order_id, quantity)
     select $1::uuid, product_id, $2::uuid, quantity from unnest($3::uuid[], $4::bigint[]) as share (product_id, quantity)
     on conflict on constraint stock_allocations_key do update set quantity = held.quantity + excluded.quantity`),
    [owner_id, order_id, ...columnsOf(shares)],
  )
}

/**
 * Removes allocations of an order, or of the seller (null), up to these quantities. Returns the removed quantities. The
 * inventories must have been locked by an earlier statement, so that this statement sees committed changes.
 */
export async function takeAllocations(
  tx: Transaction,
  owner_id: string,
  order_id: string | null,
  shares: readonly Share[],
): Promise<Share[]> {
  return query<Share>(
    tx,
    prepared(`with share as (
       select * from unnest($3::uuid[], $4::bigint[]) as share (product_id, quantity)
     ), removed as (
       delete from stock_allocations as held using share
       where held.owner_id = $1 and held.product_id = share.product_id and (held.order_id = $2 or $2::uuid is null and held.order_id is null)
         and held.quantity <= share.quantity
       returning held.product_id, held.quantity
     ), reduced as (
       update stock_allocations as held set quantity = held.quantity - share.quantity from share
       where held.owner_id = $1 and held.product_id = share.product_id and (held.order_id = $2 or $2::uuid is null and held.order_id is null)
         and held.quantity > share.quantity
       returning held.product_id, share.quantity
     )
     select * from removed union all select * from reduced order by product_id`),
    [owner_id, order_id, ...columnsOf(shares)],
  )
}

function columnsOf(shares: readonly Share[]): [string, string] {
  return [plainArray(shares.map(({ product_id }) => product_id)), plainArray(shares.map(({ quantity }) => quantity))]
}
