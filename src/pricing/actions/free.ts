import type { ReductionKind } from './action.ts'

export const free: ReductionKind<'free'> = {
  rank: 4,
  value: () => 0,
  off: (_action, price) => price,
}
