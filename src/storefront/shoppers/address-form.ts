import { countryCode, unknownCountry } from '../../kernel/countries/countries.ts'
import { postalRules } from '../../store/addresses/postal-rules.ts'
import { namedRegions } from '../../store/addresses/sql/named-regions.ts'
import { type AddressFault, addressFaults } from '../../store/addresses/validate.ts'
import { readSettings } from '../../store/settings/read.ts'
import type { StorefrontContext } from '../context.ts'
import { readBoundedString, readFields } from '../hypermedia/fields.ts'
import { invalidField } from '../hypermedia/messages.ts'

/** The fields of an address, named as in the store. All are present. */
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
export const REQUIRED: readonly AddressField[] = ['line_1', 'country']
/** Limits in characters. */
export const MAX_LENGTHS: Readonly<Record<AddressField, number>> = {
  ...(Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, 255])) as Record<AddressField, number>),
  instructions: 1000,
}

/** The form's name for a field of the store's addresses. */
export function formFieldName(name: string): string {
  return (FIELD_PATHS as Readonly<Record<string, readonly string[]>>)[name]?.at(-1) ?? name
}

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
  const sent = (name: AddressField) => fieldValue(body, name) ?? before[name] ?? ''
  const trimmed = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, String(sent(name)).trim()]))
  const faults = await formFaults(context, { ...trimmed, country: countryCode(trimmed.country ?? '') ?? '' })
  const readers = ADDRESS_FIELDS.map((name) => [name, () => readAddressField(sent(name), name, faults.get(name))])
  return readFields(Object.fromEntries(readers) as Record<AddressField, () => string>)
}

/**
 * Checks an address as for a delivery, which requires the most, and requires the city if the country's postal rules do.
 */
async function formFaults(
  { deps, owner }: StorefrontContext,
  address: Readonly<Partial<Record<string, string>>>,
): Promise<ReadonlyMap<string, AddressFault>> {
  const { address_mandatory_fields } = await readSettings(deps.db, owner.store_id)
  const named = await namedRegions(deps.db, owner.store_id, address, 'delivered')
  const mandatory = [...address_mandatory_fields, ...postalRules(address.country ?? '').required]
  const faults = addressFaults(address, { use: 'delivered', mandatory, named })
  return new Map(faults.map((fault) => [fault.field, fault]))
}

function fieldValue(body: Readonly<Record<string, unknown>>, name: AddressField): unknown {
  const [part, field] = FIELD_PATHS[name]
  const found = body[part]
  if (field === undefined) return found
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[field] : undefined
}

function readAddressField(sent: unknown, name: AddressField, fault: AddressFault | undefined): string {
  const field = FIELD_PATHS[name].at(-1) ?? name
  const trimmed = typeof sent === 'string' ? sent.trim() : sent
  if (trimmed === '' && fault?.kind !== 'missing') return ''
  const value = readBoundedString({ [field]: trimmed }, field, { min: 1, max: MAX_LENGTHS[name] })
  if (name === 'region' && fault?.kind === 'unknown')
    throw invalidField(field, 'field.invalid.option.value', `${field} ${fault.sentence}`, { 'invalid-value': value })
  if (name !== 'country') return value
  const code = countryCode(value)
  if (code !== undefined) return code
  const text = `${field} ${unknownCountry(value)}: see the relation countries of the root.`
  throw invalidField(field, 'field.invalid.option.value', text, { 'invalid-value': value })
}

/** The location for taxes and shipping. */
export function addressLocation({ country, region, postcode }: ShopperAddress) {
  return { country, region: region === '' ? null : region, postcode: postcode === '' ? null : postcode }
}
