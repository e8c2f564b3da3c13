import { AppError } from '../../kernel/errors.ts'
import { addCoupon, removeCoupon } from '../../store/carts/coupons.ts'
import { codeKeyOf } from '../../store/promotions/coupons/coupon-terms.ts'
import { changeAt, currentCart, currentParams } from '../carts/current.ts'
import { promotionLinks } from '../carts/promotions.ts'
import { missingField, wrongSize } from '../hypermedia/fields.ts'
import { Refusal } from '../hypermedia/messages.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Outcome, Params, Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { ofOrder } from './order.ts'

export const couponInfo: Resource<Shop> = {
  name: 'order coupon info',
  type: 'shop.coupons.coupon-info',
  path: '/coupons/orders/:scope/:order/info',
  max_age: 0,
  relations: { order: 'order', coupon: 'order coupon', couponform: 'coupon form' },
  read: ofOrder(({ params, cart }) => ({
    links: [
      { rel: 'order', rev: 'couponinfo', params },
      ...cart.priced.cart.coupons.map((code) => ({ rel: 'coupon', params: { ...params, coupon: opaque(code) } })),
      { rel: 'couponform', rev: 'couponinfo', params },
    ],
    data: { name: 'coupon-info' },
  })),
}

export const couponForm: Resource<Shop> = {
  name: 'coupon form',
  type: 'shop.coupons.coupon-form',
  path: '/coupons/orders/:scope/:order/form',
  max_age: 0,
  relations: { couponinfo: 'order coupon info', applycouponaction: 'coupon form' },
  fields: { code: 'string' },
  read: ofOrder(({ params }) => ({
    links: [
      { rel: 'couponinfo', rev: 'couponform', params },
      { rel: 'applycouponaction', params },
    ],
    data: { code: '' },
  })),
  post: apply,
}

/** A coupon on the order; while its conditions do not hold, nothing is applied. */
export const orderCoupon: Resource<Shop> = {
  name: 'order coupon',
  type: 'shop.coupons.coupon',
  path: '/coupons/orders/:scope/:order/:coupon',
  max_age: 0,
  relations: { couponinfo: 'order coupon info', appliedpromotions: 'promotions of a coupon' },
  read: ofOrder(({ params, cart }, { coupon = '' }) => {
    const code = cart.priced.cart.coupons.find((held) => held === readOpaque(coupon))
    if (code === undefined) return 'missing'
    const own = { ...params, coupon: opaque(code) }
    return {
      params: own,
      links: [
        { rel: 'couponinfo', rev: 'coupon', params },
        { rel: 'appliedpromotions', params: own },
      ],
      data: { code },
    }
  }),
  async remove(shop, { order = '', coupon = '' }) {
    const code = readOpaque(coupon)
    await changeAt(shop, { cart: order }, (work, cartRequest) => removeCoupon(work, cartRequest, code))
    return { status: 204, at: null }
  },
}

/** In whatever place they take something off. */
export const couponPromotions: Resource<Shop> = {
  name: 'promotions of a coupon',
  type: 'shop.collections.links',
  path: '/promotions/coupons/orders/:scope/:order/:coupon/applied',
  max_age: 0,
  relations: { element: 'promotion', coupon: 'order coupon' },
  read: ofOrder(({ params, outcomes, cart: { priced } }, { coupon = '' }) => {
    const code = readOpaque(coupon)
    if (!priced.cart.coupons.includes(code)) return 'missing'
    const applied = outcomes.filter((outcome) => outcome.applied && outcome.coupon === code)
    const ids = applied.map(({ promotion_id }) => promotion_id)
    const own = { ...params, coupon: opaque(code) }
    return {
      params: own,
      links: [...promotionLinks(params, ids), { rel: 'coupon', rev: 'appliedpromotions', params: own }],
    }
  }),
}

async function apply(shop: Shop, { order = '' }: Params, body: Record<string, unknown>): Promise<Outcome> {
  const asked = codeIn(body)
  try {
    const before = (await currentCart(shop)).priced.cart.coupons
    const { cart: held } = await changeAt(shop, { cart: order }, (work, cartRequest) =>
      addCoupon(work, cartRequest, asked),
    )
    const code = held.coupons.find((one) => codeKeyOf(one) === codeKeyOf(asked)) ?? asked
    const { scope, cart } = await currentParams(shop)
    const at = { name: 'order coupon', params: { scope, order: cart, coupon: opaque(code) } }
    return { status: before.includes(code) ? 200 : 201, at }
  } catch (error) {
    throw inOwnWords(error, asked)
  }
}

const LONGEST_CODE = 64

function codeIn({ code }: Record<string, unknown>): string {
  const text = typeof code === 'string' ? code.trim() : ''
  if (text === '') throw missingField('code')
  if (text.length <= LONGEST_CODE) return text
  throw wrongSize('code', { least: 1, most: LONGEST_CODE }, `code is longer than ${LONGEST_CODE} characters.`)
}

function inOwnWords(error: unknown, code: string): unknown {
  if (!(error instanceof AppError)) return error
  const id = { invalid: 'coupon.not.valid', conflict: 'coupon.no.longer.available' }[error.code as string]
  if (id === undefined) return error
  const text = error.problems.map(({ detail }) => detail.replace(/^data\.code: /, '')).join(' ')
  return new Refusal('conflict', [{ type: 'error', id, 'debug-message': text, data: { 'field-name': 'code', code } }])
}
