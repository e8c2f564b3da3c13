import { evaluateEvery } from './evaluate.ts'
import type { Outcome } from './evaluation.ts'
import type { PricingInput } from './input.ts'
import { sentenceOf } from './sentences.ts'

/** What a promotion did, or why it did nothing and what would make it, as data and as a sentence. */
export type Explanation = Outcome & { name: string; sentence: string }

/** Every promotion of the set, in the order in which they apply. It costs a look at each, so it is made when asked for. */
export function explain(input: PricingInput): Explanation[] {
  const names = new Map(input.offers.prepared.rules.map(({ promotion }) => [promotion.id, promotion.name]))
  const nameOf = (id: string) => names.get(id) ?? id
  return evaluateEvery(input).outcomes.map((outcome) => ({
    ...outcome,
    name: nameOf(outcome.promotion_id),
    sentence: sentenceOf(outcome, input.format, nameOf),
  }))
}
