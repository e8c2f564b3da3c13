import { type PageRoute, page } from '../../page-route.ts'

export const cartRoutes: readonly PageRoute[] = [
  page('carts', () => import('./carts.tsx'), 'CartsPage', [
    page('new', () => import('./cart-create.tsx'), 'CreateCartDialog'),
  ]),
  page('carts/$cart', () => import('./cart.tsx'), 'CartPage', [
    page('edit', () => import('./cart-edit.tsx'), 'EditCartDialog'),
    page('delete', () => import('./cart-delete.tsx'), 'DeleteCartDialog'),
    page('customer', () => import('./cart-customer.tsx'), 'CartCustomerDialog'),
    page('item', () => import('./custom-item-add.tsx'), 'AddCustomItemDialog'),
    page('checkout', () => import('./cart-check-out.tsx'), 'CheckOutDialog'),
    page('promotions', () => import('./cart-promotions.tsx'), 'PromotionsPlace'),
  ]),
]
