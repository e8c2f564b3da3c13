import { query, type Transaction } from '../../../db/database.ts'

export async function deleteNotes(
  tx: Transaction,
  { owner_id, order_id }: { owner_id: string; order_id: string },
): Promise<void> {
  await query(tx, 'delete from order_notes where owner_id = $1 and order_id = $2', [owner_id, order_id])
}
