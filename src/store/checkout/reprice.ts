import { evaluate } from '../../pricing/evaluate.ts'
import { explain } from '../../pricing/explanations/explain.ts'
import type { CouponFacts, PricingInput } from '../../pricing/input.ts'
import { prepare } from '../../pricing/prepare.ts'
import type { Promotion } from '../../pricing/promotion.ts'
import type { Tax } from '../../pricing/taxes.ts'
import { couponFor } from '../promotions/coupons/coupon-for.ts'
import type { Snapshot } from './snapshot.ts'

/** Effect of a draft on a past order. Amounts are totals of the order, in minor units. */
export type Repriced = { before: number; after: number; applied: boolean; reason: string | null; sentence: string }

/**
 * Prices a past order again with a draft, which replaces the promotion with its id, and a coupon if the draft requires
 * one. The other promotions that applied then stay unchanged.
 */
export function reprice(snapshot: Snapshot, trial: Promotion): Repriced {
  const then = snapshot.promotions.flatMap(({ definition }) => definition ?? [])
  const others = then.filter(({ id }) => id !== trial.id)
  const before = evaluate(inputOf(snapshot, then, []))
  const with_draft = inputOf(snapshot, [...others, trial], [couponFor('draft', trial.id)])
  const explanation = explain(with_draft).find(({ promotion_id }) => promotion_id === trial.id)
  return {
    before: before.order.total,
    after: evaluate(with_draft).order.total,
    applied: explanation?.applied ?? false,
    reason: explanation === undefined || explanation.applied ? null : explanation.reason.kind,
    sentence: explanation?.sentence ?? '',
  }
}

function inputOf(snapshot: Snapshot, promotions: readonly Promotion[], more: readonly CouponFacts[]): PricingInput {
  const { money_format, sold_at, lines, shipping, facts, cart_stacking } = snapshot
  const { calculation_method = 'line', prices_include_tax = false } = snapshot
  const coupons = snapshot.promotions.flatMap(({ id, coupon }) => (coupon === null ? [] : [couponFor(coupon, id)]))
  return {
    format: money_format,
    now: Date.parse(sold_at),
    // Leaves gifts out, since the evaluation adds them again.
    lines: lines.filter(({ promotion_id }) => promotion_id === null).map(lineOf),
    calculation_method,
    shipping: {
      options:
        shipping === null
          ? []
          : [
              {
                id: shipping.id,
                cost: shipping.list_cost,
                includes_tax: prices_include_tax,
                taxes: shipping.taxes.map(taxOf),
              },
            ],
      chosen: shipping?.id ?? null,
    },
    shopper: facts,
    offers: {
      prepared: prepare(promotions.map((promotion) => ({ ...promotion, start: null, end: null }))),
      coupons: [...coupons, ...more],
      uses: new Map(),
      unavailable_gifts: new Set(),
      cart_stacking,
    },
  }
}

function lineOf({ id, sku, product_id, category_ids, tags, quantity, ...line }: Snapshot['lines'][number]) {
  const { list_amount, includes_tax, taxes } = line
  const item = { sku, product_id, category_ids, tags }
  return { id, item, quantity, unit_amount: list_amount, includes_tax, taxes: taxes.map(taxOf) }
}

function taxOf({ name, jurisdiction, code, rate, amount }: Snapshot['lines'][number]['taxes'][number]): Tax {
  return { name, jurisdiction, code, ...(rate === null ? { amount } : { rate }) }
}
