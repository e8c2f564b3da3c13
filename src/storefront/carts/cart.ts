import { Type } from 'typebox'
import type { StorefrontResource } from '../context.ts'
import { conflict } from '../hypermedia/messages.ts'
import { cartReader, changeCurrentCart } from './current.ts'

/** `default` is an alias of the shopper's current cart, the only readable cart. */
export const cart: StorefrontResource = {
  name: 'cart',
  type: 'shop.carts.cart',
  path: '/carts/:scope/:cart',
  max_age: 0,
  description: 'The current cart of the shopper.',
  members: { 'total-quantity': Type.Integer({ description: 'The number of units in all lines.' }) },
  relations: {
    lineitems: { to: 'line items', rev: 'cart' },
    order: { to: 'order', rev: 'cart' },
    discount: { to: 'cart discount', rev: 'cart' },
    total: { to: 'cart total', rev: 'cart' },
    appliedpromotions: { to: 'applied cart promotions', rev: 'cart' },
    possiblepromotions: { to: 'possible cart promotions', rev: 'cart' },
  },
  read: cartReader(({ params, lines }) => ({
    links: Object.keys(cart.relations).map((rel) => ({
      rel,
      params: rel === 'order' ? { scope: params.scope, order: params.cart } : params,
    })),
    data: { 'total-quantity': [...lines.values()].reduce((sum, { quantity }) => sum + quantity, 0) },
  })),
  remove: {
    description: 'Always rejected: delete the list of lines instead.',
    run: (context, params) => changeCurrentCart(context, params, refuseRemoval),
  },
}

async function refuseRemoval(): Promise<never> {
  throw conflict('cart.delete.not.permitted', 'A cart cannot be deleted. Delete its line items instead.')
}
