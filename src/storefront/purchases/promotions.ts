import { describeRequirements } from '../../pricing/explanations/requirements.ts'
import type { StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params } from '../hypermedia/resource.ts'
import { type LoadedPurchase, lineFor, purchaseReader } from './loaded-purchase.ts'

type SnapshotPromotion = LoadedPurchase['snapshot']['promotions'][number]

/** Promotions that discounted the purchase or added something to it. */
function appliedPromotions({ snapshot }: LoadedPurchase): SnapshotPromotion[] {
  return snapshot.promotions.filter(({ applied }) => applied)
}

function promotionLinks({ params }: LoadedPurchase, ids: readonly string[]): Link[] {
  return ids.map((id) => ({ rel: 'element', rev: 'list', params: { ...params, promotion: encodeId(id) } }))
}

export const purchasePromotions: StorefrontResource = {
  name: 'purchase promotions',
  type: 'shop.collections.links',
  path: '/promotions/purchases/:scope/:purchase/applied',
  max_age: 60,
  relations: { element: 'purchase promotion', purchase: 'purchase' },
  read: purchaseReader((purchase) => {
    const ids = appliedPromotions(purchase).map(({ id }) => id)
    return {
      links: [...promotionLinks(purchase, ids), { rel: 'purchase', rev: 'appliedpromotions', params: purchase.params }],
    }
  }),
}

/** A promotion as it was at checkout. */
export const purchasePromotion: StorefrontResource = {
  name: 'purchase promotion',
  type: 'shop.promotions.promotion',
  path: '/promotions/purchases/:scope/:purchase/applied/:promotion',
  max_age: 60,
  relations: { list: 'purchase promotions' },
  read: purchaseReader((purchase, { promotion = '' }) => {
    const id = decodeId(promotion)
    const found = appliedPromotions(purchase).find((one) => one.id === id)
    if (found === undefined) return 'missing'
    return {
      params: { ...purchase.params, promotion: encodeId(id) },
      links: [{ rel: 'list', rev: 'element', params: purchase.params }],
      data: {
        name: found.name,
        'display-name': found.name,
        'display-description': found.description,
        'display-conditions': conditionsOf(found, purchase),
      },
    }
  }),
}

function conditionsOf({ definition }: SnapshotPromotion, { format }: LoadedPurchase): string {
  return definition === null ? '' : describeRequirements(definition, format)
}

/** Promotions on the price or the total of the line, or that added it. */
export const linePromotions: StorefrontResource = {
  name: 'purchase line promotions',
  type: 'shop.collections.links',
  path: '/promotions/purchases/:scope/:purchase/lineitems/:lineitem',
  max_age: 60,
  relations: { element: 'purchase promotion', lineitem: 'purchase line item' },
  read: purchaseReader((purchase, params) => {
    const line = lineFor(purchase, params)
    if (line === undefined) return 'missing'
    const own = { ...purchase.params, lineitem: encodeId(line.id) }
    const back = { rel: 'lineitem', rev: 'appliedpromotions', params: own }
    return { params: own, links: [...promotionLinks(purchase, line.promotion_ids), back] }
  }),
}

export const purchaseCoupons: StorefrontResource = {
  name: 'purchase coupons',
  type: 'shop.collections.links',
  path: '/coupons/purchases/:scope/:purchase',
  max_age: 60,
  relations: { element: 'purchase coupon', purchase: 'purchase' },
  read: purchaseReader(({ params, snapshot }) => ({
    links: [
      ...snapshot.coupons.map((code) => ({ rel: 'element', rev: 'list', params: couponParams(params, code) })),
      { rel: 'purchase', rev: 'coupons', params },
    ],
  })),
}

/** A coupon that was redeemed. */
export const purchaseCoupon: StorefrontResource = {
  name: 'purchase coupon',
  type: 'shop.coupons.coupon',
  path: '/coupons/purchases/:scope/:purchase/:coupon',
  max_age: 60,
  relations: { list: 'purchase coupons', appliedpromotions: 'promotions of a purchase coupon' },
  read: purchaseReader(({ params, snapshot }, { coupon = '' }) => {
    const code = decodeId(coupon)
    if (!snapshot.coupons.includes(code)) return 'missing'
    const own = couponParams(params, code)
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

export const purchaseCouponPromotions: StorefrontResource = {
  name: 'promotions of a purchase coupon',
  type: 'shop.collections.links',
  path: '/promotions/coupons/purchases/:scope/:purchase/:coupon',
  max_age: 60,
  relations: { element: 'purchase promotion', coupon: 'purchase coupon' },
  read: purchaseReader((purchase, { coupon = '' }) => {
    const code = decodeId(coupon)
    if (!purchase.snapshot.coupons.includes(code)) return 'missing'
    const own = couponParams(purchase.params, code)
    const triggered = appliedPromotions(purchase).filter((promotion) => promotion.coupon === code)
    const ids = triggered.map(({ id }) => id)
    return {
      params: own,
      links: [...promotionLinks(purchase, ids), { rel: 'coupon', rev: 'appliedpromotions', params: own }],
    }
  }),
}

function couponParams(params: LoadedPurchase['params'], code: string): Params {
  return { ...params, coupon: encodeId(code) }
}
