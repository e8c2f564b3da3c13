import { countryCodes, unknownCountry } from '../../kernel/countries/countries.ts'
import { postalRules } from './postal-rules.ts'
import { nearestRegions, regionCodes, regionOf } from './regions.ts'

/** An invalid field of an address. `sentence` follows the name of the field in error texts. */
export type AddressFault = { field: string; kind: 'missing' | 'unknown'; sentence: string }

export type AddressFields = Readonly<Partial<Record<string, string>>>

/** What an address is used for: a delivery, with its taxes, taxes alone, or a bill. */
export type Use = 'delivered' | 'taxed' | 'billed'

export type AddressRules = {
  use: Use
  /** Fields that the store requires. */
  mandatory?: readonly string[]
  /** Regions of the country that the tax zones and shipping options of the store name, as written there. */
  named?: readonly string[]
}

/**
 * Missing and unknown fields of an address for its use. Every address needs a line and a country; a delivery also one of both
 * names and what the post of the country needs. A region is needed and has to be known where taxes or shipping depend on it.
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
    // Published clients leave out the city.
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

/** A region that neither the lists nor the store know would get the taxes and shipping of another. */
function unknownRegion(country: string, region: string, named: readonly string[]): AddressFault[] {
  const written = region.trim().toUpperCase()
  const isNamed = named.some((name) => name.trim().toUpperCase() === written)
  if (isNamed || regionCodes(country, region).length > 0) return []
  const sentence = `must be a region of ${country}, its code or its name: ${nearestRegions(country, region, named).join(', ')}.`
  return [{ field: 'region', kind: 'unknown', sentence }]
}
