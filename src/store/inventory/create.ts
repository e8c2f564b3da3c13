import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import type { Inventory } from './inventory.ts'
import { move } from './move.ts'
import { insertInventory } from './store.ts'

/** From now on the product is tracked, as its first transaction, a `set`, tells. Throws `conflict` when it is already. */
export async function createInventory(work: Work, product_id: string, quantity: number): Promise<Inventory> {
  const empty = await insertInventory(work.tx, ownerId(work.owner), product_id, work.now)
  if (empty === undefined) {
    const detail = 'The product has an inventory already: change it by a transaction.'
    throw new AppError('conflict', [{ detail }])
  }
  const [set] = await move(work, { action: 'set', order_id: null, reason: 'inventory created' }, [
    { product_id, quantity },
  ])
  return { ...empty, version: set?.version ?? empty.version, on_hand: quantity, available: quantity }
}
