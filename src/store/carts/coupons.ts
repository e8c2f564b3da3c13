import { Type } from 'typebox'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { evaluateEvery } from '../../pricing/evaluate.ts'
import type { Evaluation } from '../../pricing/evaluation.ts'
import { couponReasonWords } from '../../pricing/explanations/sentences.ts'
import type { Work } from '../kit/work.ts'
import { codeKeyOf } from '../promotions/coupons/coupon-terms.ts'
import { findCouponCode } from '../promotions/sql/facts.ts'
import type { Cart } from './cart.ts'
import { type CartRequest, changeCart } from './change.ts'
import type { PricedCart } from './price.ts'

/** Coupons of one cart. @operator */
const MAX_COUPONS = 20

export const CouponCreate = Type.Object({
  type: ImpliedType('coupon'),
  code: Type.String({ minLength: 1, maxLength: 64, description: 'Case-insensitive.' }),
})

/**
 * Adds a coupon to a cart; it has no effect while its conditions are not met. Throws `invalid` for an unknown code or
 * another shopper's coupon, and `conflict` for a coupon that is used up or has ended.
 */
export async function addCoupon(work: Work, cartRequest: CartRequest, requested: string): Promise<PricedCart> {
  return withCodes(work, cartRequest, [requested], async (codes, assertUsable) => {
    const code = codes.get(requested)
    if (code === undefined) throw unknownCoupon(requested)
    const change = (cart: Cart) => {
      const changed = withCoupon(cart, code)
      if (changed !== null) return changed
      throw invalid([{ detail: TOO_MANY_COUPONS, pointer: '/data/code' }])
    }
    return changeCart(work, cartRequest, change, assertUsable)
  })
}

type UseCodes<T> = (codes: ReadonlyMap<string, string>, assertUsable: (priced: PricedCart) => void) => Promise<T>

/**
 * Runs `use` with the store's coupon codes by requested code, and a check of the cart that they were added to, which
 * throws for unusable ones. Unknown and unusable codes count as wrong guesses. Throws `too_many_requests`.
 */
export async function withCodes<T>(
  { tx, owner }: Work,
  { beginGuess }: CartRequest,
  requested: readonly string[],
  use: UseCodes<T>,
): Promise<T> {
  const takeBacks = new Map<string, (() => void) | undefined>()
  const wrong = new Set<string>()
  const codes = new Map<string, string>()
  try {
    for (const code of new Set(requested)) takeBacks.set(code, beginGuess?.())
    for (const code of takeBacks.keys()) {
      const known = await findCouponCode(tx, owner, code.trim())
      if (known === null) wrong.add(code)
      else codes.set(code, known)
    }
    return await use(codes, (priced) => {
      for (const [code, known] of codes) {
        wrong.add(code)
        rejectUnusableCoupon(priced, known)
        wrong.delete(code)
      }
    })
  } finally {
    for (const [code, takeBack] of takeBacks) if (!wrong.has(code)) takeBack?.()
  }
}

export const TOO_MANY_COUPONS = `A cart has at most ${MAX_COUPONS} coupons.`

/** Returns the cart with a coupon of the store, or null if it has too many already. */
export function withCoupon(cart: Cart, code: string): Cart | null {
  if (cart.coupons.some((existing) => isSameCode(existing, code))) return cart
  return cart.coupons.length < MAX_COUPONS ? { ...cart, coupons: [...cart.coupons, code] } : null
}

/** Throws `not_found`. */
export function removeCoupon(work: Work, cartRequest: CartRequest, code: string): Promise<PricedCart> {
  return changeCart(work, cartRequest, (cart) => {
    const coupons = cart.coupons.filter((existing) => !isSameCode(existing, code))
    if (coupons.length === cart.coupons.length) throw notFound('coupon')
    return { ...cart, coupons }
  })
}

/** Problems with the cart's coupons that no change of the cart can solve, in the order of the coupons. */
export function couponProblems(priced: PricedCart): { code: string; problem: string }[] {
  const { coupons } = priced.cart
  if (coupons.length === 0) return []
  const { outcomes } = evaluateEvery(priced.input)
  return coupons.flatMap((code) => {
    const problem = problemOf(priced, outcomes, code)
    return problem === null ? [] : [{ code, problem }]
  })
}

function problemOf({ facts, promotions }: PricedCart, outcomes: Evaluation['outcomes'], code: string): string | null {
  const coupon = facts.coupons.find((existing) => isSameCode(existing.code, code))
  if (coupon === undefined) return 'it is no longer valid'
  if (!promotions.rows.has(coupon.promotion_id)) return 'its promotion has ended or is disabled'
  const outcome = outcomes.find(({ promotion_id }) => promotion_id === coupon.promotion_id)
  if (outcome === undefined || outcome.applied) return null
  const { reason } = outcome
  const refusal = reason.kind === 'coupon_refused' ? reason.because : reason
  switch (refusal.kind) {
    case 'ended':
    case 'used_up':
    case 'used_up_by_shopper':
      return couponReasonWords(refusal)
    case 'for_somebody_else':
      // A guest may still enter an e-mail address.
      return facts.shopper_key === null ? null : couponReasonWords(refusal)
    default:
      return null
  }
}

/** Throws `invalid` for another shopper's coupon, and `conflict` for an unusable one of the shopper's own. */
function rejectUnusableCoupon(priced: PricedCart, code: string): void {
  const coupon = priced.facts.coupons.find((existing) => isSameCode(existing.code, code))
  // Reported as unknown, so that other shoppers' coupons are not revealed.
  if (coupon !== undefined && !coupon.for_shopper && priced.facts.shopper_key !== null) throw unknownCoupon(code)
  const found = couponProblems(priced).find((one) => isSameCode(one.code, code))
  if (found !== undefined)
    throw new AppError('conflict', [{ detail: `Coupon ${code} cannot be used: ${found.problem}.` }])
}

function unknownCoupon(code: string) {
  return invalid([{ detail: unknownCouponWords(code), pointer: '/data/code' }])
}

export function unknownCouponWords(code: string): string {
  return `The store has no coupon ${code} for this shopper.`
}

function isSameCode(one: string, other: string): boolean {
  return codeKeyOf(one) === codeKeyOf(other)
}
