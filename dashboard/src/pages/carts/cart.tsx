import { Outlet } from '@tanstack/react-router'
import type { Cart } from '../../generated/schema.ts'
import type { Action } from '../../kit/actions.tsx'
import { useParam } from '../../kit/address-state.ts'
import { Page } from '../../kit/page.tsx'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import columns from '../../ui/layout/columns.module.css'
import { CouponsSection } from './cart-coupons.tsx'
import { DetailsSection } from './cart-details.tsx'
import { LinesSection } from './cart-lines.tsx'
import { PromotionsSection } from './cart-promotions.tsx'
import { TotalsSection } from './cart-totals.tsx'
import { useCart, useCartItems } from './reads.ts'

export function CartPage() {
  const paths = usePaths()
  const id = useParam('cart')
  const query = useCart(id)
  const lines = useCartItems(id).data?.data
  return (
    <Page
      title={query.data?.data.name || 'Cart'}
      beside={<Copyable value={id} label="cart id" length={18} />}
      request={{ path: '/v2/carts/{cart_id}', params: { cart_id: id } }}
      crumbs={[{ label: 'Carts', to: paths.carts() }]}
      actions={actions(id, paths, lines?.length === 0)}
      shownActions={3}
    >
      <Loaded query={query} what="cart">
        {({ data }) => <Sections cart={data} />}
      </Loaded>
      <Outlet />
    </Page>
  )
}

function actions(id: string, paths: Paths, isEmpty: boolean): Action[] {
  return [
    {
      name: 'Check out',
      to: paths.cart(id, 'checkout'),
      operation: 'CheckOut',
      disabledReason: isEmpty ? 'The cart is empty.' : null,
    },
    { name: 'Edit', to: paths.cart(id, 'edit'), operation: 'UpdateCart' },
    { name: 'Delete', danger: true, to: paths.cart(id, 'delete'), operation: 'DeleteCart' },
  ]
}

function Sections({ cart }: { cart: Cart }) {
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <LinesSection cart={cart} />
        <PromotionsSection cart={cart} />
      </div>
      <div className={columns.column}>
        <TotalsSection cart={cart} />
        <CouponsSection cart={cart} />
        <DetailsSection cart={cart} />
      </div>
    </div>
  )
}
