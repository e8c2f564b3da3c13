import type { Listed } from '../../db/list.ts'
import type { Database } from '../../db/tables.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/list.ts'
import type { Inventory } from './inventory.ts'
import type { StockTransactionRow } from './stock-transaction.ts'
import { listStockTransactions, selectInventories, selectStockTransaction } from './store.ts'

/** Throws `not_found`. */
export async function readInventory(db: Database, owner_id: string, product_id: string): Promise<Inventory> {
  const [inventory] = await selectInventories(db, owner_id, [product_id])
  if (inventory === undefined) throw notFound('inventory')
  return inventory
}

/** Also when the product is not tracked any more. Throws `not_found`. */
export async function readStockTransaction(
  db: Database,
  owner_id: string,
  product_id: string,
  id: string,
): Promise<StockTransactionRow> {
  const row = await selectStockTransaction(db, owner_id, product_id, id)
  if (row === undefined) throw notFound('stock transaction')
  return row
}

/** Throws `not_found` for a product that never was tracked. */
export async function readStockTransactions(
  db: Database,
  owner_id: string,
  product_id: string,
  request: ListRequest,
): Promise<Listed<StockTransactionRow>> {
  const listed = await listStockTransactions(db, owner_id, product_id, request)
  if (listed.rows.length > 0) return listed
  const all = { ...request, where: null, offset: 0, limit: 1 }
  const ever = await listStockTransactions(db, owner_id, product_id, { ...all, total_method: 'observed' })
  if (ever.rows.length === 0) throw notFound('inventory')
  return listed
}
