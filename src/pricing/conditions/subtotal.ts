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

  asks: ({ minimum }, format) => {
    const amount = format === null ? 'a certain amount' : money(minimum, format).formatted
    return { does: `spend ${amount} or more`, does_not: `spend less than ${amount}` }
  },
}
