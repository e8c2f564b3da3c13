import type { Action, Condition } from '../../../pricing/promotion.ts'
import type { Selector } from '../../../pricing/selector.ts'
import type { PromotionRow } from '../promotion-row.ts'

/**
 * The parts of a promotion as they are kept: ids in lower case, since the engine compares them letter by letter, and limits of
 * actions that were left out as null.
 */
export function canonicalParts({ target, action, when, shipping_option_ids }: PromotionRow) {
  return {
    target: ofSelector(target),
    action: ofAction(action),
    when: when === null ? null : (ofCondition(when) as PromotionRow['when']),
    shipping_option_ids: shipping_option_ids === null ? null : lower(shipping_option_ids),
  }
}

const OF_IDS = ['products', 'not_products', 'categories', 'not_categories'] as const

function ofSelector(selector: Selector): Selector {
  const lists = OF_IDS.flatMap((name) => (selector[name] === undefined ? [] : [[name, lower(selector[name])] as const]))
  return { ...selector, ...Object.fromEntries(lists) }
}

function ofAction<Of extends Action>(action: Of): Of {
  switch (action.kind) {
    case 'percent':
      return { ...action, max_discount: action.max_discount ?? null }
    case 'buy_x_get_y':
      return { ...action, max: action.max ?? null, buy: ofSelector(action.buy), get: ofSelector(action.get) }
    default:
      return action
  }
}

function ofCondition(condition: Condition): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(ofCondition) }
    case 'not':
      return { ...condition, of: ofCondition(condition.of) }
    case 'quantity':
      return { ...condition, of: ofSelector(condition.of) }
    case 'account':
      return { ...condition, one_of: lower(condition.one_of) }
    default:
      return condition
  }
}

function lower(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase())
}
