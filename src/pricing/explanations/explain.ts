import { evaluateEvery } from '../evaluate.ts'
import type { Outcome } from '../evaluation.ts'
import type { PricingInput } from '../input.ts'
import { sentenceOf } from './sentences.ts'

/** The discount of a promotion, or why it does not apply and what would change that, as data and as a sentence. */
export type Explanation = Outcome & { name: string; sentence: string }

/**
 * Every promotion of the set, in the order in which they apply. Computed on demand only, since it evaluates each
 * promotion.
 */
export function explain(input: PricingInput): Explanation[] {
  const names = new Map(input.offers.prepared.rules.map(({ promotion }) => [promotion.id, promotion.name]))
  const nameOf = (id: string) => names.get(id) ?? id
  return evaluateEvery(input).outcomes.map((outcome) => ({
    ...outcome,
    name: nameOf(outcome.promotion_id),
    sentence: sentenceOf(outcome, input.format, nameOf),
  }))
}
