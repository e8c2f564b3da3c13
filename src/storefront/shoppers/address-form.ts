import { COUNTRY_ALIASES, countryCodes } from '../../store/addresses/countries.ts'
import { usesPostcodes } from '../../store/addresses/postcodes.ts'
import { regionFaults } from '../../store/addresses/validate.ts'
import { readSettings } from '../../store/settings/read.ts'
import type { StorefrontContext } from '../context.ts'
import { readBoundedString, readFields } from '../hypermedia/fields.ts'
import { invalidField } from '../hypermedia/messages.ts'

/** The fields of an address, named as in the store; none is absent. */
export type AddressFields = Record<keyof typeof FIELD_PATHS, string>

export type ShopperAddress = AddressFields & { id: string }

/** The path of each field in the form. */
export const FIELD_PATHS = {
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

export type AddressField = keyof typeof FIELD_PATHS

export const ADDRESS_FIELDS = Object.keys(FIELD_PATHS) as AddressField[]
/** In every country. */
export const REQUIRED: readonly AddressField[] = ['first_name', 'last_name', 'line_1', 'city', 'country']
/** In characters. */
export const MAX_LENGTHS: Readonly<Record<AddressField, number>> = {
  ...(Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, 255])) as Record<AddressField, number>),
  instructions: 1000,
}

/** The name in the form of a field of the store's addresses. */
export function formFieldName(name: string): string {
  return (FIELD_PATHS as Readonly<Record<string, readonly string[]>>)[name]?.at(-1) ?? name
}

/** In the shape of the form. */
export function renderAddress(fields: Readonly<Partial<Record<string, string>>>): Record<string, unknown> {
  const data: Record<string, unknown> = { name: {}, address: {} }
  for (const name of ADDRESS_FIELDS) {
    const [part, field] = FIELD_PATHS[name]
    const value = fields[name] ?? ''
    if (field === undefined) data[part] = value
    else (data[part] as Record<string, string>)[field] = value
  }
  return data
}

/** Fields that are absent from the body keep their value in `before`. Throws a message for each invalid field. */
export async function readAddress(
  context: StorefrontContext,
  body: Readonly<Record<string, unknown>>,
  before: Partial<AddressFields> = {},
): Promise<AddressFields> {
  const { address_mandatory_fields } = await readSettings(context.deps.db, context.owner.store_id)
  const sent = (name: AddressField) => fieldValue(body, name) ?? before[name] ?? ''
  const country = countryCode(String(sent('country')).trim())
  const required = new Set<string>([...REQUIRED, ...fieldsRequiredIn(country), ...address_mandatory_fields])
  const readers = ADDRESS_FIELDS.map((name) => [
    name,
    () => {
      const value = readAddressField(sent(name), name, required.has(name))
      return name === 'region' ? readRegion(country, value) : value
    },
  ])
  return readFields(Object.fromEntries(readers) as Record<AddressField, () => string>)
}

/** The fields that are required for a country in addition to REQUIRED. */
function fieldsRequiredIn(country: string): AddressField[] {
  if (!countryCodes.includes(country)) return []
  return [
    ...(regionFaults(country, '').length > 0 ? (['region'] as const) : []),
    ...(usesPostcodes(country) ? (['postcode'] as const) : []),
  ]
}

function readRegion(country: string, value: string): string {
  const [fault] = value === '' ? [] : regionFaults(country, value)
  if (fault === undefined) return value
  throw invalidField('region', 'field.invalid.option.value', `region ${fault.sentence}`, { 'invalid-value': value })
}

function fieldValue(body: Readonly<Record<string, unknown>>, name: AddressField): unknown {
  const [part, field] = FIELD_PATHS[name]
  const found = body[part]
  if (field === undefined) return found
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[field] : undefined
}

function readAddressField(sent: unknown, name: AddressField, required: boolean): string {
  const field = FIELD_PATHS[name].at(-1) ?? name
  const trimmed = typeof sent === 'string' ? sent.trim() : sent
  if (trimmed === '' && !required) return ''
  const value = readBoundedString({ [field]: trimmed }, field, { min: 1, max: MAX_LENGTHS[name] })
  if (name !== 'country') return value
  const code = countryCode(value)
  if (countryCodes.includes(code)) return code
  const text = `${field} must be an ISO 3166-1 alpha-2 code, such as DE: see the relation countries of the root.`
  throw invalidField(field, 'field.invalid.option.value', text, { 'invalid-value': value })
}

function countryCode(written: string): string {
  const code = written.toUpperCase()
  return COUNTRY_ALIASES[code] ?? code
}

/** For taxes and shipping. */
export function addressLocation({ country, region, postcode }: ShopperAddress) {
  return { country, region: region === '' ? null : region, postcode: postcode === '' ? null : postcode }
}
