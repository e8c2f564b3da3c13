import { kindOfAction } from '../../../pricing/actions/kinds.ts'
import { canonicalCondition } from '../../../pricing/conditions/kinds.ts'
import { canonicalSelector } from '../../../pricing/selectors/selector.ts'
import type { PromotionRow } from '../promotion-row.ts'

/**
 * Normalizes the parts of a promotion for storage: ids in lower case, since the engine compares them exactly, and
 * absent limits of actions as null.
 */
export function canonicalParts({ target, action, when, shipping_option_ids }: PromotionRow) {
  return {
    target: canonicalSelector(target),
    action: kindOfAction(action).canonical(action),
    when: when === null ? null : (canonicalCondition(when) as PromotionRow['when']),
    shipping_option_ids: shipping_option_ids === null ? null : lower(shipping_option_ids),
  }
}

function lower(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase())
}
