import { Type } from 'typebox'
import { shopperId } from '../../http/callers/caller.ts'
import { notFound } from '../../kernel/errors.ts'
import { isOwn } from '../../store/orders/read.ts'
import { selectBuyerOrders, selectIdByNumber, selectPurchases } from '../../store/orders/store.ts'
import type { StorefrontResource } from '../context.ts'
import { formResources } from '../form.ts'
import { dateFormatOf } from '../formats.ts'
import { readString } from '../hypermedia/fields.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import { formatTag } from '../locale.ts'
import { amountOf, amounts, cost } from '../money.ts'
import { purchaseParams } from '../orders/purchase-params.ts'
import { paginatedList } from '../paginated-list.ts'
import { elements } from '../relations.ts'
import { renderAddress } from '../shoppers/address-form.ts'
import { ADDRESS_MEMBERS } from '../shoppers/address-members.ts'
import { profileLink } from '../shoppers/profile-params.ts'
import { type LoadedPurchase, purchaseReader } from './loaded-purchase.ts'

const PARTS = {
  lineitems: { to: 'purchase line items', rev: 'purchase' },
  billingaddress: { to: 'purchase billing address', rev: 'purchase' },
  paymentmeans: { to: 'payment means', rev: 'purchase' },
  shipments: { to: 'shipments', rev: 'purchase' },
  coupons: { to: 'purchase coupons', rev: 'purchase' },
  discount: { to: 'purchase discount', rev: 'purchase' },
  appliedpromotions: { to: 'purchase promotions', rev: 'purchase' },
} as const

const TOTAL = amounts('The grand total.')

export const purchase: StorefrontResource = {
  name: 'purchase',
  type: 'shop.purchases.purchase',
  path: '/purchases/:scope/:purchase',
  max_age: 60,
  description: 'The receipt of an order. Only its status and its shipments change.',
  members: {
    'purchase-number': Type.String({ description: 'The number for people.' }),
    status: Type.Enum(['IN_PROGRESS', 'COMPLETED', 'CANCELLED'], {
      type: 'string',
      description: 'The status of the purchase.',
    }),
    'monetary-total': TOTAL,
    'montary-total': { ...TOTAL, description: 'The same, for clients that use this spelling.' },
    'tax-total': amountOf('All taxes.'),
    'purchase-date': Type.Object(
      {
        value: Type.Integer({ description: 'Milliseconds since 1970-01-01T00:00:00Z.' }),
        'display-value': Type.String({ description: 'The date in UTC, as the locale writes it.' }),
      },
      { title: 'Date', description: 'When the purchase was made.' },
    ),
  },
  relations: { list: { to: 'purchases', rev: 'element' }, ...PARTS },
  read: purchaseReader(({ params, order, snapshot, locale, format }) => {
    const total = [cost(snapshot.totals.with_tax, format)]
    const at = Date.parse(snapshot.sold_at)
    return {
      links: [{ rel: 'list', params: { scope: params.scope } }, ...Object.keys(PARTS).map((rel) => ({ rel, params }))],
      data: {
        'purchase-number': order.order_number,
        status: statusOf(order),
        'monetary-total': total,
        'montary-total': total,
        'tax-total': cost(snapshot.totals.tax, format),
        'purchase-date': { value: at, 'display-value': dateFormatOf(formatTag(locale) ?? 'en-US').format(at) },
      },
    }
  }),
}

function statusOf({ status, shipping }: LoadedPurchase['order']): string {
  if (status === 'cancelled') return 'CANCELLED'
  return shipping === 'fulfilled' ? 'COMPLETED' : 'IN_PROGRESS'
}

export const billingAddress: StorefrontResource = {
  name: 'purchase billing address',
  type: 'shop.addresses.address',
  path: '/purchases/:scope/:purchase/billingaddress',
  max_age: 60,
  description: 'The billing address of a purchase.',
  members: ADDRESS_MEMBERS,
  relations: { purchase: { to: 'purchase', rev: 'billingaddress' } },
  read: purchaseReader(({ params, order }) => ({
    links: [{ rel: 'purchase', params }],
    data: renderAddress(order.billing_address),
  })),
}

