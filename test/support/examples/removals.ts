import type { TourContext } from './context.ts'
import { showPlainRemovals } from './plain.ts'

/** Operations in an order that deletes no resource still in use. */
const BEFORE = [
  ...['DeleteCart', 'DeleteCoupon', 'DeleteCouponBatch', 'DeleteAlert', 'DeleteIntegration', 'DeleteEventType'],
  ...['DeleteCustomAPIEntry', 'DeleteCatalogRelease', 'DeleteCatalogReleases', 'ClearProductMainImage'],
  'DeleteInventory',
]
const AFTER = ['DeleteFile', 'ResetSettings', 'RemovePerson']

export async function showRemovals(context: TourContext): Promise<void> {
  for (const operationId of BEFORE) await context.seller(operationId)
  await showPlainRemovals(context)
  for (const operationId of AFTER) await context.seller(operationId)
}
