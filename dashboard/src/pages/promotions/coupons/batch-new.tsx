import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { NewCouponBatch } from '../../../generated/schema.ts'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useInvalidate } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { useClose } from './coupon-edit.tsx'
import { CouponForm, CouponPanel } from './coupon-panel.tsx'
import { usePromotionId } from './coupons.tsx'

/** Creates many random codes at once. */
export function NewBatch() {
  const promotion_id = usePromotionId()
  const { api } = useScope()
  const paths = usePaths()
  const goTo = useGoTo()
  const { close } = useClose()
  const invalidate = useInvalidate()
  // The idempotency key makes a repeated request create only one batch.
  const [key] = useState(() => crypto.randomUUID())
  const create = async (data: FormBody) => {
    const params = { path: { promotion_id }, header: { 'idempotency-key': key } }
    const { data: response } = await api.POST('/v2/promotions/{promotion_id}/coupon-batches', {
      params,
      body: { data: asBody<NewCouponBatch>(data) },
    })
    await invalidate('/v2/promotions')
    notifications.show({ message: 'Created the batch.' })
    if (response === undefined) close()
    else goTo(paths.couponBatch(promotion_id, response.data.id))
  }
  return (
    <CouponPanel title="New batch" onClose={close}>
      <CouponForm operation="CreateCouponBatch" onSubmit={create} onCancel={close} submitLabel="Create batch" />
    </CouponPanel>
  )
}
