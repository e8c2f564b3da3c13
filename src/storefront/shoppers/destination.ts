import { customerAddresses } from '../../store/addresses/address.ts'
import { changeCart } from '../../store/carts/change.ts'
import { selectCart } from '../../store/carts/store.ts'
import { selectRow } from '../../store/kit/store.ts'
import type { Work } from '../../store/kit/work.ts'
import type { StorefrontContext } from '../context.ts'
import { addressLocation } from './address-form.ts'
import { buyerDetails } from './buyer.ts'
import { storedCartId } from './current-cart.ts'
import { type CheckoutDetails, changeDetails, destinationId, type ShopperState } from './sql/checkout-details.ts'

const NO_LOCATION = { country: null, region: null, postcode: null }

/** Changes the checkout details and updates the location of the cart in the same transaction. */
export function changeDestination<Result>(
  context: StorefrontContext,
  body: (work: Work, details: CheckoutDetails) => Promise<{ details: CheckoutDetails; result: Result }>,
): Promise<Result> {
  return changeDetails(context, async (work, { number, details: before }) => {
    const after = await body(work, before)
    await updateCartDestination(work, context, { number, details: after.details })
    return after
  })
}

/** Recomputes taxes for the new location and emits the event of the cart. */
async function updateCartDestination(
  work: Work,
  context: StorefrontContext,
  { number, details }: ShopperState,
): Promise<void> {
  const id = storedCartId(context, number)
  const cart = await selectCart(work.tx, { owner_id: context.owner.store_id, id })
  if (cart === undefined) return
  const destination = (await destinationOf(work, context, details)) ?? NO_LOCATION
  const { shopper, caller } = context
  await changeCart(
    work,
    { id, role: caller.role, shopper, destination, ...buyerDetails(context, details) },
    (same) => same,
  )
}

/** Null before an address is chosen. */
export async function destinationOf(work: Work, { owner, caller }: StorefrontContext, details: CheckoutDetails) {
  const id = destinationId(details)
  if (id === null) return null
  const { customer_id } = caller
  const address =
    customer_id === null
      ? details.addresses.find((one) => one.id === id)
      : await selectRow(work.tx, customerAddresses, { owner_id: owner.store_id, customer_id, id })
  return address === undefined ? null : addressLocation(address)
}
