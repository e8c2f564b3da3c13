import type { Unmet } from '../conditions/condition.ts'

/** The reason why a promotion does not apply, with the facts. Times are milliseconds since the epoch. */
export type Reason =
  | { kind: 'disabled' }
  | { kind: 'not_started'; start: number }
  | { kind: 'ended'; end: number }
  | { kind: 'wrong_currency'; needed: string; is: string }
  | { kind: 'used_up'; limit: number; uses: number }
  | { kind: 'used_up_by_shopper'; limit: number; uses: number }
  | { kind: 'coupon_missing' }
  | { kind: 'coupon_refused'; code: string; because: CouponRefusal }
  | { kind: 'condition'; unmet: Unmet }
  /** Its gift is out of stock or not offered. */
  | { kind: 'gift_unavailable'; sku: string }
  /** No item in the cart, or no shipping option, matches its target. */
  | { kind: 'nothing_aimed_at' }
  /** Its target costs nothing anymore. */
  | { kind: 'nothing_left' }
  | { kind: 'too_few_units'; to_buy: number; to_get: number }
  /** Only one promotion can apply, and another has a larger discount. */
  | {
      kind: 'outdone'
      rule: 'exclusive' | 'best_price' | 'best_cart'
      by: readonly string[]
      own: number
      theirs: number
    }

export type CouponRefusal =
  | { kind: 'not_started'; start: number }
  | { kind: 'ended'; end: number }
  | { kind: 'used_up'; limit: number; uses: number }
  | { kind: 'used_up_by_shopper'; limit: number; uses: number }
  | { kind: 'for_somebody_else' }
