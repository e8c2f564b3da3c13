import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { customerAddresses } from '../../store/addresses/address.ts'
import { insert, remove, save } from '../../store/kit/rows.ts'
import { lockRow, type RowOf, selectRows } from '../../store/kit/store.ts'
import type { Work } from '../../store/kit/work.ts'
import { loadOnce, type StorefrontContext } from '../context.ts'
import { ADDRESS_FIELDS, type AddressFields, type ShopperAddress } from './address-form.ts'
import { type CheckoutDetails, shopperState } from './sql/checkout-details.ts'

const MAX_ADDRESSES = 100

/** The shopper's addresses, oldest first. */
export function addressesOf(context: StorefrontContext): Promise<ShopperAddress[]> {
  return loadOnce(context, 'addresses', async () => {
    const { customer_id } = context.caller
    if (customer_id === null) return [...(await shopperState(context)).details.addresses]
    return selectAddresses(context.deps.db, context.owner.store_id, customer_id)
  })
}

async function selectAddresses(db: Database, owner_id: string, customer_id: string): Promise<ShopperAddress[]> {
  return (await selectRows(db, customerAddresses, { owner_id, customer_id })).map(toShopperAddress)
}

function toShopperAddress(row: RowOf<typeof customerAddresses>): ShopperAddress {
  const fields = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, row[name]])) as AddressFields
  return { id: row.id, ...fields }
}

/**
 * Adds an address: a customer's to the store, an anonymous shopper's to the details. An identical address is reused.
 */
export async function addAddress(
  work: Work,
  context: StorefrontContext,
  { details, fields }: { details: CheckoutDetails; fields: AddressFields },
): Promise<{ details: CheckoutDetails; id: string; is_new: boolean }> {
  const { customer_id } = context.caller
  const before =
    customer_id === null ? details.addresses : await selectAddresses(work.tx, context.owner.store_id, customer_id)
  const same = before.find((one) => ADDRESS_FIELDS.every((name) => one[name] === fields[name]))
  if (same !== undefined) return { details, id: same.id, is_new: false }
  if (before.length >= MAX_ADDRESSES)
    throw new AppError('conflict', [{ detail: `At most ${MAX_ADDRESSES} addresses are allowed: delete one first.` }])
  const id =
    customer_id === null ? newId(work.now) : (await insert(work, customerAddresses, { ...fields, customer_id })).id
  const addresses = customer_id === null ? [...details.addresses, { id, ...fields }] : details.addresses
  // The first address becomes both the billing and the shipping address.
  const chosen = before.length === 0 ? usedForAll(id) : {}
  return { details: { ...details, addresses, ...chosen }, id, is_new: true }
}

/** Throws `not_found`. */
export async function changeAddress(
  work: Work,
  context: StorefrontContext,
  details: CheckoutDetails,
  address: ShopperAddress,
): Promise<CheckoutDetails> {
  const { id, ...fields } = address
  const { customer_id } = context.caller
  if (customer_id === null)
    return { ...details, addresses: details.addresses.map((one) => (one.id === id ? address : one)) }
  const row = await lockAddress(work, context, customer_id, id)
  await save(work, customerAddresses, row, fields)
  return details
}

/** Removes the address, also where it is chosen or the default. Throws `not_found`. */
export async function removeAddress(
  work: Work,
  context: StorefrontContext,
  details: CheckoutDetails,
  id: string,
): Promise<CheckoutDetails> {
  const { customer_id } = context.caller
  if (customer_id !== null) await remove(work, customerAddresses, await lockAddress(work, context, customer_id, id))
  return {
    ...details,
    addresses: details.addresses.filter((one) => one.id !== id),
    ...Object.fromEntries(USES.filter((use) => details[use] === id).map((use) => [use, null])),
  }
}

const USES = ['billing_address', 'shipping_address', 'default_billing_address', 'default_shipping_address'] as const

function usedForAll(id: string) {
  return Object.fromEntries(USES.map((use) => [use, id]))
}

async function lockAddress(work: Work, { owner }: StorefrontContext, customer_id: string, id: string) {
  const row = await lockRow(work.tx, customerAddresses, { owner_id: owner.store_id, customer_id, id })
  if (row === undefined) throw notFound('address')
  return row
}
