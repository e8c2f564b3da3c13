import { countryCodes } from '../../store/addresses/countries.ts'
import { readSettings } from '../../store/settings/read.ts'
import { sizedTextIn, together } from '../hypermedia/fields.ts'
import { wrongField } from '../hypermedia/messages.ts'
import type { Shop } from '../shop.ts'

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

export const ADDRESS_NAMES = Object.keys(FIELDS) as Field[]
const REQUIRED: readonly Field[] = ['first_name', 'last_name', 'line_1', 'city', 'country']
const LONGEST = 255

/** As clients read and write it. */
export function shownAddress(words: Readonly<Partial<Record<string, string>>>): Record<string, unknown> {
  const data: Record<string, unknown> = { name: {}, address: {} }
  for (const name of ADDRESS_NAMES) {
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
  const readers = ADDRESS_NAMES.map((name) => {
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
