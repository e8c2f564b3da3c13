import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import { amounts, cost, PRICE_PAIR } from '../money.ts'
import { type CurrentCart, cartReader, lineReader } from './current.ts'
import type { CartLine } from './lines.ts'

export const lineItemPrice: StorefrontResource = {
  name: 'line item price',
  type: 'shop.prices.price',
  path: '/prices/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  description: 'The price of one unit of a line at its quantity, before and after promotions on the price.',
  members: PRICE_PAIR,
  relations: { lineitem: { to: 'line item', rev: 'price' } },
  read: lineReader((line, cart) => {
    const { price } = line
    if (price === null) return 'missing'
    const { format } = cart
    const data = { 'list-price': [cost(price.list, format)], 'purchase-price': [cost(price.purchase, format)] }
    return { links: [lineLink(line, cart)], data }
  }),
}

export const lineItemTotal: StorefrontResource = {
  name: 'line item total',
  type: 'shop.totals.total',
  path: '/totals/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  description: 'The total of a line, after promotions on the line.',
  members: { cost: amounts('The total.') },
  relations: { lineitem: { to: 'line item', rev: 'total' } },
  read: lineReader((line, cart) => {
    if (line.price === null) return 'missing'
    return { links: [lineLink(line, cart)], data: { cost: [cost(line.price.total, cart.format)] } }
  }),
}

export const cartTotal: StorefrontResource = {
  name: 'cart total',
  type: 'shop.totals.total',
  path: '/totals/carts/:scope/:cart',
  max_age: 0,
  description: 'The sum of all lines, before discounts on the cart.',
  members: { cost: amounts('The total.') },
  relations: { cart: { to: 'cart', rev: 'total' } },
  read: cartReader(({ params, priced: { totals }, format }) => ({
    links: [{ rel: 'cart', params }],
    data: { cost: [cost(totals.total, format)] },
  })),
}

export const cartDiscount: StorefrontResource = {
  name: 'cart discount',
  type: 'shop.discounts.discount',
  path: '/discounts/carts/:scope/:cart',
  max_age: 0,
  description: 'The discount by promotions on the cart; discounts on lines are in the total.',
  members: { discount: amounts('The discount, not negative.') },
  relations: { cart: { to: 'cart', rev: 'discount' } },
  read: cartReader(({ params, priced: { totals }, format }) => ({
    links: [{ rel: 'cart', params }],
    data: { discount: [cost(totals.discount, format)] },
  })),
}

function lineLink({ id }: CartLine, { params }: CurrentCart) {
  return { rel: 'lineitem', params: { ...params, lineitem: encodeId(id) } }
}
