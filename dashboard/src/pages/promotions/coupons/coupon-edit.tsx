import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { ifUnchanged } from '../../../api/if-unchanged.ts'
import type { Coupon, NewCoupon as CouponCreate } from '../../../generated/schema.ts'
import { ActionButton, useActions } from '../../../kit/actions.tsx'
import { useParam } from '../../../kit/address-state.ts'
import { DeleteRoute } from '../../../kit/dialogs/confirm-route.tsx'
import { Outdated, useShown } from '../../../kit/form/shown.tsx'
import { useUnsaved } from '../../../kit/form/unsaved.tsx'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useInvalidate, useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { CouponForm, CouponPanel } from './coupon-panel.tsx'
import { usePromotionId } from './coupons.tsx'

/** Coupon with a chosen code. */
export function NewCoupon() {
  const promotion_id = usePromotionId()
  const { api } = useScope()
  const { close } = useClose()
  const invalidate = useInvalidate()
  const create = async (data: FormBody) => {
    const params = { path: { promotion_id } }
    await api.POST('/v2/promotions/{promotion_id}/coupons', { params, body: { data: asBody<CouponCreate>(data) } })
    await invalidate('/v2/promotions')
    notifications.show({ message: 'Created the coupon.' })
    close()
  }
  return (
    <CouponPanel title="New coupon" onClose={close}>
      <CouponForm operation="CreateCoupon" onSubmit={create} onCancel={close} submitLabel="Create coupon" />
    </CouponPanel>
  )
}

function useCoupon() {
  const params = { path: { promotion_id: usePromotionId(), coupon_id: useParam('coupon') } }
  return useRead('/v2/promotions/{promotion_id}/coupons/{coupon_id}', { params })
}

export function EditCoupon() {
  const { close } = useClose()
  const query = useCoupon()
  return (
    <CouponPanel title={query.data === undefined ? 'Coupon' : `Coupon ${query.data.data.code}`} onClose={close}>
      <Loaded query={query} what="coupon">
        {({ data }) => <Edit key={data.id} coupon={data} />}
      </Loaded>
    </CouponPanel>
  )
}

const COUPON = '/v2/promotions/{promotion_id}/coupons/{coupon_id}'

function Edit({ coupon }: { coupon: Coupon }) {
  const promotion_id = usePromotionId()
  const scope = useScope()
  const { close } = useClose()
  const invalidate = useInvalidate()
  const paths = usePaths()
  const [remove] = useActions([deletion(paths.coupon(promotion_id, coupon.id, 'delete'))])
  const unsaved = useUnsaved()
  const { shown, revision, isOutdated, latest, show, keep } = useShown(coupon, unsaved.isDirty)
  const params = { path: { promotion_id, coupon_id: coupon.id } }
  const forbidden = whyForbidden('UpdateCoupon', scope)
  const save = async (data: FormBody) => {
    const body = { data }
    const { data: saved } = await ifUnchanged(scope.api).PUT(COUPON, { params, body })
    if (saved !== undefined) keep(saved.data)
    await invalidate('/v2/promotions')
    notifications.show({ message: 'Saved the coupon.' })
    return saved?.data
  }
  return (
    <>
      {forbidden === null ? (
        <>
          {unsaved.question}
          {isOutdated && <Outdated what="coupon" onLoad={() => show(coupon)} />}
          <CouponForm
            key={revision}
            operation="UpdateCoupon"
            value={shown}
            latest={latest}
            onSubmit={save}
            onCancel={close}
            submitLabel="Save"
            onDirty={unsaved.setDirty}
          />
        </>
      ) : (
        <p>{forbidden}</p>
      )}
      <Group mt="lg">{remove !== undefined && <ActionButton action={remove} />}</Group>
      <Outlet />
    </>
  )
}

const deletion = (to: string) => ({ name: 'Delete coupon', danger: true, to, operation: 'DeleteCoupon' as const })

export function DeleteCouponDialog() {
  const paths = usePaths()
  const promotion_id = usePromotionId()
  const query = useCoupon()
  if (query.data === undefined) return null
  const { id, code } = query.data.data
  const params = { path: { promotion_id, coupon_id: id } }
  return (
    <DeleteRoute
      backTo={paths.coupon(promotion_id, id)}
      doneTo={paths.promotion(promotion_id, 'coupons')}
      title={`Delete the coupon ${code}?`}
      operation="DeleteCoupon"
      run={(api) => api.DELETE('/v2/promotions/{promotion_id}/coupons/{coupon_id}', { params })}
      stale={['/v2/promotions']}
      what="coupon"
    >
      Carts that have it can no longer be checked out with it. Orders that used it keep their discounts.
    </DeleteRoute>
  )
}

export function useClose(): { close: () => void } {
  const paths = usePaths()
  const promotion_id = usePromotionId()
  const goTo = useGoTo()
  return { close: () => goTo(paths.promotion(promotion_id, 'coupons')) }
}