export const purchaseDiscount: StorefrontResource = {
  name: 'purchase discount',
  type: 'shop.discounts.discount',
  path: '/discounts/purchases/:scope/:purchase',
  max_age: 60,
  description: 'The discount by promotions on the whole purchase; discounts on lines are in the lines.',
  members: { discount: amounts('The discount, not negative.') },
  relations: { purchase: { to: 'purchase', rev: 'discount' } },
  read: purchaseReader(({ params, snapshot, format }) => ({
    links: [{ rel: 'purchase', params }],
    data: { discount: [cost(snapshot.totals.discount, format)] },
  })),
}

export const paymentMeans: StorefrontResource = {
  name: 'payment means',
  type: 'shop.collections.links',
  path: '/paymentmeans/:scope/:purchase',
  max_age: 60,
  description: 'The payment methods of a purchase.',
  relations: { element: elements('payment mean'), purchase: { to: 'purchase', rev: 'paymentmeans' } },
  read: purchaseReader(({ params, order: { means } }) => ({
    links: [
      ...means.map(({ id }) => ({ rel: 'element', params: { ...params, mean: encodeId(id) } })),
      { rel: 'purchase', params },
    ],
  })),
}

export const paymentMean: StorefrontResource = {
  name: 'payment mean',
  type: 'shop.paymentmeans.payment-mean',
  path: '/paymentmeans/:scope/:purchase/:mean',
  max_age: 60,
  description: 'A payment method that a purchase was paid with.',
  members: { 'display-name': Type.String({ description: 'The name for display.' }) },
  relations: { list: { to: 'payment means', rev: 'element' } },
  read: purchaseReader(({ params, order: { means } }, { mean = '' }) => {
    const found = means.find(({ id }) => encodeId(id) === mean)
    if (found === undefined) return 'missing'
    return { links: [{ rel: 'list', params }], data: { 'display-name': found.display_name } }
  }),
}

const PAGE_SIZE = 20

export const purchases = paginatedList({
  name: 'purchases',
  path: '/purchases/:scope',
  max_age: 0,
  description: 'The purchases of the shopper, latest first.',
  element: { name: 'purchase', params: purchaseParams },
  owner: { rel: 'profile', rev: 'purchases', name: 'profile', link: profileLink },
  load: ({ deps, owner, caller }, requests) =>
    Promise.all(
      requests.map(async ({ page }) => {
        const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
        return { ...(await selectBuyerOrders(deps.db, owner.store_id, caller, part)), page, size: PAGE_SIZE }
      }),
    ),
})

export const purchaseLookup = formResources({
  name: 'purchase lookup',
  type: 'shop.lookups.purchase-lookup-form',
  paths: { form: '/purchases/:scope/lookups/form', action: '/purchases/:scope/lookups' },
  action: 'purchaselookupaction',
  description: "Finds one of the shopper's own purchases by its number.",
  fields: { 'purchase-number': Type.String({ minLength: 1, description: 'The number.' }) },
  leads_to: 'purchase',
  data: { 'purchase-number': '' },
  async submit(context, body) {
    const { deps, owner, caller, network_address: address, now } = context
    const number = readString(body, 'purchase-number').trim()
    const guess = { scope: `purchases of ${owner.store_id}`, account: shopperId(caller), address }
    const takeBack = deps.access.failures.beginGuess(guess, now)
    const id = await selectIdByNumber(deps.db, owner.store_id, number)
    const [found] = id === undefined ? [] : await selectPurchases(deps.db, owner.store_id, [id])
    if (found === undefined || !isOwn(caller, found)) throw notFound('purchase')
    takeBack()
    return { status: 201, location: purchaseParams(context, found.id) }
  },
})
