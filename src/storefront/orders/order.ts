import type { ComputedTax } from '../../pricing/taxes.ts'
import { printQuote } from '../../store/carts/quote.ts'
import type { StorefrontResource } from '../context.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import type { Absence, Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { type AmountFormat, amountOf, amounts, cost, taxes } from '../money.ts'
import { currentReader } from '../shoppers/current-cart.ts'
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
  emailinfo: { to: 'email info', rev: 'order' },
  billingaddressinfo: { to: 'billing address info', rev: 'order' },
  deliveries: { to: 'deliveries', rev: 'order' },
  paymentmethodinfo: { to: 'payment method info', rev: 'order' },
  couponinfo: { to: 'order coupon info', rev: 'order' },
  purchaseform: { to: 'shown purchase form', rev: 'order' },
  total: { to: 'order total', rev: 'order' },
  tax: { to: 'order tax', rev: 'order' },
} as const

/** Leads to the resources where missing information can be entered. */
export const NEEDINFO = {
  to: ['email info', 'billing address info', 'destination info', 'shipping option info', 'payment method info'],
  when: 'one for each message of the type needinfo',
} as const

export const order: StorefrontResource = {
  name: 'order',
  type: 'shop.orders.order',
  path: '/orders/:scope/:order',
  max_age: 0,
  description: 'The order that the current cart would become, with everything that a purchase needs.',
  relations: { cart: { to: 'cart', rev: 'order' }, ...PARTS, needinfo: NEEDINFO },
  read: orderReader((own) => ({
    links: [
      { rel: 'cart', params: own.cart.params },
      ...Object.keys(PARTS).map((rel) => ({
        rel,
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

/** A link to each resource with missing information. */
export function needinfoLinks({ blockers }: CurrentOrder): Link[] {
  return blockers
    .filter(({ type }) => type === 'needinfo')
    .flatMap(({ linked_to }) =>
      linked_to === undefined ? [] : [{ rel: 'needinfo', params: linked_to.params, to: linked_to.name }],
    )
}

export const orderTotal: StorefrontResource = {
  name: 'order total',
  type: 'shop.totals.total',
  path: '/totals/orders/:scope/:order',
  max_age: 0,
  description: 'The amount due: after discounts, with shipping and taxes.',
  members: { cost: amounts('The amount due.') },
  relations: { order: { to: 'order', rev: 'total' } },
  read: orderReader(({ params, total, cart: { format } }) => ({
    links: [{ rel: 'order', params }],
    data: { cost: [cost(total, format)] },
  })),
}

export const orderTax: StorefrontResource = {
  name: 'order tax',
  type: 'shop.taxes.tax',
  path: '/taxes/orders/:scope/:order',
  max_age: 0,
  description: 'The taxes of an order; none before there is an address.',
  members: { cost: taxes('The taxes by name.'), total: amountOf('All taxes.') },
  relations: { order: { to: 'order', rev: 'tax' } },
  read: orderReader(({ params, tax, taxes, cart: { priced, format } }) => ({
    links: [{ rel: 'order', params }],
    data: { cost: sumTaxesByName(taxes, format), total: cost(tax, format) },
    languages: taxes.length === 0 ? [] : [priced.default_language],
  })),
}

export function sumTaxesByName(taxes: readonly Pick<ComputedTax, 'name' | 'amount'>[], format: AmountFormat) {
  const sums = new Map<string, number>()
  for (const { name, amount } of taxes) sums.set(name, (sums.get(name) ?? 0) + amount)
  return [...sums].map(([title, amount]) => ({ title, ...cost(amount, format) }))
}
