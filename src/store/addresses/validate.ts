import { countryCodes } from './countries.ts'
import { usesPostcodes } from './postcodes.ts'
import { isSubdivision, subdivisions } from './subdivisions.ts'

/** An invalid field of an address. `sentence` follows the name of the field in error texts. */
export type AddressFault = { field: string; kind: 'missing' | 'unknown'; sentence: string }

type AddressFields = Readonly<Partial<Record<string, string>>>

/** Fields that every address requires. */
const ALWAYS_REQUIRED = ['line_1', 'country']
/** Fields that a delivery requires, in the order of error texts. */
const DELIVERY_REQUIRED = ['first_name', 'last_name', 'line_1']

/** What an address is used for. */
export type Use = 'delivered' | 'taxed' | 'billed'

/**
 * Missing and invalid fields of an address for its use. Every address requires a line and a country; for taxes and
 * deliveries also the region, in countries with regions (ISO 3166-2); for deliveries also a name, and a postcode in
 * countries with postcodes.
 */
export function addressFaults(address: AddressFields, use: Use, mandatory: readonly string[] = []): AddressFault[] {
  const country = address.country ?? ''
  const isKnownCountry = countryCodes.includes(country)
  const required = new Set([
    ...(use === 'delivered' ? DELIVERY_REQUIRED : []),
    ...ALWAYS_REQUIRED,
    ...mandatory,
    ...(use === 'delivered' && isKnownCountry && usesPostcodes(country) ? ['postcode'] : []),
  ])
  const missing = [...required].filter((field) => (address[field] ?? '').trim() === '')
  return [
    ...missing.map((field): AddressFault => ({ field, kind: 'missing', sentence: 'is required.' })),
    ...(missing.includes('country') || isKnownCountry ? [] : [UNKNOWN_COUNTRY]),
    ...(use === 'billed' || missing.includes('region') ? [] : regionFaults(country, address.region ?? '')),
  ]
}

const UNKNOWN_COUNTRY: AddressFault = {
  field: 'country',
  kind: 'unknown',
  sentence: 'must be an ISO 3166-1 alpha-2 code, such as DE.',
}

/** Reports a missing or unknown region. In countries without regions any text is allowed. */
export function regionFaults(country: string, region: string): AddressFault[] {
  const codes = [...(subdivisions.get(country)?.keys() ?? [])]
  const code = region.trim().toUpperCase()
  if (codes.length === 0 || isSubdivision(country, code)) return []
  const shown =
    codes.length > MAX_LISTED_CODES ? `such as ${codes.slice(0, MAX_LISTED_CODES).join(', ')}` : codes.join(', ')
  const allowed = `a region of ${country} (ISO 3166-2 without the country): ${shown}.`
  return code === ''
    ? [{ field: 'region', kind: 'missing', sentence: `is required, ${allowed}` }]
    : [{ field: 'region', kind: 'unknown', sentence: `must be ${allowed}` }]
}

/** Region codes in one error text. */
const MAX_LISTED_CODES = 60
