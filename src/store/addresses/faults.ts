import { countryCodes } from './countries.ts'
import { usesPostcodes } from './postcodes.ts'
import { isSubdivision, subdivisions } from './subdivisions.ts'

/** What is wrong with a field of an address; the sentence goes on from the field's name. */
export type AddressFault = { field: string; kind: 'missing' | 'unknown'; sentence: string }

type Words = Readonly<Partial<Record<string, string>>>

/** What must be there for whatever an address is used for. */
const ALWAYS = ['line_1', 'country']
/** What somebody who delivers something asks for beside it. */
const DELIVERED = ['first_name', 'last_name', 'line_1']

/** Whether things are delivered to an address or only taxed and billed by it. */
export type Use = 'delivered' | 'taxed' | 'billed'

/**
 * What an address lacks for its use. Every one names a line and a country. Taxes go by the region of a country that has any
 * (ISO 3166-2), and whoever delivers needs a name, and a postcode where the country uses them.
 */
export function addressFaults(address: Words, use: Use, mandatory: readonly string[] = []): AddressFault[] {
  const country = address.country ?? ''
  const isReal = countryCodes.includes(country)
  const required = new Set([
    ...(use === 'delivered' ? DELIVERED : []),
    ...ALWAYS,
    ...mandatory,
    ...(use === 'delivered' && isReal && usesPostcodes(country) ? ['postcode'] : []),
  ])
  const missing = [...required].filter((field) => (address[field] ?? '').trim() === '')
  return [
    ...missing.map((field): AddressFault => ({ field, kind: 'missing', sentence: 'is required.' })),
    ...(missing.includes('country') || isReal ? [] : [NO_COUNTRY]),
    ...(use === 'billed' || missing.includes('region') ? [] : regionFaults(country, address.region ?? '')),
  ]
}

const NO_COUNTRY: AddressFault = {
  field: 'country',
  kind: 'unknown',
  sentence: 'must be a code of ISO 3166-1 alpha-2, such as DE.',
}

/** None for a country without regions: there an address may write whatever it has. */
export function regionFaults(country: string, region: string): AddressFault[] {
  const codes = [...(subdivisions.get(country)?.keys() ?? [])]
  const code = region.trim().toUpperCase()
  if (codes.length === 0 || isSubdivision(country, code)) return []
  const shown = codes.length > SHOWN ? `such as ${codes.slice(0, SHOWN).join(', ')}` : codes.join(', ')
  const allowed = `a region of ${country} (ISO 3166-2 without the country): ${shown}.`
  return code === ''
    ? [{ field: 'region', kind: 'missing', sentence: `is required, ${allowed}` }]
    : [{ field: 'region', kind: 'unknown', sentence: `must be ${allowed}` }]
}

/** Codes that a sentence names. */
const SHOWN = 60
