import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo, target } from '../../../kit/link.tsx'
import { ListBlock } from '../../../kit/list/list-block.tsx'
import type { RowOf } from '../../../kit/list/list-query.ts'
import type { Column } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { PromotionFrame } from '../promotion-frame.tsx'
import classes from '../promotions.module.css'
import { limitOf } from '../rules/words.ts'
import { BatchList } from './batch-list.tsx'
import { CouponNote } from './coupon-note.tsx'

export function CouponsPage() {
  const paths = usePaths()
  const actions = ({ id }: { id: string }) => [
    { name: 'New coupon', key: 'n', to: paths.coupon(id, 'new'), operation: 'CreateCoupon' as const },
    { name: 'New batch', to: paths.coupon(id, 'batch'), operation: 'CreateCouponBatch' as const },
  ]
  return (
    <PromotionFrame actions={actions}>
      {(promotion) => (
        <div className={classes.stack}>
          <CouponNote promotion={promotion} />
          <BatchList promotion_id={promotion.id} />
          <Codes promotion_id={promotion.id} />
          <Outlet />
        </div>
      )}
    </PromotionFrame>
  )
}

type Coupon = RowOf<'/v2/promotions/{promotion_id}/coupons'>

function Codes({ promotion_id }: { promotion_id: string }) {
  const paths = usePaths()
  const state = useList({ path: '/v2/promotions/{promotion_id}/coupons', params: { promotion_id } })
  return (
    <Section title="Codes" description="Codes of batches too. Upper and lower case are the same.">
      <ListBlock
        label="coupons"
        state={state}
        columns={columns(paths, promotion_id)}
        rowTo={({ id }) => paths.coupon(promotion_id, id)}
        search={{ field: 'code', label: 'Find by code' }}
        labels={{
          email: 'Only for',
          max_uses: 'Uses in all',
          max_uses_per_shopper: 'Uses per shopper',
          batch_id: 'Batch',
        }}
        empty={<NoCoupons to={paths.coupon(promotion_id, 'new')} />}
      />
    </Section>
  )
}

/** Columns of coupons; the column of the batch is hidden within a batch. */
export const columns = (paths: Paths, promotion_id: string, isInBatch = false): readonly Column<Coupon>[] => [
  {
    id: 'code',
    header: 'Code',
    sort: 'code',
    cell: ({ id, code }) => (
      <LinkTo to={paths.coupon(promotion_id, id)} ff="monospace">
        {code}
      </LinkTo>
    ),
  },
  { id: 'email', header: 'Only for', sort: 'email', card: true, cell: ({ email }) => email ?? 'Any shopper' },
  {
    id: 'max_uses',
    header: 'Uses in all',
    sort: 'max_uses',
    align: 'end',
    width: '120px',
    card: true,
    cell: ({ max_uses }) => limitOf(max_uses),
  },
  {
    id: 'per_shopper',
    header: 'Per shopper',
    sort: 'max_uses_per_shopper',
    align: 'end',
    width: '120px',
    cell: ({ max_uses_per_shopper }) => limitOf(max_uses_per_shopper),
  },
  { id: 'end', header: 'Ends', sort: 'end', width: '190px', cell: ({ end }) => <Time at={end} /> },
  {
    id: 'batch',
    header: 'Batch',
    width: '110px',
    hidden: isInBatch || undefined,
    cell: ({ batch_id }) =>
      batch_id === null ? 'None' : <LinkTo to={paths.couponBatch(promotion_id, batch_id)}>Its batch</LinkTo>,
  } as Column<Coupon>,
]

function NoCoupons({ to }: { to: string }) {
  return (
    <Empty
      title="No coupons yet"
      action={
        <Button component={Link} {...target(to)}>
          New coupon
        </Button>
      }
    >
      One code for all shoppers, one for a single shopper, or a batch of up to 100,000.
    </Empty>
  )
}

export function usePromotionId(): string {
  return useParam('promotion')
}
