import { AppError, notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { customerAddresses } from '../../store/addresses/address.ts'
import { countryCodes } from '../../store/addresses/countries.ts'
import { insert, remove, save } from '../../store/kit/rows.ts'
import { lockRow, type RowOf, selectRows } from '../../store/kit/store.ts'
import type { Work } from '../../store/kit/work.ts'
import { readSettings } from '../../store/settings/read.ts'
import { sizedTextIn, together } from '../hypermedia/fields.ts'
import { wrongField } from '../hypermedia/messages.ts'
import { once, type Shop } from '../shop.ts'
import { known, type Told } from './told.ts'

/** What an address says, by the names of the store's addresses; all are there. */
export type AddressWords = Record<keyof typeof FIELDS, string>

/** An address of somebody who has not logged in. */
export type GuestAddress = AddressWords & { id: string }

/** Where clients find what the store calls so; the last one is where it stands in its part. */
const FIELDS = {
  first_name: ['name', 'given-name'],
  last_name: ['name', 'family-name'],
  line_1: ['address', 'street-address'],
  line_2: ['address', 'extended-address'],
  city: ['address', 'locality'],
  region: ['address', 'region'],
  postcode: ['address', 'postal-code'],
  country: ['address', 'country-name'],
  company_name: ['organization'],
  phone_number: ['phone-number'],
  instructions: ['instructions'],
} as const

type Field = keyof typeof FIELDS

const NAMES = Object.keys(FIELDS) as Field[]
const REQUIRED: readonly Field[] = ['first_name', 'last_name', 'line_1', 'city', 'country']
const LONGEST = 255
const MOST_ADDRESSES = 100

/** As clients read and write it. */
export function shownAddress(words: Readonly<Partial<Record<string, string>>>): Record<string, unknown> {
  const data: Record<string, unknown> = { name: {}, address: {} }
  for (const name of NAMES) {
    const [part, field] = FIELDS[name]
    const value = words[name] ?? ''
    if (field === undefined) data[part] = value
    else (data[part] as Record<string, string>)[field] = value
  }
  return data
}

/** The address that a form holds; what is absent is as in `before`. Throws a message for each field that is wrong. */
export async function addressIn(
  shop: Shop,
  body: Readonly<Record<string, unknown>>,
  before: Partial<AddressWords> = {},
): Promise<AddressWords> {
  const { address_mandatory_fields } = await readSettings(shop.deps.db, shop.owner.store_id)
  const required = new Set<string>([...REQUIRED, ...address_mandatory_fields])
  const readers = NAMES.map((name) => {
    const sent = sentIn(body, name) ?? before[name] ?? ''
    return [name, () => wordIn(sent, name, required.has(name))]
  })
  return together(Object.fromEntries(readers) as Record<Field, () => string>)
}

function sentIn(body: Readonly<Record<string, unknown>>, name: Field): unknown {
  const [part, field] = FIELDS[name]
  const found = body[part]
  if (field === undefined) return found
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[field] : undefined
}

function wordIn(sent: unknown, name: Field, required: boolean): string {
  const field = FIELDS[name].at(-1) ?? name
  const trimmed = typeof sent === 'string' ? sent.trim() : sent
  if (trimmed === '' && !required) return ''
  const most = name === 'instructions' ? 1000 : LONGEST
  const word = sizedTextIn({ [field]: trimmed }, field, { least: 1, most })
  if (name !== 'country') return word
  const code = word.toUpperCase()
  if (countryCodes.includes(code)) return code
  const text = `${field} must be a code of ISO 3166-1 alpha-2, such as DE: see the countries of the root.`
  throw wrongField(field, 'field.invalid.option.value', text, { 'invalid-value': word })
}

/** Where it is, for taxes and shipping. */
export function placeOf({ country, region, postcode }: GuestAddress) {
  return { country, region: region === '' ? null : region, postcode: postcode === '' ? null : postcode }
}

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
  const words = Object.fromEntries(NAMES.map((name) => [name, row[name]])) as AddressWords
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
  const same = before.find((one) => NAMES.every((name) => one[name] === words[name]))
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
