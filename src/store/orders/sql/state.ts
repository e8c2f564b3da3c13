import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { OrderItem } from '../item.ts'
import type { Entry } from '../rules/ledger.ts'
import type { ShipmentStatus } from '../rules/shipments.ts'
import { ITEM_COLUMNS } from '../store.ts'
import type { RequestedUnits } from '../units.ts'

/** State that determines the allowed actions, besides the order itself. */
export type OrderState = {
  items: OrderItem[]
  entries: Entry[]
  shipments: { status: ShipmentStatus; items: RequestedUnits[] }[]
}

export async function selectState(
  db: Database,
  { owner_id, order_id }: { owner_id: string; order_id: string },
): Promise<OrderState> {
  const part = (columns: string, table: string) =>
    `(select coalesce(jsonb_agg(to_jsonb(part) order by id), '[]')
        from (select ${columns} from ${table} where owner_id = $1 and order_id = $2) as part)`
  const [state] = await query<OrderState>(
    db,
    prepared(`select ${part(ITEM_COLUMNS, 'order_items')} as items,
      ${part('id, transaction_type, status, amount, captured_amount', 'transactions')} as entries,
      ${part('id, status, items', 'shipments')} as shipments`),
    [owner_id, order_id],
  )
  return state ?? { items: [], entries: [], shipments: [] }
}
