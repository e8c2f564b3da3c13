import { Type } from 'typebox'
import { isPrivate } from '../../pricing/conditions/kinds.ts'
import type { Outcome } from '../../pricing/evaluation.ts'
import { type Explanation, explain } from '../../pricing/explanations/explain.ts'
import { type MoneyFormat, money } from '../../pricing/money.ts'
import { ExplainedPromotion } from '../promotions/explained-promotion.ts'
import type { PromotionRow } from '../promotions/promotion-row.ts'
import type { PricedCart } from './price.ts'

export const CartPromotion = Type.Object(
  { ...ExplainedPromotion.properties, type: Type.Literal('cart_promotion') },
  { $id: 'CartPromotion' },
)

export type ExplainedCartPromotion = ExplainedPromotion & { type: 'cart_promotion' }

/** Explains every enabled promotion of the store; to shoppers, only those that are not secret. */
export function explainCart({ input, promotions }: PricedCart, role: 'seller' | 'shopper'): ExplainedCartPromotion[] {
  return explain(input).flatMap((explanation) => {
    const row = promotions.rows.get(explanation.promotion_id)
    const isHidden = row === undefined || (role === 'shopper' && isSecret(explanation))
    return isHidden ? [] : [show(explanation, row, input.format)]
  })
}

function show(
  explanation: Explanation,
  { description, scope }: PromotionRow,
  format: MoneyFormat,
): ExplainedCartPromotion {
  const { promotion_id: id, name, sentence, applied, coupon } = explanation
  return {
    type: 'cart_promotion',
    id,
    name,
    description,
    scope,
    applied,
    coupon,
    amount: money(explanation.applied ? explanation.amount : 0, format),
    lines: explanation.applied ? explanation.lines : [],
    shipping: explanation.applied ? explanation.shipping : [],
    gifts: explanation.applied ? explanation.gifts.map(({ sku, quantity }) => ({ sku, quantity })) : [],
    reason: explanation.applied ? null : explanation.reason,
    sentence,
  }
}

/** True for promotions that have not started or have ended, need a missing coupon, or are for other customers. */
function isSecret(outcome: Outcome): boolean {
  if (outcome.applied) return false
  const { reason } = outcome
  return SECRET.has(reason.kind) || (reason.kind === 'condition' && isPrivate(reason.unmet))
}

const SECRET: ReadonlySet<string> = new Set(['not_started', 'ended', 'coupon_missing'])
