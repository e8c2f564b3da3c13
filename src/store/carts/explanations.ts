import { Type } from 'typebox'
import type { Unmet } from '../../pricing/conditions/condition.ts'
import type { Outcome } from '../../pricing/evaluation.ts'
import { type Explanation, explain } from '../../pricing/explain.ts'
import { type MoneyFormat, money } from '../../pricing/money.ts'
import type { PromotionRow } from '../promotions/promotion-row.ts'
import { ToldPromotion } from '../promotions/told.ts'
import type { PricedCart } from './price.ts'

export const CartPromotion = Type.Object(
  { ...ToldPromotion.properties, type: Type.Literal('cart_promotion') },
  { $id: 'CartPromotion' },
)

type Told = ToldPromotion & { type: 'cart_promotion' }

/** Of every promotion of the store that is on; of those that shoppers may know of when one asks. */
export function explainCart({ input, promotions }: PricedCart, role: 'seller' | 'shopper'): Told[] {
  return explain(input).flatMap((told) => {
    const row = promotions.rows.get(told.promotion_id)
    return row === undefined || (role === 'shopper' && isSecret(told)) ? [] : [show(told, row, input.format)]
  })
}

function show(told: Explanation, { description, scope }: PromotionRow, format: MoneyFormat): Told {
  const { promotion_id: id, name, sentence, applied, coupon } = told
  return {
    type: 'cart_promotion',
    id,
    name,
    description,
    scope,
    applied,
    coupon,
    amount: money(told.applied ? told.amount : 0, format),
    lines: told.applied ? told.lines : [],
    shipping: told.applied ? told.shipping : [],
    gifts: told.applied ? told.gifts.map(({ sku, quantity }) => ({ sku, quantity })) : [],
    reason: told.applied ? null : told.reason,
    sentence,
  }
}

/** What is not announced, needs a coupon that the cart has not, or is for others. */
function isSecret(outcome: Outcome): boolean {
  if (outcome.applied) return false
  const { reason } = outcome
  return SECRET.has(reason.kind) || (reason.kind === 'condition' && isForOthers(reason.unmet))
}

const SECRET: ReadonlySet<string> = new Set(['not_started', 'ended', 'coupon_missing'])

function isForOthers(unmet: Unmet): boolean {
  switch (unmet.kind) {
    case 'all':
    case 'any':
      return unmet.of.some(isForOthers)
    default:
      // What stands in the way of a `not` is true of the shopper, who need not be told.
      return unmet.kind === 'account' || unmet.kind === 'segment' || unmet.kind === 'not'
  }
}
