import { type PageRoute, page } from '../../page-route.ts'

const OF_ONE = 'promotions/$promotion'

export const promotionRoutes: readonly PageRoute[] = [
  page('promotions', () => import('./promotions.tsx'), 'PromotionsPage'),
  page('promotions/new', () => import('./promotion-new.tsx'), 'NewPromotionPage'),
  page(OF_ONE, () => import('./promotion.tsx'), 'PromotionPage', [
    page('try', () => import('./promotion.tsx'), 'TryPlace'),
    page('delete', () => import('./promotion-delete.tsx'), 'DeletePromotion'),
  ]),
  page(`${OF_ONE}/coupons`, () => import('./coupons/coupons.tsx'), 'CouponsPage', [
    page('new', () => import('./coupons/coupon-edit.tsx'), 'NewCoupon'),
    page('batch', () => import('./coupons/batch-new.tsx'), 'NewBatch'),
    page('$coupon', () => import('./coupons/coupon-edit.tsx'), 'EditCoupon', [
      page('delete', () => import('./coupons/coupon-edit.tsx'), 'DeleteCouponDialog'),
    ]),
  ]),
  page(`${OF_ONE}/batches/$batch`, () => import('./coupons/batch.tsx'), 'BatchPage', [
    page('delete', () => import('./coupons/batch-delete.tsx'), 'DeleteBatchDialog'),
  ]),
  page(`${OF_ONE}/usages`, () => import('./usages.tsx'), 'UsagesPage'),
]
