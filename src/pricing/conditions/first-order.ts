import { type ConditionKind, NO_NEEDS } from './condition.ts'

export const firstOrder: ConditionKind<'first_order'> = {
  test:
    ({ kind }) =>
    ({ shopper }) =>
      shopper.first_order ? null : { kind },

  needs: () => NO_NEEDS,

  words: () => 'not the first order of the shopper',

  asks: () => ({ does: 'for first orders', does_not: 'for orders after the first' }),
}
