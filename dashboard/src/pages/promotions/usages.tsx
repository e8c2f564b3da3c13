import { Money } from '../../kit/cells/money.tsx'
import { Time } from '../../kit/cells/time.tsx'
import { LinkTo } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { Status } from '../../ui/status.tsx'
import { usePromotionId } from './coupons/coupons.tsx'
import { OrderLink } from './order-link.tsx'
import { PromotionFrame } from './promotion-frame.tsx'

type Usage = RowOf<'/v2/promotions/{promotion_id}/usages'>

export function UsagesPage() {
  return <PromotionFrame>{() => <Usages />}</PromotionFrame>
}

function Usages() {
  const promotion_id = usePromotionId()
  const paths = usePaths()
  const state = useList({ path: '/v2/promotions/{promotion_id}/usages', params: { promotion_id } })
  return (
    <ListBlock
      label="uses"
      state={state}
      columns={columns(paths, promotion_id)}
      search={{ field: 'code', label: 'Find by code' }}
      labels={{ released_at: 'Given back', order_id: 'Order' }}
      empty={
        <Empty title="No uses yet">
          Each order that this promotion applied to is a use. A cancelled order gives it back.
        </Empty>
      }
    />
  )
}

const columns = (paths: Paths, promotion_id: string): readonly Column<Usage>[] => [
  { id: 'order', header: 'Order', cell: ({ order_id }) => <OrderLink id={order_id} to={paths.order(order_id)} /> },
  {
    id: 'code',
    header: 'Code',
    sort: 'code',
    card: 'named',
    cell: ({ code, coupon_id }) =>
      code === null ? (
        'None'
      ) : coupon_id === null ? (
        code
      ) : (
        <LinkTo to={paths.coupon(promotion_id, coupon_id)} ff="monospace">
          {code}
        </LinkTo>
      ),
  },
  {
    id: 'amount',
    header: 'Taken off',
    sort: 'amount',
    align: 'end',
    card: true,
    width: '130px',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'state',
    header: 'State',
    sort: 'released_at',
    card: true,
    width: '140px',
    cell: ({ released_at }) => (
      <Status tone={released_at === null ? 'ok' : 'off'}>{released_at === null ? 'Used' : 'Given back'}</Status>
    ),
  },
  {
    id: 'at',
    header: 'When',
    sort: 'created_at',
    width: '190px',
    cell: ({ meta }) => <Time at={meta.timestamps.created_at} />,
  },
]
