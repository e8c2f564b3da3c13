import { kindOfAction } from '../actions/kinds.ts'
import { type Promotion, targetOf } from '../promotion.ts'
import type { Selector } from './selector.ts'

/** The selectors of a promotion's items, each with its path in the promotion. */
export function selectorsOf(promotion: Promotion): { path: string; selector: Selector }[] {
  const { action } = promotion
  const { items } = kindOfAction(action)
  if (items === null) return [{ path: 'target', selector: targetOf(promotion) }]
  return Object.entries(items.selectors(action)).map(([member, selector]) => ({ path: `action/${member}`, selector }))
}
