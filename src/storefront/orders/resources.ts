import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { billingAddress, destination } from './addresses.ts'
import { couponForm, couponInfo, couponPromotions, orderCoupon } from './coupons.ts'
import { deliveries, delivery } from './deliveries.ts'
import { emailInfo } from './email-info.ts'
import { order, orderTax, orderTotal } from './order.ts'
import { paymentMethodInfo } from './payment.ts'
import { purchaseForm, shownPurchaseForm } from './purchase-form.ts'
import { appliedShippingPromotions, shippingOption, shippingOptions } from './shipping.ts'

/** What a cart would be bought as, and everything that is told until it is. */
export const orderResources: readonly Resource<Shop>[] = [
  order,
  orderTotal,
  orderTax,
  couponInfo,
  couponForm,
  orderCoupon,
  couponPromotions,
  emailInfo,
  ...billingAddress,
  deliveries,
  delivery,
  ...destination,
  ...shippingOptions,
  shippingOption,
  appliedShippingPromotions,
  ...paymentMethodInfo,
  purchaseForm,
  shownPurchaseForm,
]
