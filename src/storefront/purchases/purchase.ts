import { notFound } from '../../kernel/errors.ts'
import { isOwn } from '../../store/orders/read.ts'
import { selectBought, selectIdByNumber, selectPurchases } from '../../store/orders/store.ts'
import { formAndAction } from '../form.ts'
import { textIn } from '../hypermedia/fields.ts'
import { opaque } from '../hypermedia/opaque.ts'
import type { Resource } from '../hypermedia/resource.ts'
import { cost } from '../money.ts'
import { paginated } from '../pages.ts'
import type { Shop } from '../shop.ts'
import { shownAddress } from '../shoppers/address-form.ts'
import { profileLink } from '../shoppers/profile-at.ts'
import { type Bought, ofPurchase, purchaseAt } from './bought.ts'

const PARTS = {
  lineitems: 'purchase line items',
  billingaddress: 'purchase billing address',
  paymentmeans: 'payment means',
  shipments: 'shipments',
  coupons: 'purchase coupons',
  discount: 'purchase discount',
  appliedpromotions: 'purchase promotions',
} as const

/** The receipt of an order. What the seller changes later does not change it; only its status goes on. */
export const purchase: Resource<Shop> = {
  name: 'purchase',
  type: 'shop.purchases.purchase',
  path: '/purchases/:scope/:purchase',
  max_age: 60,
  relations: { list: 'purchases', ...PARTS },
  read: ofPurchase(({ params, order, sold, format }) => {
    const total = [cost(sold.totals.with_tax, format)]
    const at = Date.parse(sold.sold_at)
    return {
      links: [
        { rel: 'list', rev: 'element', params: { scope: params.scope } },
        ...Object.keys(PARTS).map((rel) => ({ rel, rev: 'purchase', params })),
      ],
      data: {
        'purchase-number': order.order_number,
        status: statusOf(order),
        'monetary-total': total,
        // As clients of old spell it.
        'montary-total': total,
        'tax-total': cost(sold.totals.tax, format),
        'purchase-date': { value: at, 'display-value': DATE.format(at) },
      },
    }
  }),
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

function statusOf({ status, shipping }: Bought['order']): string {
  if (status === 'cancelled') return 'CANCELLED'
  return shipping === 'fulfilled' ? 'COMPLETED' : 'IN_PROGRESS'
}

export const billingAddress: Resource<Shop> = {
  name: 'purchase billing address',
  type: 'shop.addresses.address',
  path: '/purchases/:scope/:purchase/billingaddress',
  max_age: 60,
  relations: { purchase: 'purchase' },
  read: ofPurchase(({ params, order }) => ({
    links: [{ rel: 'purchase', rev: 'billingaddress', params }],
    data: shownAddress(order.billing_address),
  })),
}

/** What promotions took off the whole of it; what they did to lines is in those. */
export const purchaseDiscount: Resource<Shop> = {
  name: 'purchase discount',
  type: 'shop.discounts.discount',
  path: '/discounts/purchases/:scope/:purchase',
  max_age: 60,
  relations: { purchase: 'purchase' },
  read: ofPurchase(({ params, sold, format }) => ({
    links: [{ rel: 'purchase', rev: 'discount', params }],
    data: { discount: [cost(sold.totals.discount, format)] },
  })),
}

/** With what it was paid, or is to be. */
export const paymentMeans: Resource<Shop> = {
  name: 'payment means',
  type: 'shop.collections.links',
  path: '/paymentmeans/:scope/:purchase',
  max_age: 60,
  relations: { element: 'payment mean', purchase: 'purchase' },
  read: ofPurchase(({ params, order: { means } }) => ({
    links: [
      ...means.map(({ id }) => ({ rel: 'element', rev: 'list', params: { ...params, mean: opaque(id) } })),
      { rel: 'purchase', rev: 'paymentmeans', params },
    ],
  })),
}

export const paymentMean: Resource<Shop> = {
  name: 'payment mean',
  type: 'shop.paymentmeans.payment-mean',
  path: '/paymentmeans/:scope/:purchase/:mean',
  max_age: 60,
  relations: { list: 'payment means' },
  read: ofPurchase(({ params, order: { means } }, { mean = '' }) => {
    const found = means.find(({ id }) => opaque(id) === mean)
    if (found === undefined) return 'missing'
    return { links: [{ rel: 'list', rev: 'element', params }], data: { 'display-name': found.display_name } }
  }),
}

const PAGE = 20

/** What the shopper has bought, the latest first. */
export const purchases = paginated({
  name: 'purchases',
  path: '/purchases/:scope',
  max_age: 0,
  element: { name: 'purchase', at: purchaseAt },
  owner: { rel: 'profile', name: 'profile', link: (shop) => profileLink(shop, 'purchases') },
  load: ({ deps, owner, caller }, asked) =>
    Promise.all(
      asked.map(async ({ page }) => {
        const part = { limit: PAGE, offset: (page - 1) * PAGE }
        return { ...(await selectBought(deps.db, owner.store_id, caller, part)), page, size: PAGE }
      }),
    ),
})

/** To a purchase of the shopper's own by its number. */
export const purchaseLookup = formAndAction({
  name: 'purchase lookup',
  type: 'shop.lookups.purchase-lookup-form',
  paths: { form: '/lookups/:scope/purchases/form', action: '/lookups/:scope/purchases' },
  action: 'purchaselookupaction',
  fields: { 'purchase-number': 'string' },
  data: { 'purchase-number': '' },
  async submit(shop, body) {
    const { deps, owner, caller } = shop
    const id = await selectIdByNumber(deps.db, owner.store_id, textIn(body, 'purchase-number').trim())
    const [found] = id === undefined ? [] : await selectPurchases(deps.db, owner.store_id, [id])
    if (found === undefined || !isOwn(caller, found)) throw notFound('purchase')
    return { status: 201, at: { name: 'purchase', params: purchaseAt(shop, found.id) } }
  },
})
