import type { StorefrontResource } from '../context.ts'
import { purchaseLine, purchaseLines } from './lines.ts'
import { purchaseOptions } from './options.ts'
import {
  linePromotions,
  purchaseCoupon,
  purchaseCouponPromotions,
  purchaseCoupons,
  purchasePromotion,
  purchasePromotions,
} from './promotions.ts'
import {
  billingAddress,
  paymentMean,
  paymentMeans,
  purchase,
  purchaseDiscount,
  purchaseLookup,
  purchases,
} from './purchase.ts'
import {
  purchaseShippingOption,
  shipment,
  shipmentDestination,
  shipmentLine,
  shipmentLines,
  shipments,
  shipmentTax,
  shipmentTotal,
} from './shipments.ts'

export const purchaseResources: readonly StorefrontResource[] = [
  ...purchases,
  purchase,
  ...purchaseLookup,
  billingAddress,
  paymentMeans,
  paymentMean,
  purchaseDiscount,
  purchaseLines,
  purchaseLine,
  ...purchaseOptions,
  linePromotions,
  shipments,
  shipment,
  shipmentLines,
  shipmentLine,
  shipmentDestination,
  purchaseShippingOption,
  shipmentTotal,
  shipmentTax,
  purchaseCoupons,
  purchaseCoupon,
  purchaseCouponPromotions,
  purchasePromotions,
  purchasePromotion,
]
