import type { Unmet } from './conditions/condition.ts'

/** Why a promotion took nothing off, with the facts. Times are milliseconds since the epoch. */
export type Reason =
  | { kind: 'disabled' }
  | { kind: 'not_started'; start: number }
  | { kind: 'ended'; end: number }
  | { kind: 'wrong_currency'; needed: string; is: string }
  | { kind: 'used_up'; limit: number; uses: number }
  | { kind: 'used_up_by_shopper'; limit: number; uses: number }
  | { kind: 'coupon_missing' }
  | { kind: 'coupon_refused'; code: string; because: CouponTrouble }
  | { kind: 'condition'; unmet: Unmet }
  /** What it gives is not to be had. */
  | { kind: 'gift_unavailable'; sku: string }
  /** Nothing in the cart, or no shipping option, that it is for. */
  | { kind: 'nothing_aimed_at' }
  /** It is for something, but that costs nothing any more. */
  | { kind: 'nothing_left' }
  | { kind: 'too_few_units'; to_buy: number; to_get: number }
  /** Others took off more where only one can win, or would have. */
  | {
      kind: 'outdone'
      rule: 'exclusive' | 'best_price' | 'best_cart'
      by: readonly string[]
      own: number
      theirs: number
    }

export type CouponTrouble =
  | { kind: 'not_started'; start: number }
  | { kind: 'ended'; end: number }
  | { kind: 'used_up'; limit: number; uses: number }
  | { kind: 'used_up_by_shopper'; limit: number; uses: number }
  | { kind: 'for_somebody_else' }
