import { isoTime } from '../../kernel/clock.ts'
import { wordsOf } from '../conditions/kinds.ts'
import type { Applied, Outcome } from '../evaluation.ts'
import { type MoneyFormat, money } from '../money.ts'
import type { CouponRefusal, Reason } from './reason.ts'

type NameOf = (promotion_id: string) => string

/** The outcome as a sentence, with amounts in the format of the currency. */
export function sentenceOf(outcome: Outcome, format: MoneyFormat, nameOf: NameOf): string {
  return outcome.applied
    ? appliedWords(outcome, format)
    : `Not applied: ${reasonWords(outcome.reason, format, nameOf)}.`
}

function appliedWords({ amount, lines, shipping, gifts }: Applied, format: MoneyFormat): string {
  const off = money(amount, format).formatted
  const free = gifts.map(({ quantity, sku }) => `${quantity} x ${sku} free of charge`)
  if (gifts.length > 0) return `Applied: ${free.join(', ')}.`
  if (shipping.length > 0) return `Applied: ${off} off the chosen shipping option.`
  return `Applied: ${off} off${lines.length > 1 ? ` ${lines.length} lines` : ''}.`
}

function reasonWords(reason: Reason, format: MoneyFormat, nameOf: NameOf): string {
  switch (reason.kind) {
    case 'disabled':
      return 'it is disabled'
    case 'wrong_currency':
      return `it is for ${reason.needed}, the cart is in ${reason.is}`
    case 'coupon_missing':
      return 'it requires a coupon'
    case 'coupon_refused':
      return `coupon ${reason.code}: ${couponReasonWords(reason.because)}`
    case 'condition':
      return wordsOf(reason.unmet, format)
    case 'gift_unavailable':
      return `its gift ${reason.sku} is not available at the moment`
    case 'nothing_aimed_at':
      return 'nothing here matches it'
    case 'nothing_left':
      return 'nothing is left to take off'
    case 'too_few_units':
      return `too few units, add ${unitWords(reason)}`
    case 'outdone':
      return outdoneWords(reason, format, nameOf)
    default:
      return couponReasonWords(reason)
  }
}

function unitWords({ to_buy, to_get }: Extract<Reason, { kind: 'too_few_units' }>): string {
  const parts = [to_buy > 0 ? `${to_buy} to buy` : [], to_get > 0 ? `${to_get} to get` : []]
  return parts.flat().join(' and ')
}

function outdoneWords(reason: Extract<Reason, { kind: 'outdone' }>, format: MoneyFormat, nameOf: NameOf): string {
  const [theirs, own] = [reason.theirs, reason.own].map((amount) => money(amount, format).formatted)
  const names = reason.by.map(nameOf).join(' and ')
  const more = `${names} ${reason.by.length === 1 ? 'takes' : 'take'} off ${theirs}, this would take off ${own}`
  switch (reason.rule) {
    case 'exclusive':
      return `${more}, and they cannot be combined`
    case 'best_price':
      return `${more}, and an item gets only the best price`
    case 'best_cart':
      return `${more}, and only one discount on the cart applies`
  }
}

/** The reason why a coupon does not apply, to follow its name. */
export function couponReasonWords(refusal: CouponRefusal): string {
  switch (refusal.kind) {
    case 'not_started':
      return `it starts at ${isoTime(refusal.start)}`
    case 'ended':
      return `it ended at ${isoTime(refusal.end)}`
    case 'used_up':
      return `used ${refusal.uses} of ${refusal.limit} times`
    case 'used_up_by_shopper':
      return `used ${refusal.uses} of ${refusal.limit} times by this shopper`
    case 'for_somebody_else':
      return 'it is for another shopper'
  }
}
