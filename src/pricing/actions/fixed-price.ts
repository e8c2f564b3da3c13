import type { ReductionKind } from './action.ts'

export const fixedPrice: ReductionKind<'fixed_price'> = {
  rank: 1,
  value: ({ amount }) => amount,
  off: ({ amount }, price) => Math.max(0, price - amount),
}
