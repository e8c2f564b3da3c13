import { Type } from 'typebox'
import { AppError } from '../../kernel/errors.ts'
import { addCoupon, removeCoupon } from '../../store/carts/coupons.ts'
import { codeKeyOf } from '../../store/promotions/coupons/coupon-terms.ts'
import { changeCurrentCart, currentCart } from '../carts/current.ts'
import { promotionLinks } from '../carts/promotions.ts'
import type { StorefrontContext, StorefrontResource } from '../context.ts'
import { invalidLength, missingField, readString } from '../hypermedia/fields.ts'
import { conflict } from '../hypermedia/messages.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import { type ChangeResult, NO_CONTENT, type Params } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { currentParams } from '../shoppers/current-cart.ts'
import { orderReader } from './order.ts'

const MAX_CODE_LENGTH = 64

export const couponInfo: StorefrontResource = {
  name: 'order coupon info',
  type: 'shop.coupons.coupon-info',
  path: '/coupons/orders/:scope/:order/info',
  max_age: 0,
  description: 'The coupons of an order, and the form that applies one.',
  members: { name: Type.Literal('coupon-info', { description: 'The name for programs.' }) },
  relations: {
    order: { to: 'order', rev: 'couponinfo' },
    coupon: { to: 'order coupon', when: 'one for each coupon of the order' },
    couponform: { to: 'coupon form', rev: 'couponinfo' },
  },
  read: orderReader(({ params, cart }) => ({
    links: [
      { rel: 'order', params },
      ...cart.priced.cart.coupons.map((code) => ({ rel: 'coupon', params: { ...params, coupon: encodeId(code) } })),
      { rel: 'couponform', params },
    ],
    data: { name: 'coupon-info' },
  })),
}

export const couponForm: StorefrontResource = {
  name: 'coupon form',
  type: 'shop.coupons.coupon-form',
  path: '/coupons/orders/:scope/:order/form',
  max_age: 0,
  description: 'The form that applies a coupon to an order.',
  relations: {
    applycouponaction: { to: 'coupon form' },
    couponinfo: { to: 'order coupon info', rev: 'couponform' },
  },
  read: orderReader(({ params }) => ({
    links: [
      { rel: 'applycouponaction', params },
      { rel: 'couponinfo', params },
    ],
    data: { code: '' },
  })),
  post: {
    description: 'Applies a coupon. It has no effect while its conditions are not met.',
    fields: { code: Type.String({ minLength: 1, maxLength: MAX_CODE_LENGTH, description: 'The code, in any case.' }) },
    leads_to: 'order coupon',
    run: applyCoupon,
  },
}

export const orderCoupon: StorefrontResource = {
  name: 'order coupon',
  type: 'shop.coupons.coupon',
  path: '/coupons/orders/:scope/:order/:coupon',
  max_age: 0,
  description: 'A coupon of an order.',
  members: { code: Type.String({ description: 'The code, as the store writes it.' }) },
  relations: {
    couponinfo: { to: 'order coupon info', rev: 'coupon' },
    appliedpromotions: { to: 'promotions of a coupon' },
  },
  read: orderReader(({ params, cart }, { coupon = '' }) => {
    const code = cart.priced.cart.coupons.find((one) => one === decodeId(coupon))
    if (code === undefined) return 'missing'
    const own = { ...params, coupon: encodeId(code) }
    return {
      params: own,
      links: [
        { rel: 'couponinfo', params },
        { rel: 'appliedpromotions', params: own },
      ],
      data: { code },
    }
  }),
  remove: {
    description: 'Removes the coupon from the order.',
    async run(context, { order = '', coupon = '' }) {
      const code = decodeId(coupon)
      await changeCurrentCart(context, { cart: order }, (work, cartRequest) => removeCoupon(work, cartRequest, code))
      return NO_CONTENT
    },
  },
}

export const couponPromotions: StorefrontResource = {
  name: 'promotions of a coupon',
  type: 'shop.collections.links',
  path: '/promotions/coupons/orders/:scope/:order/:coupon/applied',
  max_age: 0,
  description: 'The promotions on lines, cart and shipping that a coupon of an order triggers.',
  relations: { element: elements('promotion'), coupon: { to: 'order coupon', rev: 'appliedpromotions' } },
  read: orderReader(({ params, outcomes, cart: { priced } }, { coupon = '' }) => {
    const code = decodeId(coupon)
    if (!priced.cart.coupons.includes(code)) return 'missing'
    const applied = outcomes.filter((outcome) => outcome.applied && outcome.coupon === code)
    const ids = applied.map(({ promotion_id }) => promotion_id)
    const own = { ...params, coupon: encodeId(code) }
    return {
      params: own,
      links: [...promotionLinks(params, ids), { rel: 'coupon', params: own }],
    }
  }),
}

async function applyCoupon(
  context: StorefrontContext,
  { order = '' }: Params,
  body: Record<string, unknown>,
): Promise<ChangeResult> {
  const requested = readCode(body)
  try {
    const before = (await currentCart(context)).priced.cart.coupons
    const { cart: changed } = await changeCurrentCart(context, { cart: order }, (work, cartRequest) =>
      addCoupon(work, cartRequest, requested),
    )
    const code = changed.coupons.find((one) => codeKeyOf(one) === codeKeyOf(requested)) ?? requested
    const { scope, cart } = await currentParams(context)
    const location = { scope, order: cart, coupon: encodeId(code) }
    return { status: before.includes(code) ? 200 : 201, location }
  } catch (error) {
    throw toCouponError(error, requested)
  }
}

function readCode({ code }: Record<string, unknown>): string {
  const text = readString({ code }, 'code').trim()
  if (text === '') throw missingField('code')
  if (text.length <= MAX_CODE_LENGTH) return text
  throw invalidLength('code', { min: 1, max: MAX_CODE_LENGTH }, `code must be at most ${MAX_CODE_LENGTH} characters.`)
}

function toCouponError(error: unknown, code: string): unknown {
  if (!(error instanceof AppError)) return error
  const id = { invalid: 'coupon.not.valid', conflict: 'coupon.no.longer.available' }[error.code as string]
  if (id === undefined) return error
  const text = error.problems.map(({ detail }) => sentence(detail.replace(/^data\.code: /, ''))).join(' ')
  return conflict(id, text, { data: { 'field-name': 'code', code } })
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
