import { couponForm, couponInfo, couponPromotions, orderCoupon } from './coupons.ts'
import { order, orderTax, orderTotal } from './order.ts'

export const orderResources = [order, orderTotal, orderTax, couponInfo, couponForm, orderCoupon, couponPromotions]
