import { itemWords } from '../item-words.ts'
import { keysOfSelector, matcher } from '../selector.ts'
import { type ConditionKind, NO_NEEDS } from './condition.ts'

export const quantity: ConditionKind<'quantity'> = {
  test: ({ kind, of, minimum }) => {
    const matches = matcher(of)
    return ({ lines }) => {
      let is = 0
      for (const line of lines) if (matches(line.item)) is += line.quantity
      return is >= minimum ? null : { kind, of, minimum, is, missing: minimum - is }
    }
  },

  needs: ({ of, minimum }) => (minimum > 0 ? { keys: keysOfSelector(of), subtotal: 0 } : NO_NEEDS),

  words: ({ minimum, is, missing }) => `quantity ${is} < ${minimum}, add ${missing} of what it asks for`,

  asks: ({ of, minimum }) => {
    const { counted } = itemWords(of)
    return { does: `buy ${counted(`${minimum} or more`)}`, does_not: `buy ${counted(`fewer than ${minimum}`)}` }
  },
}
