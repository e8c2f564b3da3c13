import type { StorefrontResource } from '../context.ts'
import { addToCartAction, addToCartForm } from './add.ts'
import { cart } from './cart.ts'
import { lineItem, lineItems } from './line-items.ts'
import { appliedCartPromotions, appliedLinePromotions, possibleCartPromotions, promotion } from './promotions.ts'
import { cartDiscount, cartTotal, lineItemPrice, lineItemTotal } from './totals.ts'

export const cartResources: readonly StorefrontResource[] = [
  cart,
  lineItems,
  lineItem,
  lineItemPrice,
  lineItemTotal,
  cartTotal,
  cartDiscount,
  appliedCartPromotions,
  appliedLinePromotions,
  possibleCartPromotions,
  promotion,
  addToCartForm,
  addToCartAction,
]
