import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { checkVersion } from '../../kernel/version.ts'
import { noteChange } from '../kit/audit.ts'
import { rejectOtherValues } from '../kit/relationships.ts'
import type { Work } from '../kit/work.ts'
import type { Inventory } from './inventory.ts'
import { availableIn, LOCATION, type StockUpdate } from './locations.ts'
import { applyMovement } from './movement.ts'
import { lockInventories } from './store.ts'

export type InventoryUpdate = {
  sent: StockUpdate
  /** Null if the caller sends no version. */
  expected_version: number | null
}

/**
 * Sets the units that can be sold, in addition to the allocated units, with a stock transaction `set`. Throws
 * `not_found`, `conflict` and `invalid`.
 */
export async function updateInventory(work: Work, product_id: string, update: InventoryUpdate): Promise<Inventory> {
  const [before] = await lockInventories(work.tx, ownerId(work.owner), [product_id])
  if (before === undefined) throw notFound('inventory')
  checkVersion('inventory', before.version, update.expected_version)
  const available = availableIn(update.sent, before.available) ?? before.available
  const after = { ...before, available, on_hand: available + before.allocated }
  refuseOtherQuantities(update.sent, before, after)
  if (available === before.available) return before
  const { on_hand } = after
  noteChange(work, { type: 'stock', id: product_id }, { before: { on_hand: before.on_hand }, after: { on_hand } })
  const movement = { action: 'set', order_id: null, reason: 'inventory updated' } as const
  const [set] = await applyMovement(work, movement, [{ product_id, quantity: on_hand }])
  return { ...after, version: set?.version ?? before.version, updated_at: new Date(work.now) }
}

/** Derived quantities in a body must match those before or after the change. */
function refuseOtherQuantities(sent: StockUpdate, before: Inventory, after: Inventory): void {
  const [old = {}, now = {}] = [before, after].map(quantitiesOf)
  const { attributes } = sent
  const located = { '/data/attributes': attributes, [AT_LOCATION]: attributes?.locations?.[LOCATION] }
  for (const [pointer, shape] of Object.entries({ '/data': sent, ...located })) {
    const values: Record<string, unknown> = { ...shape }
    const differing = Object.keys(now).filter((name) => values[name] !== now[name])
    rejectOtherValues(values, old, differing, ' Send `available`, or a stock transaction.', pointer)
  }
}

const AT_LOCATION = `/data/attributes/locations/${LOCATION}`

function quantitiesOf({ on_hand, allocated }: Inventory): Record<string, number> {
  return { on_hand, total: on_hand, allocated }
}
