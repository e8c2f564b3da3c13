import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { noteChange } from '../kit/audit.ts'
import { rowExists } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import type { Inventory } from './inventory.ts'
import { applyMovement } from './movement.ts'
import { insertInventory } from './store.ts'

/**
 * Starts tracking the stock of a product, with a stock transaction `set`. Throws `not_found` for an unknown product,
 * and `conflict` if it is already tracked.
 */
export async function createInventory(work: Work, product_id: string, quantity: number): Promise<Inventory> {
  const owner_id = ownerId(work.owner)
  if (!(await rowExists(work.tx, 'products', { owner_id, id: product_id }))) throw notFound('product')
  const empty = await insertInventory(work.tx, owner_id, product_id, work.now)
  if (empty === undefined) {
    const detail = 'The product already has an inventory: create a stock transaction to change it.'
    throw new AppError('conflict', [{ detail }])
  }
  noteChange(work, { type: 'stock', id: product_id }, { before: null, after: { on_hand: quantity } })
  const [set] = await applyMovement(work, { action: 'set', order_id: null, reason: 'inventory created' }, [
    { product_id, quantity },
  ])
  return { ...empty, version: set?.version ?? empty.version, on_hand: quantity, available: quantity }
}
