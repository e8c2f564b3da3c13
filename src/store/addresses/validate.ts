import { countryCodes, unknownCountry } from '../../kernel/countries/countries.ts'
import { postalRules } from './postal-rules.ts'
import { nearestRegions, regionCodes, regionOf } from './regions.ts'

/** An invalid field of an address. `sentence` follows the name of the field in errors. */
export type AddressFault = { field: string; kind: 'missing' | 'unknown'; sentence: string }

export type AddressFields = Readonly<Partial<Record<string, string>>>

/** Purpose of an address: a delivery (including its taxes), taxes alone, or a bill. */
export type Use = 'delivered' | 'taxed' | 'billed'

export type AddressRules = {
  use: Use
  /** Fields that the store requires. */
  mandatory?: readonly string[]
  /** Regions of the country in the store's tax zones and shipping options, as written there. */
  named?: readonly string[]
}

/**
 * Returns the missing and unknown fields of an address for its use. Every address needs a line and a country; a
 * delivery also needs a name and the fields that the country's postal service requires. The region must be known if
 * taxes or shipping depend on it.
 */
export function addressFaults(
  address: AddressFields,
  { use, mandatory = [], named = [] }: AddressRules,
): AddressFault[] {
  const country = address.country ?? ''
  const isEmpty = (field: string) => (field === 'region' ? regionOf(address) : (address[field] ?? '')).trim() === ''
  const depends = use !== 'billed' && named.length > 0
  const required = new Set([
    'line_1',
    'country',
    ...mandatory,
    // The city is not required, because published clients leave it out.
    ...(use === 'delivered' ? postalRules(country).required.filter((field) => field !== 'city') : []),
    ...(depends ? ['region'] : []),
  ])
  return [
    ...(use === 'delivered' && isEmpty('first_name') && isEmpty('last_name') ? [NO_NAME] : []),
    ...[...required].filter(isEmpty).map((field) => missing(field, country, depends ? named : [])),
    ...(isEmpty('country') || countryCodes.includes(country) ? [] : [notACountry(country)]),
    ...(depends && !isEmpty('region') ? unknownRegion(country, regionOf(address), named) : []),
  ]
}

const NO_NAME: AddressFault = { field: 'first_name', kind: 'missing', sentence: 'or last_name is required.' }

function notACountry(country: string): AddressFault {
  return { field: 'country', kind: 'unknown', sentence: `${unknownCountry(country)}.` }
}

function missing(field: string, country: string, named: readonly string[]): AddressFault {
  const such = field === 'region' ? nearestRegions(country, '', named) : []
  return {
    field,
    kind: 'missing',
    sentence: such.length === 0 ? 'is required.' : `is required, such as ${such.join(', ')}.`,
  }
}

/** Rejects regions that neither the lists nor the store know, since they would get the wrong taxes and shipping. */
function unknownRegion(country: string, region: string, named: readonly string[]): AddressFault[] {
  const written = region.trim().toUpperCase()
  const isNamed = named.some((name) => name.trim().toUpperCase() === written)
  if (isNamed || regionCodes(country, region).length > 0) return []
  const sentence = `must be a region of ${country}, its code or its name: ${nearestRegions(country, region, named).join(', ')}.`
  return [{ field: 'region', kind: 'unknown', sentence }]
}
