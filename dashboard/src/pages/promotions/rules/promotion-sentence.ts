import type { Promotion } from '../../../generated/schema.ts'
import { describeAction, namesAmountIn } from './action-words.ts'
import { describeCondition, readsSubtotal } from './condition-words.ts'
import { type Draft, MISSING, timeOf, type Wording } from './wording.ts'

/** A saved promotion, or one that is being filled in. */
export type PromotionDraft = Draft<Omit<Promotion, 'type' | 'id' | 'links' | 'meta'>>

/**
 * What a promotion does, for whom and until when, as one sentence for sellers: "$5.00 off the cart, from $50.00, for
 * segment vip, until Nov 30, 2026." What a draft lacks is "…". `wording` names what the promotion knows by its id.
 */
export function promotionSentence(promotion: PromotionDraft, wording: Omit<Wording, 'currency'> = {}): string {
  const words: Wording = { ...wording, currency: promotion.currency ?? null }
  const parts = [
    describeAction(promotion, words),
    ...conditionWords(promotion, words),
    ...(promotion.trigger === 'coupon' ? ['with a coupon'] : []),
    ...currencyWords(promotion),
    ...periodWords(promotion),
    ...limitWords(promotion),
    ...(promotion.stacking === 'exclusive' ? ['never together with others of its kind'] : []),
    ...(promotion.enabled === false ? ['but disabled'] : []),
  ]
  const sentence = parts.join(', ')
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`
}

function conditionWords({ when, basis, scope }: PromotionDraft, words: Wording): string[] {
  if (when === undefined || when === null) return []
  // With other scopes conditions read catalog prices, whatever the basis.
  const hasBasis = scope === 'cart' || scope === 'shipping'
  const isAfter = hasBasis && basis === 'after_lines' && readsSubtotal(when)
  return [describeCondition(when, words), ...(isAfter ? ['counting prices after promotions on lines'] : [])]
}

/** An amount in the sentence implies the currency. */
function currencyWords({ currency, action, when }: PromotionDraft): string[] {
  if (currency === null || currency === undefined) return []
  const namesAmount = namesAmountIn(action) || (when !== null && when !== undefined && readsSubtotal(when))
  return namesAmount ? [] : [`for carts in ${currency === '' ? MISSING : currency}`]
}

function periodWords({ start, end }: PromotionDraft): string[] {
  return [
    ...(start === null || start === undefined ? [] : [`starting ${timeOf(start, 'start')}`]),
    ...(end === null || end === undefined ? [] : [`until ${timeOf(end, 'end')}`]),
  ]
}

function limitWords({ usage_limit, usage_limit_per_shopper }: PromotionDraft): string[] {
  return [
    ...(usage_limit === null || usage_limit === undefined ? [] : [`at most ${uses(usage_limit)}`]),
    ...(usage_limit_per_shopper === null || usage_limit_per_shopper === undefined
      ? []
      : [`at most ${uses(usage_limit_per_shopper)} per shopper`]),
  ]
}

function uses(count: number): string {
  return count === 1 ? '1 use' : `${count} uses`
}
