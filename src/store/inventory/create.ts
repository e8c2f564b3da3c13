import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { rowExists } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import type { Inventory } from './inventory.ts'
import { move } from './move.ts'
import { insertInventory } from './store.ts'

/**
 * From now on the product is tracked, as its first transaction, a `set`, tells. Throws `not_found` when the store has no
 * such product, `conflict` when it is tracked already.
 */
export async function createInventory(work: Work, product_id: string, quantity: number): Promise<Inventory> {
  const owner_id = ownerId(work.owner)
  if (!(await rowExists(work.tx, 'products', { owner_id, id: product_id }))) throw notFound('product')
  const empty = await insertInventory(work.tx, owner_id, product_id, work.now)
  if (empty === undefined) {
    const detail = 'The product has an inventory already: change it by a transaction.'
    throw new AppError('conflict', [{ detail }])
  }
  const [set] = await move(work, { action: 'set', order_id: null, reason: 'inventory created' }, [
    { product_id, quantity },
  ])
  return { ...empty, version: set?.version ?? empty.version, on_hand: quantity, available: quantity }
}
