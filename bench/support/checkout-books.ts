import { type Database, query } from '../../src/db/database.ts'
import type { CheckoutReport } from './shoppers.ts'

/** Counts of violations, which must all be 0. */
export type Faults = Readonly<Record<string, number>>

/** Each query finds a contradiction in the database. `$1` is the store, `$2` the initial units of each product. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  orders_without_event: `
    select 1 from orders where owner_id = $1 and 1 <> (
      select count(*) from reported where triggered_by = 'order.created' and resource_id = orders.id)`,
  events_without_order: `
    select 1 from reported where triggered_by like 'order.%' and not exists (
      select from orders where owner_id = $1 and id = resource_id)`,
  // Each change of an order is one version and one order.updated, and one-time events occur once.
  unreported_changes: `
    select 1 from orders, lateral (
      select count(*) filter (where triggered_by = 'order.updated') as updated,
             count(*) filter (where triggered_by = 'order.cancelled') as cancelled,
             count(*) filter (where triggered_by = 'order.fulfilled') as fulfilled,
             count(*) filter (where triggered_by = 'order.paid') as paid
        from reported where resource_id = orders.id) as times
     where owner_id = $1 and (version <> 1 + updated or cancelled <> (status = 'cancelled')::int
        or fulfilled <> (shipping = 'fulfilled')::int or paid <> (payment = 'paid')::int)`,
  carts_that_made_two_orders: `select 1 from orders where owner_id = $1 group by cart_id having count(*) > 1`,
  carts_left_full: `
    select 1 from orders join carts on carts.owner_id = orders.owner_id and carts.id = cart_id
     where orders.owner_id = $1 and items <> '[]'`,
  orders_without_items: `
    select 1 from orders where owner_id = $1 and (cardinality(item_ids) = 0 or item_ids <> array(
      select id::text from order_items as item where item.owner_id = $1 and order_id = orders.id
       order by array_position(item_ids, id::text)))`,
  orders_without_snapshot: `
    select 1 from orders left join purchase_snapshots as frozen on frozen.owner_id = $1 and order_id = orders.id
     where orders.owner_id = $1 and (hash is distinct from sha256(convert_to(document, 'UTF8'))
        or (document::json ->> 'order_id')::uuid is distinct from orders.id
        or (document::json #>> '{totals,with_tax}')::bigint is distinct from with_tax)`,
  products_with_leaked_units: `
    select 1 from inventories as stock left join lateral (
      select coalesce(sum(quantity) filter (where status <> 'cancelled' and shipping = 'unfulfilled'), 0) as open,
             coalesce(sum(quantity) filter (where shipping = 'fulfilled'), 0) as sent
        from order_items join orders on orders.owner_id = order_items.owner_id and orders.id = order_id
       where order_items.owner_id = $1 and product_id = stock.id) as sold on true
     where owner_id = $1 and (allocated <> open or on_hand <> $2::bigint - sent or not (0 <= allocated and allocated <= on_hand))`,
  orders_holding_wrong_units: `
    select 1 from (
      select product_id, order_id, quantity from stock_allocations where owner_id = $1) as held
    full join (
      select product_id, order_id, sum(quantity)::bigint as quantity
        from order_items join orders on orders.owner_id = order_items.owner_id and orders.id = order_id
       where orders.owner_id = $1 and status <> 'cancelled' and shipping = 'unfulfilled'
         and exists (select from inventories where owner_id = $1 and id = product_id)
       group by 1, 2) as open using (product_id, order_id)
     where held.quantity is distinct from open.quantity`,
  // Every version of an inventory follows from its predecessor and the ledger.
  stock_ledger_gaps: `
    select 1 from (
      select *, lag(version, 1, 0::bigint) over ledger as version_before, lag(on_hand, 1, 0::bigint) over ledger as on_hand_before,
             lag(allocated, 1, 0::bigint) over ledger as allocated_before,
             last_value(id) over (ledger rows between unbounded preceding and unbounded following) = id as is_last
        from stock_transactions where owner_id = $1 window ledger as (partition by product_id order by version)) as entry
     where version <> version_before + 1
        or on_hand <> case action when 'set' then quantity when 'increment' then on_hand_before + quantity
                                  when 'decrement' then on_hand_before - quantity else on_hand_before end
        or allocated <> allocated_before + case action when 'allocate' then quantity when 'deallocate' then -quantity else 0 end
        or is_last and not exists (select from inventories as stock where stock.owner_id = $1 and stock.id = product_id
             and (stock.version, stock.on_hand, stock.allocated) = (entry.version, entry.on_hand, entry.allocated))`,
  stock_changes_without_event: `
    select 1 from stock_transactions where owner_id = $1 and 1 <> (
      select count(*) from reported where triggered_by = 'stock-transaction.created' and resource_id = stock_transactions.id)`,
  stock_events_without_change: `
    select 1 from reported where triggered_by = 'stock-transaction.created' and not exists (
      select from stock_transactions where owner_id = $1 and id = resource_id)`,
  // Stored in the transaction of the effect, so never without a response.
  keys_without_answer: `select 1 from idempotency_keys where owner_id = $1 and (status is null or body is null)`,
  keys_without_order: `
    select 1 from idempotency_keys where owner_id = $1 and operation like '%/checkout' and not exists (
      select from orders where owner_id = $1 and id = (body::json #>> '{data,id}')::uuid)`,
}

// Computed once instead of for each order.
const CREATE_REPORTED = `create temporary table reported as
  select triggered_by, id, (payload::json #>> '{data,id}')::uuid as resource_id from events
   where owner_id = $1 and (triggered_by like 'order.%' or triggered_by = 'stock-transaction.created')`

type Store = { store_id: string; units: number }

/** Checks the database for contradictions; `units` is the initial stock of each tracked product. */
export async function findContradictions(db: Database, { store_id, units }: Store): Promise<Faults> {
  return db.transaction(async (connection) => {
    await query(connection, CREATE_REPORTED, [store_id])
    await query(connection, 'create index on reported (resource_id)', [])
    await query(connection, 'analyze', [])
    const faults: Record<string, number> = {}
    for (const [name, text] of Object.entries(CONTRADICTIONS)) {
      // Uses both parameters in every statement, because PostgreSQL rejects unused ones.
      const counted = `select count(*) as count from (${text}) as found where $1::uuid is not null and $2::bigint is not null`
      const [row] = await query<{ count: number }>(connection, counted, [store_id, units])
      faults[name] = row?.count ?? -1
    }
    return faults
  })
}

export type Sold = { id: string; cart_id: string }

export function selectSold(db: Database, store_id: string): Promise<Sold[]> {
  return query<Sold>(db, 'select id, cart_id from orders where owner_id = $1', [store_id])
}

export function findWrongResponses({ orders, found_done, wrong }: CheckoutReport, sold: readonly Sold[]): Faults {
  const ids = new Set(sold.map(({ id }) => id))
  const carts = new Set(sold.map(({ cart_id }) => cart_id))
  const named = [...orders.values()]
  return {
    promised_orders_missing: named.flatMap((some) => [...some]).filter((id) => !ids.has(id)).length,
    carts_reported_two_orders: named.filter((some) => some.size > 1).length,
    found_done_without_order: [...found_done].filter((cart_id) => !carts.has(cart_id)).length,
    orders_without_cart: [...carts].filter((cart_id) => !orders.has(cart_id) && !found_done.has(cart_id)).length,
    wrong_answers: wrong.length,
  }
}
