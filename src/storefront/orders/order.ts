import type { MoneyFormat } from '../../pricing/money.ts'
import type { ComputedTax } from '../../pricing/taxes.ts'
import { printQuote } from '../../store/carts/quote.ts'
import { currentReader } from '../carts/current.ts'
import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import { type CurrentOrder, currentOrder } from './current.ts'

/** Reads resources that render the current order, which is read and priced once for all of them. */
export function orderReader(
  render: (order: CurrentOrder, params: Params) => ResourceState | Absence,
): StorefrontResource['read'] {
  return currentReader({
    parameter: 'order',
    load: currentOrder,
    render(order, params) {
      const state = render(order, params)
      return typeof state === 'string' ? state : { ...state, params: { ...params, ...state.params, ...order.params } }
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

/** The resources in which missing information can be entered. */
export const NEEDINFO = [
  'email info',
  'billing address info',
  'destination info',
  'shipping option info',
  'payment method info',
] as const

export const order: StorefrontResource = {
  name: 'order',
  type: 'shop.orders.order',
  path: '/orders/:scope/:order',
  max_age: 0,
  relations: { cart: 'cart', ...PARTS, needinfo: NEEDINFO },
  read: orderReader((own) => ({
    links: [
      { rel: 'cart', rev: 'order', params: own.cart.params },
      ...Object.keys(PARTS).map((rel) => ({
        rel,
        rev: 'order',
        params: rel === 'purchaseform' ? quotedParams(own) : own.params,
      })),
      ...needinfoLinks(own),
    ],
    messages: own.blockers,
  })),
}

/** The path parameters of the purchase form for the current amounts. */
export function quotedParams({ params, quote }: CurrentOrder): Params {
  return { ...params, quote: encodeId(printQuote(quote)) }
}

/** A link to each resource in which information is missing. */
export function needinfoLinks({ blockers }: CurrentOrder): Link[] {
  return blockers
    .filter(({ type }) => type === 'needinfo')
    .flatMap(({ linked_to }) =>
      linked_to === undefined ? [] : [{ rel: 'needinfo', params: linked_to.params, to: linked_to.name }],
    )
}

/** The amount due: after discounts, with shipping and taxes. */
export const orderTotal: StorefrontResource = {
  name: 'order total',
  type: 'shop.totals.total',
  path: '/totals/orders/:scope/:order',
  max_age: 0,
  relations: { order: 'order' },
  read: orderReader(({ params, total, cart: { priced } }) => ({
    links: [{ rel: 'order', rev: 'total', params }],
    data: { cost: [cost(total, priced.format)] },
  })),
}

/** Taxes by name; none before there is an address. */
export const orderTax: StorefrontResource = {
  name: 'order tax',
  type: 'shop.taxes.tax',
  path: '/taxes/orders/:scope/:order',
  max_age: 0,
  relations: { order: 'order' },
  read: orderReader(({ params, tax, taxes, cart: { priced } }) => ({
    links: [{ rel: 'order', rev: 'tax', params }],
    data: { cost: sumTaxesByName(taxes, priced.format), total: cost(tax, priced.format) },
  })),
}

export function sumTaxesByName(taxes: readonly Pick<ComputedTax, 'name' | 'amount'>[], format: MoneyFormat) {
  const sums = new Map<string, number>()
  for (const { name, amount } of taxes) sums.set(name, (sums.get(name) ?? 0) + amount)
  return [...sums].map(([title, amount]) => ({ title, ...cost(amount, format) }))
}
