import { Type } from 'typebox'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { evaluateEvery } from '../../pricing/evaluate.ts'
import type { Evaluation } from '../../pricing/evaluation.ts'
import { troubleWords } from '../../pricing/sentences.ts'
import type { Work } from '../kit/work.ts'
import { codeKeyOf } from '../promotions/coupons/coupon-terms.ts'
import { findCouponCode } from '../promotions/facts.ts'
import { type CartRequest, changeCart } from './change.ts'
import type { PricedCart } from './price.ts'

/** Coupons on one cart. */
const MOST_COUPONS = 20

export const CouponCreate = Type.Object({
  type: Type.Literal('coupon'),
  code: Type.String({ minLength: 1, maxLength: 64, description: 'In any case.' }),
})

/**
 * Puts a coupon on a cart. One whose conditions do not hold yet stays on it and waits. Throws `invalid` for one that is not
 * there or for somebody else, `conflict` for one that is used up or over.
 */
export async function addCoupon(work: Work, cartRequest: CartRequest, asked: string): Promise<PricedCart> {
  const code = await findCouponCode(work.tx, work.owner, asked.trim())
  if (code === null) throw unknownCoupon(asked)
  return changeCart(
    work,
    cartRequest,
    (cart) => {
      if (cart.coupons.some((held) => isSame(held, code))) return cart
      if (cart.coupons.length < MOST_COUPONS) return { ...cart, coupons: [...cart.coupons, code] }
      throw invalid([{ detail: `A cart has at most ${MOST_COUPONS} coupons.`, pointer: '/data/code' }])
    },
    (priced) => refuseWorthless(priced, code),
  )
}

/** Throws `not_found`. */
export function removeCoupon(work: Work, cartRequest: CartRequest, code: string): Promise<PricedCart> {
  return changeCart(work, cartRequest, (cart) => {
    const coupons = cart.coupons.filter((held) => !isSame(held, code))
    if (coupons.length === cart.coupons.length) throw notFound('coupon')
    return { ...cart, coupons }
  })
}

/** What is wrong with the coupons of a cart that no change of the cart would mend, in their order. */
export function couponTroubles(priced: PricedCart): { code: string; trouble: string }[] {
  const { coupons } = priced.cart
  if (coupons.length === 0) return []
  const { outcomes } = evaluateEvery(priced.input)
  return coupons.flatMap((code) => {
    const trouble = troubleOf(priced, outcomes, code)
    return trouble === null ? [] : [{ code, trouble }]
  })
}

function troubleOf({ facts, promotions }: PricedCart, outcomes: Evaluation['outcomes'], code: string): string | null {
  const coupon = facts.coupons.find((held) => isSame(held.code, code))
  if (coupon === undefined) return 'it is not valid any more'
  if (!promotions.rows.has(coupon.promotion_id)) return 'its promotion is over'
  const outcome = outcomes.find(({ promotion_id }) => promotion_id === coupon.promotion_id)
  if (outcome === undefined || outcome.applied) return null
  const { reason } = outcome
  const trouble = reason.kind === 'coupon_refused' ? reason.because : reason
  switch (trouble.kind) {
    case 'ended':
    case 'used_up':
    case 'used_up_by_shopper':
      return troubleWords(trouble)
    case 'for_somebody_else':
      // A guest may still say who it is.
      return facts.shopper_key === null ? null : troubleWords(trouble)
    default:
      return null
  }
}

function refuseWorthless(priced: PricedCart, code: string): void {
  const coupon = priced.facts.coupons.find((held) => isSame(held.code, code))
  // Whose it is nobody else needs to know.
  if (coupon !== undefined && !coupon.for_shopper && priced.facts.shopper_key !== null) throw unknownCoupon(code)
  const held = couponTroubles(priced).find((one) => isSame(one.code, code))
  if (held !== undefined)
    throw new AppError('conflict', [{ detail: `Coupon ${code} cannot be used: ${held.trouble}.` }])
}

function unknownCoupon(code: string) {
  return invalid([{ detail: `data.code: the store has no coupon ${code} for this shopper.`, pointer: '/data/code' }])
}

function isSame(one: string, other: string): boolean {
  return codeKeyOf(one) === codeKeyOf(other)
}
