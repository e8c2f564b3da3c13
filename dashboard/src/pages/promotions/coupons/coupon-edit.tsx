import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Coupon } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useMakeStale, useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CouponForm, CouponPanel } from './coupon-panel.tsx'
import { usePromotionId } from './coupons.tsx'

/** A code that a person names. */
export function NewCoupon() {
  const promotion_id = usePromotionId()
  const { api } = useScope()
  const { close } = useClose()
  const makeStale = useMakeStale()
  const create = async (data: FormBody) => {
    const params = { path: { promotion_id } }
    await api.POST('/v2/promotions/{promotion_id}/coupons', { params, body: { data } as never })
    await makeStale('/v2/promotions')
    notifications.show({ message: 'Created the coupon.' })
    close()
  }
  return (
    <CouponPanel title="New coupon" onClose={close}>
      <CouponForm operation="CreateCoupon" onSubmit={create} onCancel={close} submitLabel="Create coupon" />
    </CouponPanel>
  )
}

export function EditCoupon() {
  const promotion_id = usePromotionId()
  const coupon_id = useParam('coupon')
  const { close } = useClose()
  const params = { path: { promotion_id, coupon_id } }
  const query = useRead('/v2/promotions/{promotion_id}/coupons/{coupon_id}', { params })
  return (
    <CouponPanel title={query.data === undefined ? 'Coupon' : `Coupon ${query.data.data.code}`} onClose={close}>
      <Loaded query={query} what="coupon">
        {({ data }) => <Edit key={data.meta.timestamps.updated_at} coupon={data} />}
      </Loaded>
    </CouponPanel>
  )
}

function Edit({ coupon }: { coupon: Coupon }) {
  const promotion_id = usePromotionId()
  const scope = useScope()
  const { close } = useClose()
  const makeStale = useMakeStale()
  const [isAsking, ask] = useState(false)
  const params = { path: { promotion_id, coupon_id: coupon.id } }
  const forbidden = whyForbidden('UpdateCoupon', scope)
  const save = async (data: FormBody) => {
    await scope.api.PUT('/v2/promotions/{promotion_id}/coupons/{coupon_id}', { params, body: { data } as never })
    await makeStale('/v2/promotions')
    notifications.show({ message: 'Saved the coupon.' })
  }
  const remove = useChange({
    stale: ['/v2/promotions'],
    run: (api) => api.DELETE('/v2/promotions/{promotion_id}/coupons/{coupon_id}', { params }),
    onDone: close,
  })
  return (
    <>
      {forbidden === null ? (
        <CouponForm operation="UpdateCoupon" value={coupon} onSubmit={save} onCancel={close} submitLabel="Save" />
      ) : (
        <p>{forbidden}</p>
      )}
      <Group mt="lg">
        <Button variant="default" color="red" disabled={forbidden !== null} onClick={() => ask(true)}>
          Delete coupon
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => ask(false)}
        title={`Delete the coupon ${coupon.code}?`}
        confirmLabel="Delete coupon"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        irreversible="This cannot be undone."
        {...(remove.error === null ? {} : { error: <ProblemView error={remove.error} /> })}
      >
        Carts that have it can no longer be checked out with it. Orders that used it keep their discounts.
      </ConfirmDialog>
    </>
  )
}

export function useClose(): { close: () => void } {
  const paths = usePaths()
  const promotion_id = usePromotionId()
  const goTo = useGoTo()
  return { close: () => goTo(paths.promotion(promotion_id, 'coupons')) }
}
