import { notifications } from '@mantine/notifications'
import { Outlet, useLocation } from '@tanstack/react-router'
import { ifUnchanged } from '../../api/if-unchanged.ts'
import type { Promotion } from '../../generated/schema.ts'
import { Outdated, useShown } from '../../kit/form/shown.tsx'
import { useUnsaved } from '../../kit/form/unsaved.tsx'
import type { FormBody } from '../../kit/form/use-form.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { useInvalidate } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Lines, ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { PromotionBuilder } from './builder/promotion-builder.tsx'
import { usePromotionSchema } from './builder/use-promotion-schema.ts'
import { useCurrencies } from './pickers.ts'
import { PromotionFrame } from './promotion-frame.tsx'

export function PromotionPage() {
  const paths = usePaths()
  const enable = useChange({
    stale: ['/v2/promotions'],
    run: (api, { id, enabled }: Promotion) =>
      api.PUT('/v2/promotions/{promotion_id}', {
        params: { path: { promotion_id: id } },
        body: { data: { type: 'promotion', enabled: !enabled } },
      }),
  })
  const actions = (promotion: Promotion) => [
    {
      name: promotion.enabled ? 'Disable' : 'Enable',
      key: 'e',
      operation: 'UpdatePromotion' as const,
      run: () => enable.mutate(promotion),
      busy: enable.isPending,
    },
    { name: 'Duplicate', operation: 'CreatePromotion' as const, to: paths.newPromotion(promotion.id) },
    {
      name: 'Delete',
      danger: true,
      operation: 'DeletePromotion' as const,
      to: paths.promotion(promotion.id, 'delete'),
    },
  ]
  return (
    <PromotionFrame actions={actions} quiet>
      {(promotion) => (
        <>
          {enable.error !== null && <ProblemView error={enable.error} />}
          <Builder promotion={promotion} />
          <Outlet />
        </>
      )}
    </PromotionFrame>
  )
}

/** Renders nothing: the layout keeps the builder mounted at all of its addresses, so that unsaved changes survive. */
export function TryPlace() {
  return null
}

function Builder({ promotion }: { promotion: Promotion }) {
  const scope = useScope()
  const paths = usePaths()
  const invalidate = useInvalidate()
  const { pathname } = useLocation()
  const unsaved = useUnsaved()
  const schema = usePromotionSchema()
  const currencies = useCurrencies()
  const { shown, revision, isOutdated, latest, show } = useShown(promotion, unsaved.isDirty)
  if (schema === undefined || currencies === null) return <Lines />
  const save = async (data: FormBody) => {
    const params = { path: { promotion_id: promotion.id } }
    const { data: saved } = await ifUnchanged(scope.api).PUT('/v2/promotions/{promotion_id}', {
      params,
      body: { data },
    })
    unsaved.setDirty(false)
    if (saved !== undefined) show(saved.data)
    await invalidate('/v2/promotions')
    notifications.show({ message: 'Saved the promotion.' })
  }
  return (
    <>
      {unsaved.question}
      {isOutdated && <Outdated what="promotion" onLoad={() => show(promotion)} />}
      <PromotionBuilder
        // After saving, the form starts from the saved promotion.
        key={revision}
        schema={schema}
        value={shown}
        latest={latest}
        promotion={promotion}
        currencies={currencies.codes}
        forbidden={whyForbidden('UpdatePromotion', scope)}
        isTrying={pathname === paths.promotion(promotion.id, 'try')}
        onSubmit={save}
        onDirty={unsaved.setDirty}
        onDiscard={() => {
          show(promotion)
          unsaved.setDirty(false)
        }}
      />
    </>
  )
}
