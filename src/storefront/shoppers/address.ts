import { AppError, notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { customerAddresses } from '../../store/addresses/address.ts'
import { insert, remove, save } from '../../store/kit/rows.ts'
import { lockRow, type RowOf, selectRows } from '../../store/kit/store.ts'
import type { Work } from '../../store/kit/work.ts'
import { once, type Shop } from '../shop.ts'
import { ADDRESS_NAMES, type AddressWords, type GuestAddress } from './address-form.ts'
import { known, type Told } from './told.ts'

const MOST_ADDRESSES = 100

/** The shopper's addresses, oldest first. */
export function addressesOf(shop: Shop): Promise<GuestAddress[]> {
  return once(shop, 'addresses', async () => {
    const { customer_id } = shop.caller
    if (customer_id === null) return [...(await known(shop)).told.addresses]
    const rows = await selectRows(shop.deps.db, customerAddresses, { owner_id: shop.owner.store_id, customer_id })
    return rows.map(wordsOf)
  })
}

function wordsOf(row: RowOf<typeof customerAddresses>): GuestAddress {
  const words = Object.fromEntries(ADDRESS_NAMES.map((name) => [name, row[name]])) as AddressWords
  return { id: row.id, ...words }
}

/** Adds an address, in the store's room for a customer. An identical one is not made again. */
export async function addAddress(
  work: Work,
  shop: Shop,
  { told, words }: { told: Told; words: AddressWords },
): Promise<{ told: Told; id: string; is_new: boolean }> {
  const { customer_id } = shop.caller
  const before = customer_id === null ? told.addresses : await addressesOf(shop)
  const same = before.find((one) => ADDRESS_NAMES.every((name) => one[name] === words[name]))
  if (same !== undefined) return { told, id: same.id, is_new: false }
  if (before.length >= MOST_ADDRESSES)
    throw new AppError('conflict', [{ detail: `There are ${MOST_ADDRESSES} addresses: delete one first.` }])
  const id =
    customer_id === null ? newId(work.now) : (await insert(work, customerAddresses, { ...words, customer_id })).id
  const addresses = customer_id === null ? [...told.addresses, { id, ...words }] : told.addresses
  // The first one is where it goes and who pays, until something else is said.
  const chosen = before.length === 0 ? { billing_address: id, shipping_address: id } : {}
  return { told: { ...told, addresses, ...chosen }, id, is_new: true }
}

/** Throws `not_found`. */
export async function changeAddress(work: Work, shop: Shop, told: Told, address: GuestAddress): Promise<Told> {
  const { id, ...words } = address
  const { customer_id } = shop.caller
  if (customer_id === null) return { ...told, addresses: told.addresses.map((one) => (one.id === id ? address : one)) }
  const row = await lockAddress(work, shop, customer_id, id)
  await save(work, customerAddresses, row, words)
  return told
}

/** What was chosen of it is not any more. Throws `not_found`. */
export async function removeAddress(work: Work, shop: Shop, told: Told, id: string): Promise<Told> {
  const { customer_id } = shop.caller
  if (customer_id !== null) await remove(work, customerAddresses, await lockAddress(work, shop, customer_id, id))
  return {
    ...told,
    addresses: told.addresses.filter((one) => one.id !== id),
    billing_address: told.billing_address === id ? null : told.billing_address,
    shipping_address: told.shipping_address === id ? null : told.shipping_address,
  }
}

async function lockAddress(work: Work, { owner }: Shop, customer_id: string, id: string) {
  const row = await lockRow(work.tx, customerAddresses, { owner_id: owner.store_id, customer_id, id })
  if (row === undefined) throw notFound('address')
  return row
}
