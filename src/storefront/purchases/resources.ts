import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
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

/** What was bought. */
export const purchaseResources: readonly Resource<Shop>[] = [
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
