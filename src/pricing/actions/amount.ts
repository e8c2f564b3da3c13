import type { ReductionKind } from './action.ts'

export const amount: ReductionKind<'amount'> = {
  rank: 3,
  value: (action) => action.amount,
  off: (action, price) => Math.min(price, action.amount),
}
