import type { Condition } from '../conditions/condition.ts'
import { itemWords } from '../explanations/item-words.ts'
import type { Wording } from '../explanations/wording.ts'
import type { Selector } from '../selectors/selector.ts'

/** The common part of kinds of actions on a price: the promotion's target selects their items, and they add none. */
export const priceAction = {
  on: 'price',
  items: null,
  giftSkus: () => [],
  requirements: (_action: object, target: Selector, wording: Wording) => {
    const { words } = itemWords(target, wording)
    return words === 'items' ? [] : [`applies to ${words}`]
  },
} as const

/** Requires an item of the target, and a price that can be discounted. */
export function priceNeeds(minimum: number, target: Selector): readonly Condition[] {
  return [
    { kind: 'subtotal', minimum },
    { kind: 'quantity', of: target, minimum: 1 },
  ]
}
