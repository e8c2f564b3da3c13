import type { EvaluatedLine } from '../../pricing/evaluation.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { currentCart, type ShopCart, whyAbsent } from '../carts/current.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'

/** The order of a cart: what it would be bought as. It has the cart's id. */
export type ShopOrder = { params: Readonly<{ scope: string; order: string }>; cart: ShopCart }

/** Reads resources that are parts of an order; its cart is read and priced once for all of them. */
export function ofOrder(show: (order: ShopOrder, params: Params) => Body | Absent): Resource<Shop>['read'] {
  return (shop, addresses) =>
    Promise.all(
      addresses.map(async (params) => {
        const absent = await whyAbsent(shop, { cart: params.order ?? '' })
        if (absent !== null) return absent
        const cart = await currentCart(shop)
        const own = { scope: cart.params.scope, order: cart.params.cart }
        const body = show({ params: own, cart }, params)
        return typeof body === 'string' ? body : { ...body, params: { ...params, ...body.params, ...own } }
      }),
    )
}

export const order: Resource<Shop> = {
  name: 'order',
  type: 'shop.orders.order',
  path: '/orders/:scope/:order',
  max_age: 0,
  relations: { cart: 'cart', couponinfo: 'order coupon info', total: 'order total', tax: 'order tax' },
  read: ofOrder(({ params, cart }) => ({
    links: [
      { rel: 'cart', rev: 'order', params: cart.params },
      ...['couponinfo', 'total', 'tax'].map((rel) => ({ rel, rev: 'order', params })),
    ],
  })),
}

/** What is due now: discounts and taxes counted. */
export const orderTotal: Resource<Shop> = {
  name: 'order total',
  type: 'shop.totals.total',
  path: '/totals/orders/:scope/:order',
  max_age: 0,
  relations: { order: 'order' },
  read: ofOrder(({ params, cart: { priced } }) => ({
    links: [{ rel: 'order', rev: 'total', params }],
    data: { cost: [cost(priced.totals.with_tax, priced.format)] },
  })),
}

/** Its taxes by name; none while it is not known where it goes. */
export const orderTax: Resource<Shop> = {
  name: 'order tax',
  type: 'shop.taxes.tax',
  path: '/taxes/orders/:scope/:order',
  max_age: 0,
  relations: { order: 'order' },
  read: ofOrder(({ params, cart: { priced } }) => ({
    links: [{ rel: 'order', rev: 'tax', params }],
    data: {
      cost: taxesOf(
        priced.lines.map((line) => line.priced),
        priced.format,
      ),
      total: cost(priced.totals.tax, priced.format),
    },
  })),
}

function taxesOf(lines: readonly EvaluatedLine[], format: MoneyFormat) {
  const sums = new Map<string, number>()
  for (const { name, amount } of lines.flatMap(({ taxes }) => taxes)) sums.set(name, (sums.get(name) ?? 0) + amount)
  return [...sums].map(([title, amount]) => ({ title, ...cost(amount, format) }))
}
