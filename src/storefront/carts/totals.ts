import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import { cost } from '../money.ts'
import { type CurrentCart, cartReader, lineReader } from './current.ts'
import type { CartLine } from './lines.ts'

/** Per unit at the line's quantity, before and after promotions on the price. */
export const lineItemPrice: StorefrontResource = {
  name: 'line item price',
  type: 'shop.prices.price',
  path: '/prices/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  relations: { lineitem: 'line item' },
  read: lineReader((line, cart) => {
    const { price } = line
    if (price === null) return 'missing'
    const { format } = cart.priced
    const data = { 'list-price': [cost(price.list, format)], 'purchase-price': [cost(price.purchase, format)] }
    return { links: [lineLink(line, cart, 'price')], data }
  }),
}

/** After promotions on the line. */
export const lineItemTotal: StorefrontResource = {
  name: 'line item total',
  type: 'shop.totals.total',
  path: '/totals/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  relations: { lineitem: 'line item' },
  read: lineReader((line, cart) => {
    if (line.price === null) return 'missing'
    return { links: [lineLink(line, cart, 'total')], data: { cost: [cost(line.price.total, cart.priced.format)] } }
  }),
}

/** The sum of all lines, before discounts on the cart. */
export const cartTotal: StorefrontResource = {
  name: 'cart total',
  type: 'shop.totals.total',
  path: '/totals/carts/:scope/:cart',
  max_age: 0,
  relations: { cart: 'cart' },
  read: cartReader(({ params, priced: { totals, format } }) => ({
    links: [{ rel: 'cart', rev: 'total', params }],
    data: { cost: [cost(totals.total, format)] },
  })),
}

/** By promotions on the cart; the discounts on lines are in the total. */
export const cartDiscount: StorefrontResource = {
  name: 'cart discount',
  type: 'shop.discounts.discount',
  path: '/discounts/carts/:scope/:cart',
  max_age: 0,
  relations: { cart: 'cart' },
  read: cartReader(({ params, priced: { totals, format } }) => ({
    links: [{ rel: 'cart', rev: 'discount', params }],
    data: { discount: [cost(totals.discount, format)] },
  })),
}

function lineLink({ id }: CartLine, { params }: CurrentCart, rev: string) {
  return { rel: 'lineitem', rev, params: { ...params, lineitem: encodeId(id) } }
}
