import { countryCodes } from '../../store/addresses/countries.ts'
import { regionFaults } from '../../store/addresses/faults.ts'
import { usesPostcodes } from '../../store/addresses/postcodes.ts'
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

/** What clients call a field of the store's addresses. */
export function fieldOf(name: string): string {
  return (FIELDS as Readonly<Record<string, readonly string[]>>)[name]?.at(-1) ?? name
}

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
  const sent = (name: Field) => sentIn(body, name) ?? before[name] ?? ''
  const country = String(sent('country')).trim().toUpperCase()
  const required = new Set<string>([...REQUIRED, ...askedIn(country), ...address_mandatory_fields])
  const readers = ADDRESS_NAMES.map((name) => [
    name,
    () => {
      const word = wordIn(sent(name), name, required.has(name))
      return name === 'region' ? regionOf(country, word) : word
    },
  ])
  return together(Object.fromEntries(readers) as Record<Field, () => string>)
}

/** What the store asks for in a country beside what every address has. */
function askedIn(country: string): Field[] {
  if (!countryCodes.includes(country)) return []
  return [
    ...(regionFaults(country, '').length > 0 ? (['region'] as const) : []),
    ...(usesPostcodes(country) ? (['postcode'] as const) : []),
  ]
}

function regionOf(country: string, word: string): string {
  const [fault] = word === '' ? [] : regionFaults(country, word)
  if (fault === undefined) return word
  throw wrongField('region', 'field.invalid.option.value', `region ${fault.sentence}`, { 'invalid-value': word })
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
