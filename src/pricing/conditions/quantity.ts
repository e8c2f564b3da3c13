import { itemWords } from '../explanations/item-words.ts'
import { Count } from '../members.ts'
import {
  canonicalSelector,
  emptyLists,
  keysOfSelector,
  matcher,
  type Selector,
  selectionKey,
} from '../selectors/selector.ts'
import { SelectorSchema } from '../selectors/selector-schema.ts'
import { ANY_NUMBER, type FactKind, NO_NEEDS, rangeOf } from './fact.ts'

export type Quantity = { kind: 'quantity'; of: Selector; minimum: number }
type Missing = Quantity & { is: number; missing: number }

export const quantity = {
  description: 'The cart has at least `minimum` units of the items that `of` selects.',
  members: { of: SelectorSchema, minimum: Count('Units in the cart.') },
  canonical: (fact) => ({ ...fact, of: canonicalSelector(fact.of) }),
  about: 'cart',
  reads: null,
  namesAmount: false,
  isPrivate: false,
  selectors: ({ of }) => ({ of }),

  test: ({ kind, of, minimum }) => {
    const matches = matcher(of)
    return ({ lines }) => {
      let is = 0
      for (const line of lines) if (matches(line.item)) is += line.quantity
      return is >= minimum ? null : { kind, of, minimum, is, missing: minimum - is }
    }
  },

  needs: ({ of, minimum }) => (minimum > 0 ? { keys: keysOfSelector(of), subtotal: 0 } : NO_NEEDS),
  names: () => [],

  words: ({ minimum, is, missing }) => `quantity ${is} < ${minimum}, add ${missing} more`,

  requirement: ({ of, minimum }, wording) => {
    const { counted } = itemWords(of, wording)
    return { does: `buy ${counted(`${minimum} or more`)}`, does_not: `buy ${counted(`fewer than ${minimum}`)}` }
  },

  constant: ({ of, minimum }) => {
    if (minimum <= 0) return true
    return emptyLists(of).length > 0 ? false : null
  },
  subject: ({ of }) => selectionKey(of),

  clash: (claims) => {
    const { least, below } = rangeOf(claims)
    return least < below ? null : `at least ${least} and fewer than ${below} of the same items`
  },

  units: (claims) => {
    const { least, below } = rangeOf(claims)
    const isWholeCart = [...claims.holds, ...claims.fails].every(({ of }) => Object.keys(of).length === 0)
    return { least, below: isWholeCart ? below : ANY_NUMBER.below }
  },
} as const satisfies FactKind<Quantity, Missing>
