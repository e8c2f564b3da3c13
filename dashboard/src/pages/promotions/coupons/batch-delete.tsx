import { ConfirmRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { batchName } from '../rules/words.ts'
import { useBatch } from './batch.tsx'
import { usePromotionId } from './coupons.tsx'

/** Above this number, the deletion must be confirmed by typing. */
const CONFIRM_ABOVE = 100

export function DeleteBatchDialog() {
  const paths = usePaths()
  const promotion_id = usePromotionId()
  const batch = useBatch().data?.data
  if (batch === undefined) return null
  const params = { path: { promotion_id, coupon_batch_id: batch.id } }
  return (
    <ConfirmRoute
      backTo={paths.couponBatch(promotion_id, batch.id)}
      doneTo={paths.promotion(promotion_id, 'coupons')}
      title={`Delete the batch of ${batchName(batch)}?`}
      operation="DeleteCouponBatch"
      run={(api) => api.DELETE('/v2/promotions/{promotion_id}/coupon-batches/{coupon_batch_id}', { params })}
      stale={['/v2/promotions']}
      confirmLabel="Delete batch"
      irreversible="All its codes are deleted. This cannot be undone."
      {...(batch.size > CONFIRM_ABOVE ? { typeToConfirm: String(batch.size) } : {})}
      what="batch"
    >
      Shoppers who have one of the {batch.size.toLocaleString('en-US')} codes can no longer use it.
    </ConfirmRoute>
  )
}
