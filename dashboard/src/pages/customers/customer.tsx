import type { AnyResource } from '../../kit/resource/resource.ts'
import { customers } from '../../resources/customers.ts'
import { CartsOf } from './carts-of.tsx'
import { OrdersOf } from './orders-of.tsx'

/** A customer with what it bought and is about to buy. */
export const customer: AnyResource = {
  ...customers,
  detail: ({ id }) => (
    <>
      <OrdersOf filter={`eq(customer_id,${id})`} />
      <CartsOf filter={`eq(customer_id,${id})`} />
    </>
  ),
}
