import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { noteChange } from '../kit/audit.ts'
import type { Work } from '../kit/work.ts'
import type { Inventory } from './inventory.ts'
import { applyMovement } from './movement.ts'
import { lockInventories } from './store.ts'

/**
 * Sets the units that can be sold, beside those that are allocated, with a stock transaction `set`; null changes nothing.
 * `expected_version` is null if the caller does not say. Throws `not_found`, `conflict`.
 */
export async function updateInventory(
  work: Work,
  product_id: string,
  { available, expected_version }: { available: number | null; expected_version: number | null },
): Promise<Inventory> {
  const [inventory] = await lockInventories(work.tx, ownerId(work.owner), [product_id])
  if (inventory === undefined) throw notFound('inventory')
  checkVersion('inventory', inventory.version, expected_version)
  if (available === null || available === inventory.available) return inventory
  const on_hand = available + inventory.allocated
  noteChange(work, { type: 'stock', id: product_id }, { before: { on_hand: inventory.on_hand }, after: { on_hand } })
  const movement = { action: 'set', order_id: null, reason: 'inventory updated' } as const
  const [set] = await applyMovement(work, movement, [{ product_id, quantity: on_hand }])
  const version = set?.version ?? inventory.version
  return { ...inventory, version, on_hand, available, updated_at: new Date(work.now) }
}
