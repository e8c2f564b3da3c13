import { isoTime } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/duration.ts'
import { kindOfAction } from '../actions/kinds.ts'
import { partsOf } from '../conditions/clause.ts'
import { hasFact, requirementOf } from '../conditions/kinds.ts'
import type { MoneyFormat } from '../money.ts'
import { type Promotion, targetOf } from '../promotion.ts'

/**
 * The requirements of a promotion in one sentence for shoppers, without its period; empty when there are none. It names no
 * customers, segments, channels or coupons. `format` is that of its currency, null when it is unknown.
 */
export function describeRequirements(promotion: Promotion, format: MoneyFormat | null): string {
  const { when } = promotion
  const sentence = [
    ...(when === null ? [] : partsOf(requirementOf(when, format).does)),
    ...actionWords(promotion),
    ...currencyWords(promotion),
    ...(promotion.trigger === 'coupon' ? ['with a coupon'] : []),
    ...windowWords(promotion),
    ...limitWords(promotion),
  ].join('; ')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}

function actionWords(promotion: Promotion): readonly string[] {
  const { scope, action } = promotion
  if (scope === 'shipping') return promotion.shipping_option_ids === null ? [] : ['applies to certain shipping options']
  return kindOfAction(action).requirements(action, targetOf(promotion))
}

/** An amount in the sentence implies the currency. */
function currencyWords({ currency, when }: Promotion): string[] {
  if (currency === null || (when !== null && hasFact(when, ({ namesAmount }) => namesAmount))) return []
  return [`for carts in ${currency}`]
}

/** Whole days are dates without a time; the last date is included. */
function windowWords({ start, end }: Promotion): string[] {
  const from = start === null ? [] : [`from ${start % DAY === 0 ? dayOf(start) : minuteOf(start)}`]
  const until = end === null ? [] : [`until ${end % DAY === 0 ? dayOf(end - DAY) : minuteOf(end)}`]
  return start === null && end === null ? [] : [[...from, ...until].join(' ')]
}

const DATES = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function dayOf(time: number): string {
  return DATES.format(time)
}

function minuteOf(time: number): string {
  return `${dayOf(time)}, ${isoTime(time).slice(11, 16)} UTC`
}

function limitWords({ usage_limit, usage_limit_per_shopper }: Promotion): string[] {
  return [
    ...(usage_limit === null ? [] : ['limited uses']),
    ...(usage_limit_per_shopper === null ? [] : ['limited uses per customer']),
  ]
}
