import { ANY_NUMBER, type FactKind, NO_NEEDS } from './fact.ts'

export type FirstOrder = { kind: 'first_order' }

export const firstOrder = {
  description: 'The shopper has not bought before.',
  members: {},
  canonical: (fact) => fact,
  about: 'shopper',
  reads: 'past_orders',
  namesAmount: false,
  isPrivate: false,
  selectors: () => ({}),

  test:
    ({ kind }) =>
    ({ shopper }) =>
      shopper.first_order ? null : { kind },

  needs: () => NO_NEEDS,
  names: () => [],
  words: () => 'not the first order of the shopper',
  requirement: () => ({ does: 'for first orders', does_not: 'for orders after the first' }),

  constant: () => null,
  subject: ({ kind }) => kind,
  clash: ({ holds, fails }) => (holds.length > 0 && fails.length > 0 ? 'a first order that is not the first' : null),
  units: () => ANY_NUMBER,
} as const satisfies FactKind<FirstOrder, FirstOrder>
