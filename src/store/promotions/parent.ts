import type { Parent } from '../kit/resource.ts'

export const inPromotion: readonly Parent[] = [
  { parameter: 'promotion_id', table: 'promotions', singular: 'promotion' },
]
