import { opaque } from '../hypermedia/opaque.ts'
import type { Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'
import { ofCart, ofLine, type ShopCart } from './current.ts'
import type { Line } from './lines.ts'

/** Of one, at the line's quantity: before and after promotions on prices. */
export const lineItemPrice: Resource<Shop> = {
  name: 'line item price',
  type: 'shop.prices.price',
  path: '/prices/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  relations: { lineitem: 'line item' },
  read: ofLine((line, cart) => {
    const { price } = line
    if (price === null) return 'missing'
    const { format } = cart.priced
    const data = { 'list-price': [cost(price.list, format)], 'purchase-price': [cost(price.purchase, format)] }
    return { links: [toLine(line, cart, 'price')], data }
  }),
}

/** After promotions on the line. */
export const lineItemTotal: Resource<Shop> = {
  name: 'line item total',
  type: 'shop.totals.total',
  path: '/totals/carts/:scope/:cart/lineitems/:lineitem',
  max_age: 0,
  relations: { lineitem: 'line item' },
  read: ofLine((line, cart) => {
    if (line.price === null) return 'missing'
    return { links: [toLine(line, cart, 'total')], data: { cost: [cost(line.price.total, cart.priced.format)] } }
  }),
}

/** All lines, before discounts on the cart. */
export const cartTotal: Resource<Shop> = {
  name: 'cart total',
  type: 'shop.totals.total',
  path: '/totals/carts/:scope/:cart',
  max_age: 0,
  relations: { cart: 'cart' },
  read: ofCart(({ params, priced: { totals, format } }) => ({
    links: [{ rel: 'cart', rev: 'total', params }],
    data: { cost: [cost(totals.total, format)] },
  })),
}

/** What promotions on the cart take off it; what those on lines do is in its total. */
export const cartDiscount: Resource<Shop> = {
  name: 'cart discount',
  type: 'shop.discounts.discount',
  path: '/discounts/carts/:scope/:cart',
  max_age: 0,
  relations: { cart: 'cart' },
  read: ofCart(({ params, priced: { totals, format } }) => ({
    links: [{ rel: 'cart', rev: 'discount', params }],
    data: { discount: [cost(totals.discount, format)] },
  })),
}

function toLine({ id }: Line, { params }: ShopCart, rev: string) {
  return { rel: 'lineitem', rev, params: { ...params, lineitem: opaque(id) } }
}
