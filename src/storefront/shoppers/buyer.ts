import type { CartRequest } from '../../store/carts/change.ts'
import type { Shop } from '../shop.ts'
import type { Told } from './told.ts'

/** Who buys here, as the purchase will say: the customer or a guest, for no account; promotions may be for one of them. */
export function buyerTold({ shopper }: Shop, { email }: Told): Pick<CartRequest, 'buyer'> {
  return { buyer: { customer_id: shopper.customer_id, account_id: null, email } }
}
