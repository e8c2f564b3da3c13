import type { OrderAddress } from '../orders/order.ts'
import type { RequestedBuyer } from './buyer.ts'

export type Checkout = RequestedBuyer & {
  shipping_address?: OrderAddress
  billing_address: OrderAddress
  /** Id or code. */
  shipping_option?: string
  order_number?: string
  external_ref?: string
  /** The total that the buyer saw, in minor units. */
  expected_total?: number
}
