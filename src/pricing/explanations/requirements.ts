import { isoTime } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/duration.ts'
import type { PriceWords } from '../actions/action.ts'
import { kindOfAction } from '../actions/kinds.ts'
import { partsOf } from '../conditions/clause.ts'
import { hasFact, requirementOf } from '../conditions/kinds.ts'
import type { MoneyFormat } from '../money.ts'
import { type Promotion, targetOf } from '../promotion.ts'
import { itemWords } from './item-words.ts'
import { namedWords, type Wording } from './wording.ts'

/**
 * The requirements of a promotion in one sentence for shoppers, without its period; empty if there are none. It names
 * no customers, segments, channels or coupons. `format` is that of its currency, null if unknown.
 */
export function describeRequirements(promotion: Promotion, format: MoneyFormat | null): string {
  const wording = { format, names: null }
  return sentenceOf([
    ...conditionWords(promotion, wording),
    ...actionWords(promotion, wording),
    ...(readsSubtotal(promotion) ? [] : currencyWords(promotion)),
    ...(promotion.trigger === 'coupon' ? ['with a coupon'] : []),
    ...windowWords(promotion),
    ...(promotion.usage_limit === null ? [] : ['limited uses']),
    ...(promotion.usage_limit_per_shopper === null ? [] : ['limited uses per customer']),
  ])
}

/** All of a promotion in one sentence for sellers: its discount, its requirements, its period and its limits. */
export function describePromotion(promotion: Promotion, wording: SellerWording): string {
  const { action, trigger, stacking, enabled } = promotion
  const namesAmount = readsSubtotal(promotion) || kindOfAction(action).namesAmount(action)
  const sentence = sentenceOf([
    kindOfAction(action).effect(action, priceWords(promotion, wording), wording),
    ...conditionWords(promotion, wording),
    ...('basis' in promotion && promotion.basis === 'after_lines' && readsSubtotal(promotion)
      ? ['counted after discounts on lines']
      : []),
    ...(namesAmount ? [] : currencyWords(promotion)),
    ...(trigger === 'coupon' ? ['with a coupon'] : []),
    ...windowWords(promotion),
    ...limitWords(promotion),
    ...(stacking === 'exclusive' ? ['not combined with other promotions'] : []),
    ...(enabled ? [] : ['currently disabled']),
  ])
  return `${sentence}.`
}

type SellerWording = Wording & { names: NonNullable<Wording['names']> }

function sentenceOf(parts: readonly string[]): string {
  const sentence = parts.join('; ')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}

function conditionWords({ when }: Promotion, wording: Wording): string[] {
  return when === null ? [] : partsOf(requirementOf(when, wording).does)
}

function actionWords(promotion: Promotion, wording: Wording): readonly string[] {
  const { scope, action } = promotion
  if (scope === 'shipping') return promotion.shipping_option_ids === null ? [] : ['applies to certain shipping options']
  return kindOfAction(action).requirements(action, targetOf(promotion), wording)
}

function priceWords(promotion: Promotion, wording: SellerWording): PriceWords {
  const target = targetOf(promotion)
  const { words } = itemWords(target, wording)
  switch (promotion.scope) {
    case 'item':
      return { price: `the displayed price of ${words}`, each: ' each' }
    case 'line_price':
      return { price: `the unit price of ${words} in the cart`, each: ' per unit' }
    case 'line_total':
      return { price: `every line of ${words}`, each: ' per line' }
    case 'cart':
      return { price: words === 'items' ? 'the cart' : `${words} in the cart`, each: '' }
    case 'shipping': {
      const { shipping_option_ids: ids } = promotion
      const by = ids === null ? '' : ` by ${namedWords(ids, OPTION, wording.names)}`
      return { price: `shipping${by}`, each: '' }
    }
  }
}

const OPTION = ['option', 'options'] as const

/** An amount in the sentence implies the currency. */
function currencyWords({ currency }: Promotion): string[] {
  return currency === null ? [] : [`for carts in ${currency}`]
}

function readsSubtotal({ when }: Promotion): boolean {
  return when !== null && hasFact(when, ({ namesAmount }) => namesAmount)
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
    ...(usage_limit === null ? [] : [`limited to ${uses(usage_limit)}`]),
    ...(usage_limit_per_shopper === null ? [] : [`limited to ${uses(usage_limit_per_shopper)} per customer`]),
  ]
}

function uses(count: number): string {
  return count === 1 ? '1 use' : `${count} uses`
}
