import type { CartRequest } from '../../store/carts/change.ts'
import type { StorefrontContext } from '../context.ts'
import type { CheckoutDetails } from './sql/checkout-details.ts'

/**
 * The buyer of the purchase: the customer or an anonymous shopper, never an account. Promotions may depend on the
 * buyer.
 */
export function buyerDetails({ shopper }: StorefrontContext, { email }: CheckoutDetails): Pick<CartRequest, 'buyer'> {
  return { buyer: { customer_id: shopper.customer_id, account_id: null, email } }
}
