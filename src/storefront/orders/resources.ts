import type { StorefrontResource } from '../context.ts'
import { billingAddress, destination } from './addresses.ts'
import { couponForm, couponInfo, couponPromotions, orderCoupon } from './coupons.ts'
import { deliveries, delivery } from './deliveries.ts'
import { emailInfo } from './email-info.ts'
import { order, orderTax, orderTotal } from './order.ts'
import { paymentMethodInfo } from './payment.ts'
import { purchaseForm, quotedPurchaseForm } from './purchase-form.ts'
import { appliedShippingPromotions, shippingOption, shippingOptions } from './shipping.ts'

export const orderResources: readonly StorefrontResource[] = [
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
  quotedPurchaseForm,
]
