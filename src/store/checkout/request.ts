import type { OrderAddress } from '../orders/order.ts'
import type { Buying } from './buyer.ts'

/** What a checkout says beside its cart. */
export type Checkout = Buying & {
  shipping_address?: OrderAddress
  billing_address: OrderAddress
  shipping_option_id?: string
  order_number?: string
  external_ref?: string
  /** What the buyer was told that it comes to, minor units. */
  expected_total?: number
}
