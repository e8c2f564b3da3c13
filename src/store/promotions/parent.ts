import type { Parent } from '../kit/resource.ts'

/** The parent of resources that belong to a promotion. */
export const inPromotion: readonly Parent[] = [
  { parameter: 'promotion_id', table: 'promotions', singular: 'promotion' },
]
