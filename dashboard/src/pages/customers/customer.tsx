import type { AnyResource } from '../../kit/resource/resource.ts'
import { customers } from '../../resources/customers.ts'
import { OrdersOf } from './orders-of.tsx'

/** A customer with what it bought. */
export const customer: AnyResource = {
  ...customers,
  detail: ({ id }) => <OrdersOf filter={`eq(customer_id,${id})`} />,
}
