import { plainArray } from '../../db/arrays.ts'
import { type Database, type Executor, query, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { RefundedUnits } from '../../event-types/resources/transaction.ts'
import { lowestIdAt } from '../../kernel/ids.ts'
import type { OrderItem } from './item.ts'
import type { CountedLine } from './rules/units.ts'
import { withdrawnPart } from './rules/withdrawn-units.ts'
import type { RequestedUnits } from './units.ts'

const COLUMNS =
  'id, cart_item_id, product_id, sku, name, quantity, unit_amount, includes_tax, net, tax, discount, total_discount, taxes, shippable, promotion_id, custom_inputs, custom_attributes'
export const ITEM_COLUMNS = `${COLUMNS}, refunded_quantity, shipped_quantity, withdrawn_quantity, withdrawing_quantity`

type OrderKey = { owner_id: string; order_id: string }

export async function selectItems(db: Database, { owner_id, order_id }: OrderKey): Promise<OrderItem[]> {
  return query<OrderItem>(
    db,
    prepared(`select ${ITEM_COLUMNS} from order_items where owner_id = $1 and order_id = $2 order by id`),
    [owner_id, order_id],
  )
}

/** Items of several orders by order id. */
export async function selectItemsOf(
  db: Executor,
  owner_id: string,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderItem[]>> {
  const rows = await query<OrderItem & { order_id: string }>(
    db,
    prepared(
      `select order_id, ${ITEM_COLUMNS} from order_items where owner_id = $1 and order_id = any($2) order by order_id, id`,
    ),
    [owner_id, order_ids],
  )
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Counters of the items of several orders by order id. */
export async function selectCounters(
  db: Executor,
  owner_id: string,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CountedLine[]>> {
  const rows = await query<CountedLine & { order_id: string }>(
    db,
    prepared(
      `select order_id, id, quantity, shippable, shipped_quantity, withdrawn_quantity, withdrawing_quantity
         from order_items where owner_id = $1 and order_id = any($2)`,
    ),
    [owner_id, order_ids],
  )
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export async function insertItems(
  tx: Transaction,
  { owner_id, order_id }: OrderKey,
  items: readonly OrderItem[],
): Promise<void> {
  await query(
    tx,
    prepared(`insert into order_items (owner_id, order_id, ${COLUMNS})
     select $1, $2, item.* from jsonb_to_recordset($3::jsonb) as item (
       id uuid, cart_item_id uuid, product_id uuid, sku text, name text, quantity integer, unit_amount bigint,
       includes_tax boolean, net bigint, tax bigint, discount bigint, total_discount bigint, taxes jsonb, shippable boolean,
       promotion_id uuid, custom_inputs jsonb, custom_attributes jsonb)`),
    [owner_id, order_id, JSON.stringify(items)],
  )
}

/** Factors, 1, 0 or -1, by which the units of a refund count. */
export type RefundCounts = { refunded: number; withdrawn: number; withdrawing: number }

/** Adds the units of a refund to the counters of the items; `withdrawn` and `withdrawing` count the unshipped ones. */
export async function countRefunded(
  tx: Transaction,
  { owner_id, order_id }: OrderKey,
  units: readonly RefundedUnits[],
  { refunded, withdrawn, withdrawing }: RefundCounts,
): Promise<void> {
  const counted = units.map((one) => ({ ...one, unshipped: withdrawnPart(one) }))
  await query(
    tx,
    `update order_items as item
        set refunded_quantity = refunded_quantity + $4 * more.quantity,
            withdrawn_quantity = withdrawn_quantity + $5 * more.unshipped,
            withdrawing_quantity = withdrawing_quantity + $6 * more.unshipped
       from jsonb_to_recordset($3::jsonb) as more (id uuid, quantity integer, unshipped integer)
      where item.owner_id = $1 and item.order_id = $2 and item.id = more.id`,
    [owner_id, order_id, JSON.stringify(counted), refunded, withdrawn, withdrawing],
  )
}

/** Adds to the shipped quantities. A table constraint limits them to the ordered quantities. */
export async function addShipped(
  tx: Transaction,
  { owner_id, order_id }: OrderKey,
  units: readonly RequestedUnits[],
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

export async function redactTracking(tx: Transaction, { owner_id, order_id }: OrderKey, name: string): Promise<void> {
  await query(
    tx,
    `update shipments set tracking_number = case when tracking_number <> '' then $3 else '' end, tracking_url = ''
      where owner_id = $1 and order_id = $2 and (tracking_number <> '' or tracking_url <> '')`,
    [owner_id, order_id, name],
  )
}

/** Stores the snapshot of a sale, with a hash of its bytes that makes later changes detectable. */
export async function insertSnapshot(
  tx: Transaction,
  { owner_id, order_id }: OrderKey,
  document: string,
): Promise<void> {
  await query(
    tx,
    prepared(
      `insert into purchase_snapshots (owner_id, order_id, document, hash) values ($1, $2, $3, sha256(convert_to($3, 'UTF8')))`,
    ),
    [owner_id, order_id, document],
  )
}

export async function selectSnapshot(db: Database, { owner_id, order_id }: OrderKey): Promise<string | undefined> {
  const text = prepared('select document from purchase_snapshots where owner_id = $1 and order_id = $2')
  return (await query<{ document: string }>(db, text, [owner_id, order_id]))[0]?.document
}

/** A shipment as the buyer sees it. */
type PurchaseShipment = {
  id: string
  status: 'pending' | 'shipped' | 'delivered'
  carrier: string
  tracking_number: string
  tracking_url: string
  items: RequestedUnits[]
}

/** An order as the buyer sees it, with its snapshot. */
export type Purchase = {
  id: string
  order_number: string
  status: string
  shipping: string
  customer_id: string | null
  account_id: string | null
  session_id: string | null
  shipping_address: Record<string, string>
  billing_address: Record<string, string>
  /** Payment methods of its charges, oldest first, without failed charges. */
  means: { id: string; display_name: string }[]
  /** Oldest first, without cancelled shipments. */
  shipments: PurchaseShipment[]
  /** Units that were refunded before they were shipped. */
  withdrawn: RequestedUnits[]
  /** Language (BCP 47) of the store's untranslated texts. */
  default_language: string
  document: string
}

export function selectPurchases(db: Database, owner_id: string, ids: readonly string[]): Promise<Purchase[]> {
  return query<Purchase>(
    db,
    prepared(`select orders.id, order_number, status, shipping, customer_id, account_id, session_id, shipping_address,
         billing_address, document,
         (select default_language from settings where settings.owner_id = $1) as default_language, array(
         select jsonb_build_object('id', id, 'display_name', coalesce(payment_method, gateway)) from transactions
          where transactions.owner_id = orders.owner_id and order_id = orders.id
            and transaction_type in ('purchase', 'authorize') and status <> 'failed' order by id) as means,
         array(
         select jsonb_build_object('id', id, 'status', status, 'carrier', carrier, 'tracking_number', tracking_number,
                                   'tracking_url', tracking_url, 'items', items) from shipments
          where shipments.owner_id = orders.owner_id and order_id = orders.id and status <> 'cancelled'
          order by id) as shipments,
         array(
         select jsonb_build_object('id', id, 'quantity', withdrawn_quantity) from order_items
          where order_items.owner_id = orders.owner_id and order_id = orders.id and withdrawn_quantity > 0) as withdrawn
       from orders join purchase_snapshots as frozen on frozen.owner_id = orders.owner_id and frozen.order_id = orders.id
      where orders.owner_id = $1 and orders.id = any($2::uuid[])`),
    [owner_id, plainArray(ids)],
  )
}

/** Identifies the buyer: a customer, or a session if `customer_id` is null. */
type BuyerIds = { customer_id: string | null; session_id: string }

/** Ids of a buyer's orders, latest first, and their total number. */
export async function selectBuyerOrders(
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

/** Replaces the buyer's names of payment methods, and removes clients' notes about them. */
export async function redactPaymentMethods(
  tx: Transaction,
  { owner_id, order_id }: OrderKey,
  name: string,
): Promise<void> {
  await query(
    tx,
    `update transactions
        set payment_method = case when payment_method is not null then $3 end, paymentmethod_meta = '{}'
      where owner_id = $1 and order_id = $2 and (payment_method is not null or paymentmethod_meta <> '{}')`,
    [owner_id, order_id, name],
  )
}

export async function selectIdByNumber(db: Database, owner_id: string, number: string): Promise<string | undefined> {
  const text = 'select id from orders where owner_id = $1 and order_number = $2'
  return (await query<{ id: string }>(db, text, [owner_id, number]))[0]?.id
}

type Sold = { order_id: string; order_number: string; document: string }

/**
 * Snapshots of the orders of a period, latest first, without cancelled orders. `before` continues after the order with
 * that id. Times are in milliseconds since the epoch.
 */
export async function selectSold(
  db: Database,
  of: { owner_id: string; from: number | null; to: number | null; before: string | null; limit: number },
): Promise<Sold[]> {
  const latest = of.before ?? lowestIdAt(of.to ?? MAX_ID_TIME_MS)
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
const MAX_ID_TIME_MS = 2 ** 48 - 1

type Payload = { id: string; payload: string }

/** Records which events belong to an order, so that anonymizing the order also redacts them. */
export async function insertOrderEvents(
  tx: Transaction,
  { owner_id, order_id }: OrderKey,
  event_ids: readonly string[],
): Promise<void> {
  await query(
    tx,
    prepared('insert into order_events (owner_id, order_id, event_id) select $1, $2, id from unnest($3::uuid[]) as id'),
    [owner_id, order_id, event_ids],
  )
}

/** Payloads of the order's events that are still retained. */
export async function selectPayloads(tx: Transaction, { owner_id, order_id }: OrderKey): Promise<Payload[]> {
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

export async function countOpenOrders(tx: Transaction, owner_id: string, account_id: string): Promise<number> {
  const rows = await query<{ count: number }>(
    tx,
    `select count(*) as count from orders
      where owner_id = $1 and account_id = $2 and shipping = 'unfulfilled' and status <> 'cancelled'`,
    [owner_id, account_id],
  )
  return rows[0]?.count ?? 0
}
