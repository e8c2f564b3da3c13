import { useParam } from '../../kit/address-state.ts'
import { useGoTo } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useUses } from './uses.tsx'

/** Confirmation that lists the consequences of the deletion. */
export function DeletePromotion() {
  const promotion_id = useParam('promotion')
  const paths = usePaths()
  const goTo = useGoTo()
  const { data } = useRead('/v2/promotions/{promotion_id}', { params: { path: { promotion_id } } })
  const coupons = useCouponCount(promotion_id)
  const uses = useUses(promotion_id)
  const remove = useChange({
    stale: ['/v2/promotions'],
    run: (api) => api.DELETE('/v2/promotions/{promotion_id}', { params: { path: { promotion_id } } }),
    onDone: () => goTo(paths.promotions(), 'gone'),
  })
  return (
    <ConfirmDialog
      opened
      title={`Delete the promotion “${data?.data.name ?? ''}”?`}
      confirmLabel="Delete promotion"
      onClose={() => goTo(paths.promotion(promotion_id), 'replace')}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      irreversible="This cannot be undone. To end it only, disable it."
      {...(remove.error === null ? {} : { error: <ProblemView error={remove.error} /> })}
    >
      {sentenceOf(coupons, uses)} Orders that used it keep their discounts.
    </ConfirmDialog>
  )
}

function sentenceOf(coupons: number | null, uses: number | null): string {
  const codes = coupons === null || coupons === 0 ? 'It' : `It and its ${coupons.toLocaleString('en-US')} coupons`
  const used = uses === null || uses === 0 ? 'No order has used it.' : `${uses.toLocaleString('en-US')} orders used it.`
  return `${codes} will no longer apply to any cart. ${used}`
}

export function useCouponCount(promotion_id: string): number | null {
  const params = { path: { promotion_id }, query: { 'page[limit]': 1 } }
  return useRead('/v2/promotions/{promotion_id}/coupons', { params }).data?.meta.results.total ?? null
}
