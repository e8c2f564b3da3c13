import type { Aim } from '../../store/carts/change.ts'
import type { Shop } from '../shop.ts'
import type { Told } from './told.ts'

/** Who buys, when the shopper has said another e-mail address than the customer's: promotions may be for one person. */
export function buyerTold({ shopper }: Shop, { email }: Told): Pick<Aim, 'buyer'> {
  const { customer_id, account_id } = shopper
  return email === null ? {} : { buyer: { customer_id, account_id, email } }
}
