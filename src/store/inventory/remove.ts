import { AppError, notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { noteChange } from '../kit/audit.ts'
import type { Work } from '../kit/work.ts'
import { deleteInventory, lockInventories } from './store.ts'

/**
 * Stops tracking a product; its stock transactions are kept. `expected_version` is null if the caller sends none.
 * Throws `not_found`, and `conflict` while units are allocated.
 */
export async function removeInventory(work: Work, product_id: string, expected_version: number | null): Promise<void> {
  const owner_id = ownerId(work.owner)
  const [inventory] = await lockInventories(work.tx, owner_id, [product_id])
  if (inventory === undefined) throw notFound('inventory')
  checkVersion('inventory', inventory.version, expected_version)
  if (inventory.allocated > 0) {
    const detail = `${inventory.allocated} units of the product are allocated: ship or deallocate them first.`
    throw new AppError('conflict', [{ detail }])
  }
  await deleteInventory(work.tx, owner_id, product_id)
  const { on_hand } = inventory
  noteChange(work, { type: 'stock', id: product_id }, { before: { on_hand }, after: null })
}
