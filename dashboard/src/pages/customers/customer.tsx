import type { AnyResource } from '../../kit/resource/resource.ts'
import { customers } from '../../resources/customers.ts'
import { CartsOf } from './carts-of.tsx'
import { OrdersOf } from './orders-of.tsx'

/** Customer with orders and carts. */
export const customer: AnyResource = {
  ...customers,
  detail: ({ id }) => (
    <>
      <OrdersOf filter={`eq(customer_id,${id})`} />
      <CartsOf filter={`eq(customer_id,${id})`} />
    </>
  ),
}
