import type { AnyResource } from '../../kit/resource/resource.ts'
import { accounts } from '../../resources/accounts.ts'
import { CartsOf } from './carts-of.tsx'
import { OrdersOf } from './orders-of.tsx'

/** Account with the orders and carts of its members. */
export const account: AnyResource = {
  ...accounts,
  detail: ({ id }) => (
    <>
      <OrdersOf filter={`eq(account_id,${id})`} />
      <CartsOf filter={`eq(account_id,${id})`} />
    </>
  ),
}
