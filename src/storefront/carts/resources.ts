import type { Resource } from '../hypermedia/resource.ts'
import type { Shop } from '../shop.ts'
import { addToCartAction, addToCartForm } from './add.ts'
import { cart } from './cart.ts'
import { cartDiscount, cartTotal, lineItemPrice, lineItemTotal } from './figures.ts'
import { lineItem, lineItems } from './line-items.ts'
import { appliedCartPromotions, appliedLinePromotions, possibleCartPromotions, promotion } from './promotions.ts'

export const cartResources: readonly Resource<Shop>[] = [
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
