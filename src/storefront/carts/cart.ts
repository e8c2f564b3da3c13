import { Refusal } from '../hypermedia/messages.ts'
import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { changeAt, ofCart } from './current.ts'

/** `default` is the shopper's current one, and the only one that is not over. */
export const cart: Resource<Shop> = {
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
  read: ofCart(({ params, lines }) => ({
    links: Object.keys(cart.relations).map((rel) => ({
      rel,
      rev: 'cart',
      params: rel === 'order' ? { scope: params.scope, order: params.cart } : params,
    })),
    data: { 'total-quantity': [...lines.values()].reduce((sum, { quantity }) => sum + quantity, 0) },
  })),
  remove: (shop, params) => changeAt(shop, params, refuseRemoval),
}

async function refuseRemoval(): Promise<never> {
  const text = 'A shopper always has a cart: empty it instead.'
  const message = { type: 'error', id: 'cart.delete.not.permitted', 'debug-message': text, data: {} } as const
  throw new Refusal('conflict', [message])
}
