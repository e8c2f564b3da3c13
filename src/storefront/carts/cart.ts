import type { StorefrontResource } from '../context.ts'
import { conflict } from '../hypermedia/messages.ts'
import { cartReader, changeCurrentCart } from './current.ts'

/** `default` is an alias of the shopper's current cart, the only one that can be read. */
export const cart: StorefrontResource = {
  name: 'cart',
  type: 'shop.carts.cart',
  path: '/carts/:scope/:cart',
  max_age: 0,
  relations: {
    lineitems: 'line items',
    order: 'order',
    discount: 'cart discount',
    total: 'cart total',
    appliedpromotions: 'applied cart promotions',
    possiblepromotions: 'possible cart promotions',
  },
  read: cartReader(({ params, lines }) => ({
    links: Object.keys(cart.relations).map((rel) => ({
      rel,
      rev: 'cart',
      params: rel === 'order' ? { scope: params.scope, order: params.cart } : params,
    })),
    data: { 'total-quantity': [...lines.values()].reduce((sum, { quantity }) => sum + quantity, 0) },
  })),
  remove: (context, params) => changeCurrentCart(context, params, refuseRemoval),
}

async function refuseRemoval(): Promise<never> {
  throw conflict('cart.delete.not.permitted', 'A cart cannot be deleted. Delete its line items instead.')
}
