import { money } from '../money.ts'
import type { ConditionKind } from './condition.ts'

export const subtotal: ConditionKind<'subtotal'> = {
  test:
    ({ kind, minimum }) =>
    ({ subtotal: is }) =>
      is >= minimum ? null : { kind, minimum, is, missing: minimum - is },

  needs: ({ minimum }) => ({ keys: null, subtotal: minimum }),

  words: ({ minimum, is, missing }, format) => {
    const [have, need, add] = [is, minimum, missing].map((amount) => money(amount, format).formatted)
    return `subtotal ${have} < ${need}, add ${add}`
  },
}
