import type { Parent } from '../kit/resource.ts'

/** Of what belongs to a promotion. */
export const inPromotion: readonly Parent[] = [{ parameter: 'promotion_id', table: 'promotions', one: 'promotion' }]
