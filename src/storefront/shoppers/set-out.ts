import { customerAddresses } from '../../store/addresses/address.ts'
import { changeCart } from '../../store/carts/change.ts'
import { selectCart } from '../../store/carts/store.ts'
import { selectRow } from '../../store/kit/store.ts'
import type { Work } from '../../store/kit/work.ts'
import { storedCart } from '../carts/current.ts'
import type { Shop } from '../shop.ts'
import { placeOf } from './address-form.ts'
import type { Known, Told } from './told.ts'

const NOWHERE = { country: null, region: null, postcode: null }

/** The shopper's cart goes where it has told now: taxes may be others there, and whoever observes carts hears of it. */
export async function setOut(work: Work, shop: Shop, { number, told }: Known): Promise<void> {
  const id = storedCart(shop, number)
  const cart = await selectCart(work.tx, { owner_id: shop.owner.store_id, id })
  if (cart === undefined) return
  const place = (await placeTold(work, shop, told)) ?? NOWHERE
  await changeCart(work, { id, shopper: shop.shopper, place }, (same) => same)
}

/** Null while nothing is chosen. */
export async function placeTold(work: Work, { owner, caller }: Shop, told: Told) {
  const id = told.shipping_address ?? told.billing_address
  if (id === null) return null
  const { customer_id } = caller
  const address =
    customer_id === null
      ? told.addresses.find((one) => one.id === id)
      : await selectRow(work.tx, customerAddresses, { owner_id: owner.store_id, customer_id, id })
  return address === undefined ? null : placeOf(address)
}
