import type { MoneyFormat } from '../../pricing/money.ts'
import type { FiguredTax } from '../../pricing/taxes.ts'
import { printFigures } from '../../store/carts/figures.ts'
import { ofCurrent } from '../carts/current.ts'
import { opaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import type { Shop } from '../shop.ts'
import { currentOrder, type ShopOrder } from './current.ts'

/** Reads resources that are parts of an order; its cart is read and priced once for all of them. */
export function ofOrder(show: (order: ShopOrder, params: Params) => Body | Absent): Resource<Shop>['read'] {
  return ofCurrent({
    named: 'order',
    load: currentOrder,
    show(order, params) {
      const body = show(order, params)
      return typeof body === 'string' ? body : { ...body, params: { ...params, ...body.params, ...order.params } }
    },
  })
}

const PARTS = {
  emailinfo: 'email info',
  billingaddressinfo: 'billing address info',
  deliveries: 'deliveries',
  paymentmethodinfo: 'payment method info',
  couponinfo: 'order coupon info',
  purchaseform: 'shown purchase form',
  total: 'order total',
  tax: 'order tax',
} as const

/** Where what an order needs can be told. */
export const NEEDINFO = [
  'email info',
  'billing address info',
  'destination info',
  'shipping option info',
  'payment method info',
] as const

export const order: Resource<Shop> = {
  name: 'order',
  type: 'shop.orders.order',
  path: '/orders/:scope/:order',
  max_age: 0,
  relations: { cart: 'cart', ...PARTS, needinfo: NEEDINFO },
  read: ofOrder((own) => ({
    links: [
      { rel: 'cart', rev: 'order', params: own.cart.params },
      ...Object.keys(PARTS).map((rel) => ({
        rel,
        rev: 'order',
        params: rel === 'purchaseform' ? shownParams(own) : own.params,
      })),
      ...needinfoOf(own),
    ],
    messages: own.blocks,
  })),
}

/** Of the purchase form for what the order comes to now. */
export function shownParams({ params, figures }: ShopOrder): Params {
  return { ...params, figures: opaque(printFigures(figures)) }
}

/** A link to each place where something is still to be told. */
export function needinfoOf({ blocks }: ShopOrder): Link[] {
  return blocks
    .filter(({ type }) => type === 'needinfo')
    .flatMap(({ linked_to }) =>
      linked_to === undefined ? [] : [{ rel: 'needinfo', params: linked_to.params, to: linked_to.name }],
    )
}

/** What is due now: discounts, shipping and taxes counted. */
export const orderTotal: Resource<Shop> = {
  name: 'order total',
  type: 'shop.totals.total',
  path: '/totals/orders/:scope/:order',
  max_age: 0,
  relations: { order: 'order' },
  read: ofOrder(({ params, total, cart: { priced } }) => ({
    links: [{ rel: 'order', rev: 'total', params }],
    data: { cost: [cost(total, priced.format)] },
  })),
}

/** Its taxes by name; none while it is not known where it goes. */
export const orderTax: Resource<Shop> = {
  name: 'order tax',
  type: 'shop.taxes.tax',
  path: '/taxes/orders/:scope/:order',
  max_age: 0,
  relations: { order: 'order' },
  read: ofOrder(({ params, tax, taxes, cart: { priced } }) => ({
    links: [{ rel: 'order', rev: 'tax', params }],
    data: { cost: taxesByName(taxes, priced.format), total: cost(tax, priced.format) },
  })),
}

export function taxesByName(taxes: readonly Pick<FiguredTax, 'name' | 'amount'>[], format: MoneyFormat) {
  const sums = new Map<string, number>()
  for (const { name, amount } of taxes) sums.set(name, (sums.get(name) ?? 0) + amount)
  return [...sums].map(([title, amount]) => ({ title, ...cost(amount, format) }))
}
