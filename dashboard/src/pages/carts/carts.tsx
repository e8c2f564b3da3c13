import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { Money } from '../../kit/cells/money.tsx'
import { Nothing, Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import { ListBlock } from '../../kit/list/list-block.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import type { Column } from '../../kit/list/list-view.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Empty } from '../../ui/layout/empty.tsx'
import { shorten } from '../../ui/shorten.ts'

type Cart = RowOf<'/v2/carts'>

export function CartsPage() {
  const paths = usePaths()
  const state = useList({ path: '/v2/carts' })
  const toNew = paths.cart('new')
  const actions = [{ name: 'New cart', key: 'n', to: toNew, operation: 'CreateCart' as const }]
  return (
    <Page
      title="Carts"
      description="Carts of shoppers. A cart is deleted some days after its last change."
      actions={actions}
    >
      <ListBlock
        label="carts"
        state={state}
        columns={columns(paths)}
        rowTo={({ id }) => paths.cart(id)}
        search={{ field: 'id', label: 'Find by id' }}
        empty={<NoCarts to={toNew} />}
      />
      <Outlet />
    </Page>
  )
}

/** Shops choose the ids of carts; most are long. */
const ID_LENGTH = 18

const columns = (paths: Paths): readonly Column<Cart>[] => [
  {
    id: 'cart',
    header: 'Cart',
    sort: 'id',
    cell: ({ id, name }) => <LinkTo to={paths.cart(id)}>{name || shorten(id, ID_LENGTH)}</LinkTo>,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    width: '130px',
    card: true,
    cell: ({ meta: { display_price } }) => <Money {...display_price.with_tax} />,
  },
  {
    id: 'discount',
    header: 'Discount',
    align: 'end',
    width: '120px',
    cell: ({ meta: { display_price } }) =>
      display_price.discount.amount === 0 ? <Nothing /> : <Money {...display_price.discount} />,
  },
  {
    id: 'coupons',
    header: 'Coupons',
    width: '130px',
    cell: ({ coupons }) => (coupons.length === 0 ? <Nothing /> : coupons.join(', ')),
  },
  {
    id: 'country',
    header: 'Country',
    width: '90px',
    hidden: true,
    cell: ({ country }) => country ?? <Nothing />,
  },
  {
    id: 'changed',
    header: 'Updated',
    sort: 'updated_at',
    width: '170px',
    card: 'named',
    cell: ({ meta }) => <Time at={meta.timestamps.updated_at} />,
  },
  {
    id: 'expires',
    header: 'Deleted from',
    sort: 'expires_at',
    width: '170px',
    cell: ({ meta }) => <Time at={meta.timestamps.expires_at} />,
  },
]

function NoCarts({ to }: { to: string }) {
  return (
    <Empty
      title="No carts yet"
      action={
        <Button component={Link} {...target(to)}>
          New cart
        </Button>
      }
    >
      A cart is created when a shopper adds the first item. Create one here to sell by telephone, or to try a promotion.
    </Empty>
  )
}
