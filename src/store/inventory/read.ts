import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import type { Inventory } from './inventory.ts'
import type { StockTransactionRow } from './stock-transaction.ts'
import { listStockTransactions, selectInventories, selectStockTransaction } from './store.ts'

/** Reads the inventory of a product. Throws `not_found` if the product is not tracked. */
export async function readInventory(db: Database, owner_id: string, product_id: string): Promise<Inventory> {
  const [inventory] = await selectInventories(db, owner_id, [product_id])
  if (inventory === undefined) throw notFound('inventory')
  return inventory
}

/** Inventories in the order of the product ids, and the ids of products without an inventory. */
export async function readInventories(
  db: Database,
  owner_id: string,
  product_ids: readonly string[],
): Promise<{ inventories: Inventory[]; not_found: string[] }> {
  const rows = await selectInventories(db, owner_id, [...new Set(product_ids)])
  const found = new Map(rows.map((row) => [row.id, row]))
  const inventories = product_ids.map((id) => found.get(id)).filter((row) => row !== undefined)
  return { inventories, not_found: product_ids.filter((id) => !found.has(id)) }
}

/** Also works for products that are no longer tracked. Throws `not_found`. */
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

/** Throws `not_found` for a product that was never tracked. */
export async function readStockTransactions(
  db: Database,
  owner_id: string,
  product_id: string,
  request: ListRequest,
): Promise<Listed<StockTransactionRow>> {
  const listed = await listStockTransactions(db, owner_id, product_id, request)
  if (listed.rows.length > 0) return listed
  const unfiltered = { ...request, where: null, offset: 0, limit: 1 }
  const any = await listStockTransactions(db, owner_id, product_id, { ...unfiltered, total_method: 'observed' })
  if (any.rows.length === 0) throw notFound('inventory')
  return listed
}
