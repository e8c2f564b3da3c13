import type { Database } from '../../db/tables.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import type { Figures } from './inventory.ts'
import { move, type StockLine } from './move.ts'
import { addAllocations, lockInventories, selectInventories, takeAllocations } from './store.ts'

export type { StockLine } from './move.ts'

/**
 * Holds the units of an order, for all of its products or none; products without an inventory are not tracked and can
 * always be sold. Throws `conflict` that names every product that is short, and what of it is available.
 */
export async function allocate(work: Work, order_id: string, lines: readonly StockLine[]): Promise<void> {
  const moved = await move(work, { action: 'allocate', order_id, reason: 'checkout' }, merged(lines))
  if (moved.length > 0) await addAllocations(work.tx, ownerId(work.owner), order_id, moved)
}

/** Gives back what the order still holds of these units, as when it is cancelled. Nothing is left to give the second time. */
export async function deallocate(work: Work, order_id: string, lines: readonly StockLine[]): Promise<void> {
  const held = await release(work, order_id, merged(lines))
  await move(work, { action: 'deallocate', order_id, reason: 'release' }, held)
}

/**
 * Takes what the order still holds of these units out of the store: a deallocation and a decrement each. What it never
 * held, because the product was not tracked then, is not counted.
 */
export async function ship(work: Work, order_id: string, lines: readonly StockLine[]): Promise<void> {
  const held = await release(work, order_id, merged(lines))
  await move(work, { action: 'deallocate', order_id, reason: 'shipment' }, held)
  await move(work, { action: 'decrement', order_id, reason: 'shipment' }, held)
}

/** The figures of those products that are tracked; the others can always be sold. */
export async function availability(
  db: Database,
  owner: Owner,
  product_ids: readonly string[],
): Promise<Map<string, Figures>> {
  if (product_ids.length === 0) return new Map()
  const rows = await selectInventories(db, ownerId(owner), product_ids)
  return new Map(rows.map(({ id, on_hand, allocated, available }) => [id, { on_hand, allocated, available }]))
}

/** Takes from what the order, or the seller (null), holds of these units, as much as there is, with the inventories locked. */
export async function release(work: Work, order_id: string | null, lines: readonly StockLine[]): Promise<StockLine[]> {
  if (lines.length === 0) return []
  const owner_id = ownerId(work.owner)
  await lockInventories(work.tx, owner_id, productsOf(lines))
  return takeAllocations(work.tx, owner_id, order_id, lines)
}

function productsOf(lines: readonly StockLine[]): string[] {
  return lines.map(({ product_id }) => product_id)
}

/** One line for each product. */
function merged(lines: readonly StockLine[]): StockLine[] {
  const products = new Map<string, StockLine>()
  for (const line of lines) {
    const product_id = line.product_id.toLowerCase()
    const quantity = (products.get(product_id)?.quantity ?? 0) + line.quantity
    products.set(product_id, { ...line, product_id, quantity })
  }
  return [...products.values()].filter(({ quantity }) => quantity > 0)
}
