import { notFound } from '../../kernel/errors.ts'
import { isOwn } from '../../store/orders/read.ts'
import { selectBuyerOrders, selectIdByNumber, selectPurchases } from '../../store/orders/store.ts'
import type { StorefrontResource } from '../context.ts'
import { formResources } from '../form.ts'
import { readString } from '../hypermedia/fields.ts'
import { encodeId } from '../hypermedia/opaque-id.ts'
import { cost } from '../money.ts'
import { paginatedList } from '../paginated-list.ts'
import { renderAddress } from '../shoppers/address-form.ts'
import { profileLink } from '../shoppers/profile-params.ts'
import { type LoadedPurchase, purchaseParams, purchaseReader } from './loaded-purchase.ts'

const PARTS = {
  lineitems: 'purchase line items',
  billingaddress: 'purchase billing address',
  paymentmeans: 'payment means',
  shipments: 'shipments',
  coupons: 'purchase coupons',
  discount: 'purchase discount',
  appliedpromotions: 'purchase promotions',
} as const

/** The receipt of an order. Later changes by the seller do not affect it, except for the status. */
export const purchase: StorefrontResource = {
  name: 'purchase',
  type: 'shop.purchases.purchase',
  path: '/purchases/:scope/:purchase',
  max_age: 60,
  relations: { list: 'purchases', ...PARTS },
  read: purchaseReader(({ params, order, snapshot, format }) => {
    const total = [cost(snapshot.totals.with_tax, format)]
    const at = Date.parse(snapshot.sold_at)
    return {
      links: [
        { rel: 'list', rev: 'element', params: { scope: params.scope } },
        ...Object.keys(PARTS).map((rel) => ({ rel, rev: 'purchase', params })),
      ],
      data: {
        'purchase-number': order.order_number,
        status: statusOf(order),
        'monetary-total': total,
        // Existing clients use this spelling.
        'montary-total': total,
        'tax-total': cost(snapshot.totals.tax, format),
        'purchase-date': { value: at, 'display-value': DATE.format(at) },
      },
    }
  }),
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

function statusOf({ status, shipping }: LoadedPurchase['order']): string {
  if (status === 'cancelled') return 'CANCELLED'
  return shipping === 'fulfilled' ? 'COMPLETED' : 'IN_PROGRESS'
}

export const billingAddress: StorefrontResource = {
  name: 'purchase billing address',
  type: 'shop.addresses.address',
  path: '/purchases/:scope/:purchase/billingaddress',
  max_age: 60,
  relations: { purchase: 'purchase' },
  read: purchaseReader(({ params, order }) => ({
    links: [{ rel: 'purchase', rev: 'billingaddress', params }],
    data: renderAddress(order.billing_address),
  })),
}

/** By promotions on the whole purchase; discounts on lines are in the lines. */
export const purchaseDiscount: StorefrontResource = {
  name: 'purchase discount',
  type: 'shop.discounts.discount',
  path: '/discounts/purchases/:scope/:purchase',
  max_age: 60,
  relations: { purchase: 'purchase' },
  read: purchaseReader(({ params, snapshot, format }) => ({
    links: [{ rel: 'purchase', rev: 'discount', params }],
    data: { discount: [cost(snapshot.totals.discount, format)] },
  })),
}

export const paymentMeans: StorefrontResource = {
  name: 'payment means',
  type: 'shop.collections.links',
  path: '/paymentmeans/:scope/:purchase',
  max_age: 60,
  relations: { element: 'payment mean', purchase: 'purchase' },
  read: purchaseReader(({ params, order: { means } }) => ({
    links: [
      ...means.map(({ id }) => ({ rel: 'element', rev: 'list', params: { ...params, mean: encodeId(id) } })),
      { rel: 'purchase', rev: 'paymentmeans', params },
    ],
  })),
}

export const paymentMean: StorefrontResource = {
  name: 'payment mean',
  type: 'shop.paymentmeans.payment-mean',
  path: '/paymentmeans/:scope/:purchase/:mean',
  max_age: 60,
  relations: { list: 'payment means' },
  read: purchaseReader(({ params, order: { means } }, { mean = '' }) => {
    const found = means.find(({ id }) => encodeId(id) === mean)
    if (found === undefined) return 'missing'
    return { links: [{ rel: 'list', rev: 'element', params }], data: { 'display-name': found.display_name } }
  }),
}

const PAGE_SIZE = 20

/** The shopper's purchases, latest first. */
export const purchases = paginatedList({
  name: 'purchases',
  path: '/purchases/:scope',
  max_age: 0,
  element: { name: 'purchase', params: purchaseParams },
  owner: { rel: 'profile', name: 'profile', link: (context) => profileLink(context, 'purchases') },
  load: ({ deps, owner, caller }, requests) =>
    Promise.all(
      requests.map(async ({ page }) => {
        const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
        return { ...(await selectBuyerOrders(deps.db, owner.store_id, caller, part)), page, size: PAGE_SIZE }
      }),
    ),
})

/** Finds one of the shopper's own purchases by its number. */
export const purchaseLookup = formResources({
  name: 'purchase lookup',
  type: 'shop.lookups.purchase-lookup-form',
  paths: { form: '/lookups/:scope/purchases/form', action: '/lookups/:scope/purchases' },
  action: 'purchaselookupaction',
  fields: { 'purchase-number': 'string' },
  data: { 'purchase-number': '' },
  async submit(context, body) {
    const { deps, owner, caller } = context
    const id = await selectIdByNumber(deps.db, owner.store_id, readString(body, 'purchase-number').trim())
    const [found] = id === undefined ? [] : await selectPurchases(deps.db, owner.store_id, [id])
    if (found === undefined || !isOwn(caller, found)) throw notFound('purchase')
    return { status: 201, location: { name: 'purchase', params: purchaseParams(context, found.id) } }
  },
})
