import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { noteChange } from '../kit/audit.ts'
import { refuseOtherValues } from '../kit/relationships.ts'
import type { Work } from '../kit/work.ts'
import type { Inventory } from './inventory.ts'
import { applyMovement } from './movement.ts'
import { lockInventories } from './store.ts'

/** `available` is named twice in a body that has both shapes of stock; `quantities` are what else of the stock it names. */
export type InventoryUpdate = {
  available: readonly (number | null)[]
  quantities: Readonly<Record<string, unknown>>
  /** Null if the caller does not say. */
  expected_version: number | null
}

/**
 * Sets the units that can be sold, beside those that are allocated, with a stock transaction `set`. Of two that differ, the one
 * that also differs from the stock counts. Throws `not_found`, `conflict`, `invalid`.
 */
export async function updateInventory(work: Work, product_id: string, update: InventoryUpdate): Promise<Inventory> {
  const [before] = await lockInventories(work.tx, ownerId(work.owner), [product_id])
  if (before === undefined) throw notFound('inventory')
  checkVersion('inventory', before.version, update.expected_version)
  const available = update.available.find((units) => units !== null && units !== before.available) ?? before.available
  const after = { ...before, available, on_hand: available + before.allocated }
  refuseOtherQuantities(update.quantities, before, after)
  if (available === before.available) return before
  const { on_hand } = after
  noteChange(work, { type: 'stock', id: product_id }, { before: { on_hand: before.on_hand }, after: { on_hand } })
  const movement = { action: 'set', order_id: null, reason: 'inventory updated' } as const
  const [set] = await applyMovement(work, movement, [{ product_id, quantity: on_hand }])
  return { ...after, version: set?.version ?? before.version, updated_at: new Date(work.now) }
}

/** Quantities that follow from the available and the allocated units are those before the change or after it. */
function refuseOtherQuantities(sent: InventoryUpdate['quantities'], before: Inventory, after: Inventory): void {
  const [old, now] = [before, after].map(({ on_hand, allocated }) => ({ on_hand, total: on_hand, allocated }))
  const differing = (['on_hand', 'total', 'allocated'] as const).filter((name) => sent[name] !== now?.[name])
  refuseOtherValues(sent, old ?? {}, differing, ' Send `available`, or a stock transaction.')
}
