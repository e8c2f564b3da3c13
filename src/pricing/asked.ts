import { isoTime } from '../kernel/clock.ts'
import { asksFor } from './conditions/asks-for.ts'
import { partsOf } from './conditions/clause.ts'
import { asksOf } from './conditions/kinds.ts'
import { itemWords } from './item-words.ts'
import type { MoneyFormat } from './money.ts'
import type { Promotion } from './promotion.ts'

/**
 * What has to hold for a promotion, in one sentence for shoppers without its full stop; empty when nothing has to. It
 * names no customers, segments, channels or coupons. `format` is how its currency is written, null when nobody knows.
 */
export function askedBy(promotion: Promotion, format: MoneyFormat | null): string {
  const { when } = promotion
  const sentence = [
    ...(when === null ? [] : partsOf(asksOf(when, format).does)),
    ...aimWords(promotion),
    ...currencyWords(promotion),
    ...(promotion.trigger === 'coupon' ? ['with a coupon'] : []),
    ...windowWords(promotion),
    ...limitWords(promotion),
  ].join('; ')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}

function aimWords(promotion: Promotion): string[] {
  const { scope, action } = promotion
  if (scope === 'shipping') return promotion.shipping_option_ids === null ? [] : ['applies to certain shipping options']
  switch (action.kind) {
    case 'buy_x_get_y': {
      const [buy, get] = [itemWords(action.buy), itemWords(action.get)]
      return [`buy ${buy.counted(`${action.x} or more`)} to get ${get.words} for less`]
    }
    case 'free_item':
      return []
    default: {
      const { words } = itemWords('target' in promotion ? promotion.target : {})
      return words === 'items' ? [] : [`applies to ${words}`]
    }
  }
}

/** An amount that is named tells the currency. */
function currencyWords({ currency, when }: Promotion): string[] {
  if (currency === null || (when !== null && asksFor(when, ['subtotal']))) return []
  return [`for carts in ${currency}`]
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** Whole days are named by their date alone, the last one being the last on which it runs. */
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
