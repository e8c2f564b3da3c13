import type { Database } from '../../db/database.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import type { ScrapedMetrics } from './inventory.ts'
import { applyMovement, type StockLine } from './movement.ts'
import { addAllocations, lockInventories, selectInventories, takeAllocations } from './store.ts'

export type { StockLine } from './movement.ts'

/**
 * Allocates the units of an order, for all of its products or none. Untracked products can always be sold. Throws
 * `conflict` that names every product in short supply with its available units.
 */
export async function allocate(work: Work, order_id: string, lines: readonly StockLine[]): Promise<void> {
  const moved = await applyMovement(work, { action: 'allocate', order_id, reason: 'checkout' }, mergeLines(lines))
  if (moved.length > 0) await addAllocations(work.tx, ownerId(work.owner), order_id, moved)
}

/** Deallocates the units that are still allocated to the order, as on cancellation. Idempotent. */
export async function deallocate(
  work: Work,
  order_id: string,
  lines: readonly StockLine[],
  reason = 'release',
): Promise<void> {
  const released = await releaseAllocations(work, order_id, mergeLines(lines))
  await applyMovement(work, { action: 'deallocate', order_id, reason }, released)
}

/** Adds units of the order that came back to the units on hand. */
export async function restock(
  work: Work,
  order_id: string,
  lines: readonly StockLine[],
  reason: string,
): Promise<void> {
  await applyMovement(work, { action: 'increment', order_id, reason }, mergeLines(lines))
}

/**
 * Deducts the units that are still allocated to the order, by a deallocation and a decrement. Units that were never
 * allocated, because the product was not tracked at the time, are not deducted.
 */
export async function ship(work: Work, order_id: string, lines: readonly StockLine[]): Promise<void> {
  const released = await releaseAllocations(work, order_id, mergeLines(lines))
  await applyMovement(work, { action: 'deallocate', order_id, reason: 'shipment' }, released)
  await applyMovement(work, { action: 'decrement', order_id, reason: 'shipment' }, released)
}

/** Stock levels of tracked products by product id; untracked products can always be sold. */
export async function availability(
  db: Database,
  owner: Owner,
  product_ids: readonly string[],
): Promise<Map<string, ScrapedMetrics>> {
  if (product_ids.length === 0) return new Map()
  const rows = await selectInventories(db, ownerId(owner), product_ids)
  return new Map(rows.map(({ id, on_hand, allocated, available }) => [id, { on_hand, allocated, available }]))
}

/**
 * Removes allocations of the order, or of the seller (null), up to these quantities. Locks the inventories. Returns the
 * removed quantities.
 */
export async function releaseAllocations(
  work: Work,
  order_id: string | null,
  lines: readonly StockLine[],
): Promise<StockLine[]> {
  if (lines.length === 0) return []
  const owner_id = ownerId(work.owner)
  await lockInventories(work.tx, owner_id, productsOf(lines))
  return takeAllocations(work.tx, owner_id, order_id, lines)
}

function productsOf(lines: readonly StockLine[]): string[] {
  return lines.map(({ product_id }) => product_id)
}

/** Merges the lines of each product and drops empty lines. */
function mergeLines(lines: readonly StockLine[]): StockLine[] {
  const products = new Map<string, StockLine>()
  for (const line of lines) {
    const product_id = line.product_id.toLowerCase()
    const quantity = (products.get(product_id)?.quantity ?? 0) + line.quantity
    products.set(product_id, { ...line, product_id, quantity })
  }
  return [...products.values()].filter(({ quantity }) => quantity > 0)
}
