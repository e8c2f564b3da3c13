import { useState } from 'react'
import type { CouponBatch } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { Page } from '../../../kit/page.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import classes from '../promotions.module.css'
import { batchName, limitOf } from '../rules/words.ts'
import { columns, usePromotionId } from './coupons.tsx'
import { DownloadCodes } from './download-codes.tsx'

export function BatchPage() {
  const promotion_id = usePromotionId()
  const coupon_batch_id = useParam('batch')
  const params = { path: { promotion_id, coupon_batch_id } }
  const query = useRead('/v2/promotions/{promotion_id}/coupon-batches/{coupon_batch_id}', { params })
  return (
    <Loaded query={query} what="batch">
      {({ data }) => <Batch batch={data} />}
    </Loaded>
  )
}

function Batch({ batch }: { batch: CouponBatch }) {
  const promotion_id = usePromotionId()
  const paths = usePaths()
  const [isAsking, ask] = useState(false)
  const { data: promotion } = useRead('/v2/promotions/{promotion_id}', { params: { path: { promotion_id } } })
  const coupons = paths.promotion(promotion_id, 'coupons')
  const crumbs = [
    { label: 'Promotions', to: paths.promotions() },
    { label: promotion?.data.name ?? 'Promotion', to: paths.promotion(promotion_id) },
    { label: 'Coupons', to: coupons },
  ]
  const actions = [{ name: 'Delete', danger: true, operation: 'DeleteCouponBatch' as const, run: () => ask(true) }]
  return (
    <Page title={`Batch of ${batchName(batch)}`} crumbs={crumbs} actions={actions} shownActions={0}>
      <div className={classes.stack}>
        <Section title="The batch" actions={<DownloadCodes promotion_id={promotion_id} batch={batch} primary />}>
          <KeyValue items={factsOf(batch)} />
        </Section>
        <Codes batch={batch} />
      </div>
      <Delete batch={batch} opened={isAsking} onClose={() => ask(false)} to={coupons} />
    </Page>
  )
}

function factsOf({ size, prefix, length, max_uses, max_uses_per_shopper, start, end, meta }: CouponBatch) {
  return [
    { label: 'Codes', value: size.toLocaleString('en-US') },
    { label: 'Prefix', value: prefix },
    { label: 'Random characters', value: String(length) },
    { label: 'Uses of each', value: limitOf(max_uses) },
    { label: 'Uses per shopper', value: limitOf(max_uses_per_shopper) },
    { label: 'Starts', value: start === null ? 'As the promotion' : <Time at={start} /> },
    { label: 'Ends', value: end === null ? 'As the promotion' : <Time at={end} /> },
    { label: 'Made', value: <Time at={meta.timestamps.created_at} /> },
  ]
}

function Codes({ batch }: { batch: CouponBatch }) {
  const promotion_id = usePromotionId()
  const paths = usePaths()
  const path = '/v2/promotions/{promotion_id}/coupons'
  const state = useList({ path, params: { promotion_id }, fixed: `eq(batch_id,${batch.id})` })
  return (
    <Section title="Codes">
      <ListBlock
        label="codes"
        state={state}
        columns={columns(paths, promotion_id, true)}
        rowTo={({ id }) => paths.coupon(promotion_id, id)}
        search={{ field: 'code', label: 'Find by code' }}
        empty={<Empty title="No codes">All codes of this batch were deleted.</Empty>}
      />
    </Section>
  )
}

type DeleteProps = { batch: CouponBatch; opened: boolean; onClose: () => void; to: string }

function Delete({ batch, opened, onClose, to }: DeleteProps) {
  const promotion_id = usePromotionId()
  const goTo = useGoTo()
  const params = { path: { promotion_id, coupon_batch_id: batch.id } }
  const remove = useChange({
    stale: ['/v2/promotions'],
    run: (api) => api.DELETE('/v2/promotions/{promotion_id}/coupon-batches/{coupon_batch_id}', { params }),
    onDone: () => goTo(to),
  })
  const count = String(batch.size)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete the batch of ${batchName(batch)}?`}
      confirmLabel="Delete batch"
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      irreversible="All its codes are deleted. This cannot be undone."
      {...(batch.size > MANY ? { typeToConfirm: count } : {})}
      {...(remove.error === null ? {} : { error: <ProblemView error={remove.error} /> })}
    >
      Shoppers who have one of the {batch.size.toLocaleString('en-US')} codes can no longer use it.
    </ConfirmDialog>
  )
}

/** So many are not deleted by two clicks. */
const MANY = 100
