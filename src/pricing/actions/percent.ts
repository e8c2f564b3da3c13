import { half, MILLION } from '../amounts.ts'
import type { ReductionKind } from './action.ts'

export const percent: ReductionKind<'percent'> = {
  rank: 2,
  value: ({ ppm }) => ppm,
  off: ({ ppm, max_discount }, price) => {
    const off = Math.min(price, half(price, ppm, MILLION))
    return max_discount === null ? off : Math.min(off, max_discount)
  },
}
