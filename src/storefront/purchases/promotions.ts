import { askedBy } from '../../pricing/asked.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Link, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { type Bought, lineAt, ofPurchase } from './bought.ts'

type Kept = Bought['sold']['promotions'][number]

/** Those that took something off it, or gave something. */
function appliedTo({ sold }: Bought): Kept[] {
  return sold.promotions.filter(({ applied }) => applied)
}

function linksTo({ params }: Bought, ids: readonly string[]): Link[] {
  return ids.map((id) => ({ rel: 'element', rev: 'list', params: { ...params, promotion: opaque(id) } }))
}

export const purchasePromotions: Resource<Shop> = {
  name: 'purchase promotions',
  type: 'shop.collections.links',
  path: '/promotions/purchases/:scope/:purchase/applied',
  max_age: 60,
  relations: { element: 'purchase promotion', purchase: 'purchase' },
  read: ofPurchase((bought) => {
    const ids = appliedTo(bought).map(({ id }) => id)
    return {
      links: [...linksTo(bought, ids), { rel: 'purchase', rev: 'appliedpromotions', params: bought.params }],
    }
  }),
}

/** A promotion as it was then. */
export const purchasePromotion: Resource<Shop> = {
  name: 'purchase promotion',
  type: 'shop.promotions.promotion',
  path: '/promotions/purchases/:scope/:purchase/applied/:promotion',
  max_age: 60,
  relations: { list: 'purchase promotions' },
  read: ofPurchase((bought, { promotion = '' }) => {
    const id = readOpaque(promotion)
    const found = appliedTo(bought).find((one) => one.id === id)
    if (found === undefined) return 'missing'
    return {
      params: { ...bought.params, promotion: opaque(id) },
      links: [{ rel: 'list', rev: 'element', params: bought.params }],
      data: {
        name: found.name,
        'display-name': found.name,
        'display-description': found.description,
        'display-conditions': conditionsOf(found, bought),
      },
    }
  }),
}

/** As they were then. */
function conditionsOf({ definition }: Kept, { format }: Bought): string {
  return definition === null ? '' : askedBy(definition, format)
}

/** On the price or the total of a line, or that gave it. */
export const linePromotions: Resource<Shop> = {
  name: 'purchase line promotions',
  type: 'shop.collections.links',
  path: '/promotions/purchases/:scope/:purchase/lineitems/:lineitem',
  max_age: 60,
  relations: { element: 'purchase promotion', lineitem: 'purchase line item' },
  read: ofPurchase((bought, asked) => {
    const line = lineAt(bought, asked)
    if (line === undefined) return 'missing'
    const own = { ...bought.params, lineitem: opaque(line.id) }
    const back = { rel: 'lineitem', rev: 'appliedpromotions', params: own }
    return { params: own, links: [...linksTo(bought, line.promotion_ids), back] }
  }),
}

export const purchaseCoupons: Resource<Shop> = {
  name: 'purchase coupons',
  type: 'shop.collections.links',
  path: '/coupons/purchases/:scope/:purchase',
  max_age: 60,
  relations: { element: 'purchase coupon', purchase: 'purchase' },
  read: ofPurchase(({ params, sold }) => ({
    links: [
      ...sold.coupons.map((code) => ({ rel: 'element', rev: 'list', params: couponAt(params, code) })),
      { rel: 'purchase', rev: 'coupons', params },
    ],
  })),
}

/** One that took something off. */
export const purchaseCoupon: Resource<Shop> = {
  name: 'purchase coupon',
  type: 'shop.coupons.coupon',
  path: '/coupons/purchases/:scope/:purchase/:coupon',
  max_age: 60,
  relations: { list: 'purchase coupons', appliedpromotions: 'promotions of a purchase coupon' },
  read: ofPurchase(({ params, sold }, { coupon = '' }) => {
    const code = readOpaque(coupon)
    if (!sold.coupons.includes(code)) return 'missing'
    const own = couponAt(params, code)
    return {
      params: own,
      links: [
        { rel: 'list', rev: 'element', params },
        { rel: 'appliedpromotions', rev: 'coupon', params: own },
      ],
      data: { code },
    }
  }),
}

export const purchaseCouponPromotions: Resource<Shop> = {
  name: 'promotions of a purchase coupon',
  type: 'shop.collections.links',
  path: '/promotions/coupons/purchases/:scope/:purchase/:coupon',
  max_age: 60,
  relations: { element: 'purchase promotion', coupon: 'purchase coupon' },
  read: ofPurchase((bought, { coupon = '' }) => {
    const code = readOpaque(coupon)
    if (!bought.sold.coupons.includes(code)) return 'missing'
    const own = couponAt(bought.params, code)
    const triggered = appliedTo(bought).filter((promotion) => promotion.coupon === code)
    const ids = triggered.map(({ id }) => id)
    return { params: own, links: [...linksTo(bought, ids), { rel: 'coupon', rev: 'appliedpromotions', params: own }] }
  }),
}

function couponAt(params: Bought['params'], code: string): Params {
  return { ...params, coupon: opaque(code) }
}
