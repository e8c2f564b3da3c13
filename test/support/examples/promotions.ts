import type { TourContext } from './context.ts'

/** A promotion by coupon, with single coupons and a batch; returns a code. */
export async function showPromotions({ seller }: TourContext): Promise<string> {
  const promotion = {
    type: 'promotion',
    name: 'Spring sale',
    display_name: '10% off linen',
    trigger: 'coupon',
    start: '2025-03-01T00:00:00Z',
    scope: 'cart',
    target: { tags: ['linen'] },
    action: { kind: 'percent', ppm: 100_000 },
  }
  await seller('CreatePromotion', { data: promotion })
  await seller('UpdatePromotion', {
    data: { type: 'promotion', end: '2099-06-01T00:00:00Z', usage_limit_per_shopper: 5 },
  })
  await seller('CreateCoupon', { data: { type: 'coupon', code: 'SPRING10', max_uses: 500 } })
  await seller('UpdateCoupon', { data: { type: 'coupon', max_uses: 1000 } })
  await seller('CreateCouponBatch', { data: { type: 'coupon-batch', size: 2, prefix: 'LINEN-', max_uses: 1 } })
  await seller('GetCouponBatchCodes')
  return 'SPRING10'
}

/** Must run after orders were placed. */
export async function showUses({ seller, read }: TourContext): Promise<void> {
  await read('/v2/promotions')
  await seller('TryPromotion', {
    data: {
      type: 'promotion-dry-run',
      promotion: {
        type: 'promotion',
        name: 'Five dollars off',
        currency: 'USD',
        scope: 'cart',
        action: { kind: 'amount', amount: 500 },
      },
      orders: 10,
    },
  })
}
