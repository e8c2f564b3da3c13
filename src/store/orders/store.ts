import { plainArray } from '../../db/arrays.ts'
import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database, Transaction } from '../../db/tables.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import type { OrderItem } from './item.ts'
import type { AskedUnits, RefundedUnits } from './units.ts'

const COLUMNS =
  'id, cart_item_id, product_id, sku, name, quantity, unit_amount, includes_tax, net, tax, discount, taxes, shippable, promotion_id'
const KEPT = `${COLUMNS}, refunded_quantity, shipped_quantity`

type Of = { owner_id: string; order_id: string }

export async function selectItems(db: Database, { owner_id, order_id }: Of): Promise<OrderItem[]> {
  return query<OrderItem>(
    db,
    prepared(`select ${KEPT} from order_items where owner_id = $1 and order_id = $2 order by id`),
    [owner_id, order_id],
  )
}

/** The items of several orders, by the id of their order. */
export async function selectItemsOf(
  db: Database,
  owner_id: string,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderItem[]>> {
  const rows = await query<OrderItem & { order_id: string }>(
    db,
    prepared(
      `select order_id, ${KEPT} from order_items where owner_id = $1 and order_id = any($2) order by order_id, id`,
    ),
    [owner_id, order_ids],
  )
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export async function insertItems(
  tx: Transaction,
  { owner_id, order_id }: Of,
  items: readonly OrderItem[],
): Promise<void> {
  await query(
    tx,
    prepared(`insert into order_items (owner_id, order_id, ${COLUMNS})
     select $1, $2, item.* from jsonb_to_recordset($3::jsonb) as item (
       id uuid, cart_item_id uuid, product_id uuid, sku text, name text, quantity integer, unit_amount bigint,
       includes_tax boolean, net bigint, tax bigint, discount bigint, taxes jsonb, shippable boolean, promotion_id uuid)`),
    [owner_id, order_id, JSON.stringify(items)],
  )
}

/** Notes units whose refund is complete, beside those of before. */
export async function addRefunded(
  tx: Transaction,
  { owner_id, order_id }: Of,
  units: readonly RefundedUnits[],
): Promise<void> {
  await query(
    tx,
    `update order_items as item set refunded_quantity = refunded_quantity + more.quantity
       from jsonb_to_recordset($3::jsonb) as more (id uuid, quantity integer)
      where item.owner_id = $1 and item.order_id = $2 and item.id = more.id`,
    [owner_id, order_id, JSON.stringify(units)],
  )
}

/** Notes units that were shipped just now, beside those of before; the table refuses more than were ordered. */
export async function addShipped(
  tx: Transaction,
  { owner_id, order_id }: Of,
  units: readonly AskedUnits[],
): Promise<void> {
  await query(
    tx,
    `update order_items as item set shipped_quantity = shipped_quantity + more.quantity
       from (select id, sum(quantity)::integer as quantity
               from jsonb_to_recordset($3::jsonb) as unit (id uuid, quantity integer) group by id) as more
      where item.owner_id = $1 and item.order_id = $2 and item.id = more.id`,
    [owner_id, order_id, JSON.stringify(units)],
  )
}

/** Replaces what carriers call the shipments of an order. */
export async function renameParcels(tx: Transaction, { owner_id, order_id }: Of, name: string): Promise<void> {
  await query(
    tx,
    `update shipments set tracking_number = $3 where owner_id = $1 and order_id = $2 and tracking_number <> ''`,
    [owner_id, order_id, name],
  )
}

/** Freezes what was sold. The hash is of the document's bytes, to be held against them at any later time. */
export async function insertSnapshot(tx: Transaction, { owner_id, order_id }: Of, document: string): Promise<void> {
  await query(
    tx,
    prepared(
      `insert into purchase_snapshots (owner_id, order_id, document, hash) values ($1, $2, $3, sha256(convert_to($3, 'UTF8')))`,
    ),
    [owner_id, order_id, document],
  )
}

/** The document that was frozen; undefined when there is none. */
export async function selectSnapshot(db: Database, { owner_id, order_id }: Of): Promise<string | undefined> {
  const text = prepared('select document from purchase_snapshots where owner_id = $1 and order_id = $2')
  return (await query<{ document: string }>(db, text, [owner_id, order_id]))[0]?.document
}

/** A shipment as the buyer sees it. */
type SentPart = {
  id: string
  status: 'pending' | 'shipped' | 'delivered'
  carrier: string
  tracking_number: string
  items: { id: string; quantity: number }[]
}

/** An order as its buyer sees it, with what was frozen of it. */
export type Purchase = {
  id: string
  order_number: string
  status: string
  shipping: string
  customer_id: string | null
  session_id: string | null
  shipping_address: Record<string, string>
  billing_address: Record<string, string>
  /** With what it was paid, or is to be: charges that were not refused, oldest first. */
  means: { id: string; display_name: string }[]
  /** Those that were not cancelled, oldest first. */
  shipments: SentPart[]
  document: string
}

export function selectPurchases(db: Database, owner_id: string, ids: readonly string[]): Promise<Purchase[]> {
  return query<Purchase>(
    db,
    prepared(`select orders.id, order_number, status, shipping, customer_id, session_id, shipping_address, billing_address, document, array(
         select jsonb_build_object('id', id, 'display_name', coalesce(payment_method, gateway)) from transactions
          where transactions.owner_id = orders.owner_id and order_id = orders.id
            and transaction_type in ('purchase', 'authorize') and status <> 'failed' order by id) as means,
         array(
         select jsonb_build_object('id', id, 'status', status, 'carrier', carrier, 'tracking_number', tracking_number,
                                   'items', items) from shipments
          where shipments.owner_id = orders.owner_id and order_id = orders.id and status <> 'cancelled'
          order by id) as shipments
       from orders join purchase_snapshots as frozen on frozen.owner_id = orders.owner_id and frozen.order_id = orders.id
      where orders.owner_id = $1 and orders.id = any($2::uuid[])`),
    [owner_id, plainArray(ids)],
  )
}

/** Whose orders: a customer's, or those of a session. */
type BuyerIds = { customer_id: string | null; session_id: string }

/** The ids of what somebody has bought, the latest first, and how many there are. */
export async function selectBought(
  db: Database,
  owner_id: string,
  { customer_id, session_id }: BuyerIds,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; results: number }> {
  const [column, value] = customer_id === null ? ['session_id', session_id] : ['customer_id', customer_id]
  const of = `from orders where owner_id = $1 and ${column} = $2`
  const [row] = await query<{ ids: string[]; results: number }>(
    db,
    `select (select count(*) ${of}) as results, array(select id::text ${of} order by id desc limit $3 offset $4) as ids`,
    [owner_id, value, limit, offset],
  )
  return row ?? { ids: [], results: 0 }
}

/** Replaces what the buyer called its means of payment. */
export async function renameMeans(tx: Transaction, { owner_id, order_id }: Of, name: string): Promise<void> {
  await query(
    tx,
    `update transactions set payment_method = $3
      where owner_id = $1 and order_id = $2 and payment_method is not null`,
    [owner_id, order_id, name],
  )
}

/** The id of an order by its number. */
export async function selectIdByNumber(db: Database, owner_id: string, number: string): Promise<string | undefined> {
  const text = 'select id from orders where owner_id = $1 and order_number = $2'
  return (await query<{ id: string }>(db, text, [owner_id, number]))[0]?.id
}

type Sold = { order_id: string; order_number: string; document: string }

/** What was sold in a time and not cancelled, the latest first, from before an order on when one is named. */
export async function selectSold(
  db: Database,
  of: { owner_id: string; from: number | null; to: number | null; before: string | null; limit: number },
): Promise<Sold[]> {
  const latest = of.before ?? lowestIdAt(of.to ?? FOR_EVER)
  return query<Sold>(
    db,
    `select orders.id as order_id, order_number, document
       from orders join purchase_snapshots as frozen on frozen.owner_id = orders.owner_id and frozen.order_id = orders.id
      where orders.owner_id = $1 and orders.id >= $2 and orders.id < $3 and status <> 'cancelled'
      order by orders.id desc limit $4`,
    [of.owner_id, lowestIdAt(of.from ?? 0), latest, of.limit],
  )
}

/** The last millisecond that an id can hold. */
const FOR_EVER = 2 ** 48 - 1

type Payload = { id: string; payload: string }

/** Notes which events told of an order: anonymizing it changes them too. */
export async function insertOrderEvents(
  tx: Transaction,
  { owner_id, order_id }: Of,
  event_ids: readonly string[],
): Promise<void> {
  await query(
    tx,
    prepared('insert into order_events (owner_id, order_id, event_id) select $1, $2, id from unnest($3::uuid[]) as id'),
    [owner_id, order_id, event_ids],
  )
}

/** What was told of an order, as far as it is still kept. */
export async function selectPayloads(tx: Transaction, { owner_id, order_id }: Of): Promise<Payload[]> {
  return query<Payload>(
    tx,
    `select id, payload from events where id = any(array(
       select event_id from order_events where owner_id = $1 and order_id = $2))`,
    [owner_id, order_id],
  )
}

export async function replacePayloads(tx: Transaction, payloads: readonly Payload[]): Promise<void> {
  await query(
    tx,
    `update events set payload = changed.payload
       from unnest($1::uuid[], $2::text[]) as changed (id, payload) where events.id = changed.id`,
    [payloads.map(({ id }) => id), payloads.map(({ payload }) => payload)],
  )
}

/** Orders of an account that are neither fulfilled nor cancelled. */
export async function countOpenOrders(tx: Transaction, owner_id: string, account_id: string): Promise<number> {
  const rows = await query<{ count: number }>(
    tx,
    `select count(*) as count from orders
      where owner_id = $1 and account_id = $2 and shipping = 'unfulfilled' and status <> 'cancelled'`,
    [owner_id, account_id],
  )
  return rows[0]?.count ?? 0
}

type Due = { owner_id: string; organization_id: string; id: string }

/** An order that nobody has paid and whose time is over, locked; those that others are at are passed over. */
export async function takeExpired(tx: Transaction, now: number): Promise<Due | undefined> {
  const rows = await query<Due>(
    tx,
    `select orders.owner_id, stores.organization_id, orders.id from orders join stores on stores.id = orders.owner_id
      where expires_at <= to_timestamp($1 / 1000.0) order by expires_at limit 1 for update of orders skip locked`,
    [now],
  )
  return rows[0]
}

type Decided = Due & { order_id: string; outcome: 'complete' | 'failed' }

/** A pending transaction that its gateway has decided by now, with its order locked; see `takeExpired`. */
export async function takeDecided(tx: Transaction, now: number): Promise<Decided | undefined> {
  const rows = await query<Decided>(
    tx,
    prepared(`select pending.owner_id, stores.organization_id, pending.id, pending.order_id, pending.outcome
       from transactions as pending join stores on stores.id = pending.owner_id
       join orders on orders.owner_id = pending.owner_id and orders.id = pending.order_id
      where decided_at <= to_timestamp($1 / 1000.0) order by decided_at limit 1 for update of orders skip locked`),
    [now],
  )
  return rows[0]
}
