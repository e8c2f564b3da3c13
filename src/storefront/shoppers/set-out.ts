import { customerAddresses } from '../../store/addresses/address.ts'
import { changeCart } from '../../store/carts/change.ts'
import { selectCart } from '../../store/carts/store.ts'
import { selectRow } from '../../store/kit/store.ts'
import type { Work } from '../../store/kit/work.ts'
import { storedCart } from '../carts/current.ts'
import type { Shop } from '../shop.ts'
import { placeOf } from './address-form.ts'
import { buyerTold } from './buyer.ts'
import { goesTo, type Known, type Told, tell } from './told.ts'

const NOWHERE = { country: null, region: null, postcode: null }

/** Changes what the shopper has told of where things go: its cart goes there with it. */
export function tellPlace<Result>(
  shop: Shop,
  body: (work: Work, told: Told) => Promise<{ told: Told; result: Result }>,
): Promise<Result> {
  return tell(shop, async (work, { number, told: before }) => {
    const after = await body(work, before)
    await setOut(work, shop, { number, told: after.told })
    return after
  })
}

/** Taxes may be others there, and whoever observes carts hears of it. */
async function setOut(work: Work, shop: Shop, { number, told }: Known): Promise<void> {
  const id = storedCart(shop, number)
  const cart = await selectCart(work.tx, { owner_id: shop.owner.store_id, id })
  if (cart === undefined) return
  const place = (await placeTold(work, shop, told)) ?? NOWHERE
  const { shopper, caller } = shop
  await changeCart(work, { id, role: caller.role, shopper, place, ...buyerTold(shop, told) }, (same) => same)
}

/** Null while nothing is chosen. */
export async function placeTold(work: Work, { owner, caller }: Shop, told: Told) {
  const id = goesTo(told)
  if (id === null) return null
  const { customer_id } = caller
  const address =
    customer_id === null
      ? told.addresses.find((one) => one.id === id)
      : await selectRow(work.tx, customerAddresses, { owner_id: owner.store_id, customer_id, id })
  return address === undefined ? null : placeOf(address)
}
