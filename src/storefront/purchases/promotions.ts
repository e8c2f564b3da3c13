import { Type } from 'typebox'
import { describeRequirements } from '../../pricing/explanations/requirements.ts'
import { PROMOTION_MEMBERS } from '../carts/promotions.ts'
import type { StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { type LoadedPurchase, lineFor, purchaseReader } from './loaded-purchase.ts'

type SnapshotPromotion = LoadedPurchase['snapshot']['promotions'][number]

function appliedPromotions({ snapshot }: LoadedPurchase): SnapshotPromotion[] {
  return snapshot.promotions.filter(({ applied }) => applied)
}

function promotionLinks({ params }: LoadedPurchase, ids: readonly string[]): Link[] {
  return ids.map((id) => ({ rel: 'element', params: { ...params, promotion: encodeId(id) } }))
}

export const purchasePromotions: StorefrontResource = {
  name: 'purchase promotions',
  type: 'shop.collections.links',
  path: '/promotions/purchases/:scope/:purchase/applied',
  max_age: 60,
  description: 'The promotions that discounted a purchase, or added something to it.',
  relations: { element: elements('purchase promotion'), purchase: { to: 'purchase', rev: 'appliedpromotions' } },
  read: purchaseReader((purchase) => {
    const ids = appliedPromotions(purchase).map(({ id }) => id)
    return {
      links: [...promotionLinks(purchase, ids), { rel: 'purchase', params: purchase.params }],
    }
  }),
}

export const purchasePromotion: StorefrontResource = {
  name: 'purchase promotion',
  type: 'shop.promotions.promotion',
  path: '/promotions/purchases/:scope/:purchase/applied/:promotion',
  max_age: 60,
  description: 'A promotion as it was when the purchase was made.',
  members: PROMOTION_MEMBERS,
  relations: { list: { to: 'purchase promotions', rev: 'element' } },
  read: purchaseReader((purchase, { promotion = '' }) => {
    const id = decodeId(promotion)
    const found = appliedPromotions(purchase).find((one) => one.id === id)
    if (found === undefined) return 'missing'
    return {
      params: { ...purchase.params, promotion: encodeId(id) },
      links: [{ rel: 'list', params: purchase.params }],
      data: {
        name: found.name,
        'display-name': found.name,
        'display-description': found.description,
        'display-conditions': conditionsOf(found, purchase),
      },
      languages: [purchase.order.default_language],
    }
  }),
}

function conditionsOf({ definition }: SnapshotPromotion, { snapshot }: LoadedPurchase): string {
  return definition === null ? '' : describeRequirements(definition, snapshot.money_format)
}

export const linePromotions: StorefrontResource = {
  name: 'purchase line promotions',
  type: 'shop.collections.links',
  path: '/promotions/purchases/:scope/:purchase/lineitems/:lineitem',
  max_age: 60,
  description: 'The promotions on the price or the total of a line, or that added it.',
  relations: {
    element: elements('purchase promotion'),
    lineitem: { to: 'purchase line item', rev: 'appliedpromotions' },
  },
  read: purchaseReader((purchase, params) => {
    const line = lineFor(purchase, params)
    if (line === undefined) return 'missing'
    const own = { ...purchase.params, lineitem: encodeId(line.id) }
    const back = { rel: 'lineitem', params: own }
    return { params: own, links: [...promotionLinks(purchase, line.promotion_ids), back] }
  }),
}

export const purchaseCoupons: StorefrontResource = {
  name: 'purchase coupons',
  type: 'shop.collections.links',
  path: '/coupons/purchases/:scope/:purchase',
  max_age: 60,
  description: 'The coupons that a purchase redeemed.',
  relations: { element: elements('purchase coupon'), purchase: { to: 'purchase', rev: 'coupons' } },
  read: purchaseReader(({ params, snapshot }) => ({
    links: [
      ...snapshot.coupons.map((code) => ({ rel: 'element', params: couponParams(params, code) })),
      { rel: 'purchase', params },
    ],
  })),
}

export const purchaseCoupon: StorefrontResource = {
  name: 'purchase coupon',
  type: 'shop.coupons.coupon',
  path: '/coupons/purchases/:scope/:purchase/:coupon',
  max_age: 60,
  description: 'A coupon that was redeemed.',
  members: { code: Type.String({ description: 'The code.' }) },
  relations: {
    list: { to: 'purchase coupons', rev: 'element' },
    appliedpromotions: { to: 'promotions of a purchase coupon', rev: 'coupon' },
  },
  read: purchaseReader(({ params, snapshot }, { coupon = '' }) => {
    const code = decodeId(coupon)
    if (!snapshot.coupons.includes(code)) return 'missing'
    const own = couponParams(params, code)
    return {
      params: own,
      links: [
        { rel: 'list', params },
        { rel: 'appliedpromotions', params: own },
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
  description: 'The promotions that a coupon triggered when the purchase was made.',
  relations: {
    element: elements('purchase promotion'),
    coupon: { to: 'purchase coupon', rev: 'appliedpromotions' },
  },
  read: purchaseReader((purchase, { coupon = '' }) => {
    const code = decodeId(coupon)
    if (!purchase.snapshot.coupons.includes(code)) return 'missing'
    const own = couponParams(purchase.params, code)
    const triggered = appliedPromotions(purchase).filter((promotion) => promotion.coupon === code)
    const ids = triggered.map(({ id }) => id)
    return {
      params: own,
      links: [...promotionLinks(purchase, ids), { rel: 'coupon', params: own }],
    }
  }),
}

function couponParams(params: LoadedPurchase['params'], code: string): Params {
  return { ...params, coupon: encodeId(code) }
}
