import { Outlet } from '@tanstack/react-router'
import type { CouponBatch } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { LoadedPage } from '../../../kit/loaded-page.tsx'
import { type Crumb, Page, type PageRequest } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import classes from '../promotions.module.css'
import { batchName, limitOf } from '../rules/words.ts'
import { columns, usePromotionId } from './coupons.tsx'
import { DownloadCodes } from './download-codes.tsx'

const BATCH = '/v2/promotions/{promotion_id}/coupon-batches/{coupon_batch_id}'

export function useBatch() {
  const promotion_id = usePromotionId()
  const params = { path: { promotion_id, coupon_batch_id: useParam('batch') } }
  return useRead(BATCH, { params })
}

export function BatchPage() {
  const query = useBatch()
  const crumbs = useCrumbs()
  return (
    <LoadedPage query={query} what="batch" crumbs={crumbs}>
      {({ data }) => <Batch batch={data} crumbs={crumbs} />}
    </LoadedPage>
  )
}

function useCrumbs(): Crumb[] {
  const promotion_id = usePromotionId()
  const paths = usePaths()
  const { data: promotion } = useRead('/v2/promotions/{promotion_id}', { params: { path: { promotion_id } } })
  return [
    { label: 'Promotions', to: paths.promotions() },
    { label: promotion?.data.name ?? 'Promotion', to: paths.promotion(promotion_id) },
    { label: 'Coupons', to: paths.promotion(promotion_id, 'coupons') },
  ]
}

function Batch({ batch, crumbs }: { batch: CouponBatch; crumbs: Crumb[] }) {
  const promotion_id = usePromotionId()
  const paths = usePaths()
  const actions = [
    {
      name: 'Delete',
      danger: true,
      operation: 'DeleteCouponBatch' as const,
      to: paths.couponBatch(promotion_id, batch.id, 'delete'),
    },
  ]
  return (
    <Page
      title={`Batch of ${batchName(batch)}`}
      crumbs={crumbs}
      actions={actions}
      shownActions={0}
      request={requestOf(promotion_id, batch.id)}
    >
      <div className={classes.stack}>
        <Section title="The batch" actions={<DownloadCodes promotion_id={promotion_id} batch={batch} primary />}>
          <KeyValue items={factsOf(batch)} />
        </Section>
        <Codes batch={batch} />
      </div>
      <Outlet />
    </Page>
  )
}

function requestOf(promotion_id: string, coupon_batch_id: string): PageRequest {
  return { path: BATCH, params: { promotion_id, coupon_batch_id } }
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
    { label: 'Created', value: <Time at={meta.timestamps.created_at} /> },
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
