import type { OrderAddress } from '../orders/order.ts'
import type { RequestedBuyer } from './buyer.ts'

/** The body of a checkout request. */
export type Checkout = RequestedBuyer & {
  shipping_address?: OrderAddress
  billing_address: OrderAddress
  /** Its id or its code. */
  shipping_option?: string
  order_number?: string
  external_ref?: string
  /** The total that the buyer was shown, minor units. */
  expected_total?: number
}
