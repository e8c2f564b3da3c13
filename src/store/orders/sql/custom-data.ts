import { query, type Transaction } from '../../../db/database.ts'
import type { CustomData } from '../../kit/values/custom-data.ts'

export async function updateCustomData(
  tx: Transaction,
  { owner_id, order_id }: { owner_id: string; order_id: string },
  items: readonly ({ id: string } & CustomData)[],
): Promise<void> {
  if (items.length === 0) return
  await query(
    tx,
    `update order_items as item set custom_inputs = changed.custom_inputs, custom_attributes = changed.custom_attributes
       from jsonb_to_recordset($3::jsonb) as changed (id uuid, custom_inputs jsonb, custom_attributes jsonb)
      where item.owner_id = $1 and item.order_id = $2 and item.id = changed.id`,
    [owner_id, order_id, JSON.stringify(items)],
  )
}
