import type { Condition } from '../conditions/condition.ts'
import { itemWords } from '../explanations/item-words.ts'
import type { Wording } from '../explanations/wording.ts'
import type { Selector } from '../selectors/selector.ts'

/** What kinds of actions on a price have in common: the promotion's target selects their items, and they add none. */
export const priceAction = {
  on: 'price',
  items: null,
  giftSkus: () => [],
  requirements: (_action: object, target: Selector, wording: Wording) => {
    const { words } = itemWords(target, wording)
    return words === 'items' ? [] : [`applies to ${words}`]
  },
} as const

/** A cart with an item of the target, and with a price from which something is taken off. */
export function priceNeeds(minimum: number, target: Selector): readonly Condition[] {
  return [
    { kind: 'subtotal', minimum },
    { kind: 'quantity', of: target, minimum: 1 },
  ]
}
