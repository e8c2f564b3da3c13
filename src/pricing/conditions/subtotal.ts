import { amountWords } from '../explanations/wording.ts'
import { AmountFrom } from '../members.ts'
import { money } from '../money.ts'
import { ANY_NUMBER, type FactKind, rangeOf } from './fact.ts'

export type Subtotal = { kind: 'subtotal'; minimum: number }
type Missing = Subtotal & { is: number; missing: number }

export const subtotal = {
  description: 'The subtotal of the cart at catalog prices is at least `minimum`.',
  members: { minimum: AmountFrom(1, 'Subtotal at catalog prices, in minor units.') },
  canonical: (fact) => fact,
  about: 'cart',
  reads: null,
  namesAmount: true,
  isPrivate: false,
  selectors: () => ({}),

  test:
    ({ kind, minimum }) =>
    ({ subtotal: is }) =>
      is >= minimum ? null : { kind, minimum, is, missing: minimum - is },

  needs: ({ minimum }) => ({ keys: null, subtotal: minimum }),
  names: () => [],

  words: ({ minimum, is, missing }, format) => {
    const [have, need, add] = [is, minimum, missing].map((amount) => money(amount, format).formatted)
    return `subtotal ${have} < ${need}, add ${add}`
  },

  requirement: ({ minimum }, wording) => {
    const amount = amountWords(minimum, wording)
    return { does: `spend ${amount} or more`, does_not: `spend less than ${amount}` }
  },

  constant: () => null,
  subject: ({ kind }) => kind,

  clash: (claims) => {
    const { least, below } = rangeOf(claims)
    return least < below ? null : `a subtotal of at least ${least} and below ${below}`
  },

  // A positive subtotal requires at least one unit.
  units: (claims) => ({ ...ANY_NUMBER, least: Math.min(1, rangeOf(claims).least) }),
} as const satisfies FactKind<Subtotal, Missing>
