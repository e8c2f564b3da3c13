import { plainArray } from '../../db/arrays.ts'
import { type Listed, list } from '../../db/list.ts'
import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import type { ListRequest } from '../../kernel/list.ts'
import type { Inventory } from './inventory.ts'
import type { StockAction, StockTransactionRow } from './stock-transaction.ts'

type OwnTables = { inventories: Inventory; stock_transactions: StockTransactionRow }

const INVENTORY = [
  'owner_id',
  'id',
  'version',
  'created_at',
  'updated_at',
  'on_hand',
  'allocated',
  'available',
] as const

/** The inventories of those products that have one. */
export async function selectInventories(
  db: Database,
  owner_id: string,
  product_ids: readonly string[],
): Promise<Inventory[]> {
  const text = `select ${INVENTORY.join(', ')} from inventories where owner_id = $1 and id = any($2) order by id`
  return query<Inventory>(db, prepared(text), [owner_id, plainArray(product_ids)])
}

/** The same, locked until the transaction ends, in the order of the products. */
export async function lockInventories(
  tx: Transaction,
  owner_id: string,
  product_ids: readonly string[],
): Promise<Inventory[]> {
  const text = `select ${INVENTORY.join(', ')} from inventories where owner_id = $1 and id = any($2) order by id for update`
  return query<Inventory>(tx, prepared(text), [owner_id, plainArray(product_ids)])
}

/**
 * Inserts an inventory without any units; undefined when there is one. Its versions go on where those of one that was
 * deleted ended.
 */
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
     on conflict do nothing returning ${INVENTORY.join(', ')}`,
    [owner_id, product_id, new Date(now)],
  )
  return rows[0]
}

export async function deleteInventory(tx: Transaction, owner_id: string, product_id: string): Promise<void> {
  await query(tx, 'delete from inventories where owner_id = $1 and id = $2', [owner_id, product_id])
}

export function listInventories(db: Database, owner_id: string, request: ListRequest): Promise<Listed<Inventory>> {
  const own = db.withTables<OwnTables>().selectFrom('inventories').select(INVENTORY).where('owner_id', '=', owner_id)
  return list(db, own, request)
}

const LEDGER = [
  'owner_id',
  'product_id',
  'id',
  'action',
  'quantity',
  'reason',
  'order_id',
  'version',
  'on_hand',
  'allocated',
] as const

export async function selectStockTransaction(
  db: Database,
  owner_id: string,
  product_id: string,
  id: string,
): Promise<StockTransactionRow | undefined> {
  const text = `select ${LEDGER.join(', ')} from stock_transactions where owner_id = $1 and product_id = $2 and id = $3`
  return (await query<StockTransactionRow>(db, text, [owner_id, product_id, id]))[0]
}

export function listStockTransactions(
  db: Database,
  owner_id: string,
  product_id: string,
  request: ListRequest,
): Promise<Listed<StockTransactionRow>> {
  const ledger = db.withTables<OwnTables>().selectFrom('stock_transactions').select(LEDGER)
  return list(db, ledger.where('owner_id', '=', owner_id).where('product_id', '=', product_id), request)
}

/** One action on some products; each of them at most once. */
export type Move = { action: StockAction; order_id: string | null; reason: string }

export type MoveLine = { product_id: string; quantity: number; transaction_id: string }

/** What a move came to for a product that has an inventory: its figures before, and after; null when it does not fit. */
export type Moved = {
  product_id: string
  quantity: number
  transaction_id: string
  on_hand_before: number
  allocated_before: number
  after: { version: number; on_hand: number; allocated: number } | null
}

/** What the figures become. */
const EFFECTS: Readonly<Record<StockAction, string>> = {
  increment: 'on_hand + quantity as on_hand, allocated as allocated',
  decrement: 'on_hand - quantity as on_hand, allocated as allocated',
  allocate: 'on_hand as on_hand, allocated + quantity as allocated',
  deallocate: 'on_hand as on_hand, allocated - quantity as allocated',
  set: 'quantity as on_hand, allocated as allocated',
}

/**
 * Moves what fits, each product on the condition that its figures stay possible, and writes the ledger. Rows are locked in
 * the order of the products, so that two moves never wait for each other; what `locked` reads is what others committed.
 * In the order of the products.
 */
export async function moveStock(
  tx: Transaction,
  owner_id: string,
  { action, order_id, reason }: Move,
  lines: readonly MoveLine[],
  now: number,
): Promise<Moved[]> {
  return query<Moved>(
    tx,
    prepared(`with asked as (
       select * from unnest($2::uuid[], $3::bigint[], $4::uuid[]) as asked (product_id, quantity, transaction_id)
     ), locked as (
       select id, version, on_hand, allocated, quantity, transaction_id from inventories join asked on product_id = id
       where owner_id = $1 order by id for update of inventories
     ), wanted as (
       select id, version + 1 as version, quantity, transaction_id, ${EFFECTS[action]} from locked
     ), moved as (
       update inventories as inventory
       set version = wanted.version, on_hand = wanted.on_hand, allocated = wanted.allocated, updated_at = $5
       from wanted where inventory.owner_id = $1 and inventory.id = wanted.id
         and 0 <= wanted.allocated and wanted.allocated <= wanted.on_hand and wanted.on_hand <= ${Number.MAX_SAFE_INTEGER}
       returning wanted.*
     ), told as (
       insert into stock_transactions (${LEDGER.join(', ')})
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

/** Adds to what an order, or the seller (null), holds. The inventories must be locked. */
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
 * Takes from what an order, or the seller (null), holds, at most what there is; says what was taken. The inventories must
 * have been locked by a statement before: only then does this one see what others did.
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
     ), emptied as (
       delete from stock_allocations as held using share
       where held.owner_id = $1 and held.product_id = share.product_id and (held.order_id = $2 or $2::uuid is null and held.order_id is null)
         and held.quantity <= share.quantity
       returning held.product_id, held.quantity
     ), lessened as (
       update stock_allocations as held set quantity = held.quantity - share.quantity from share
       where held.owner_id = $1 and held.product_id = share.product_id and (held.order_id = $2 or $2::uuid is null and held.order_id is null)
         and held.quantity > share.quantity
       returning held.product_id, share.quantity
     )
     select * from emptied union all select * from lessened order by product_id`),
    [owner_id, order_id, ...columnsOf(shares)],
  )
}

function columnsOf(shares: readonly Share[]): [string, string] {
  return [plainArray(shares.map(({ product_id }) => product_id)), plainArray(shares.map(({ quantity }) => quantity))]
}
