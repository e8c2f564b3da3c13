import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { Country } from './address.ts'
import { regionCodes } from './regions.ts'

const Region = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Postcode = Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9 -]*[A-Za-z0-9][A-Za-z0-9 -]*[*]?$' })

/** Countries, or some of their regions or postcodes. */
export const Countries = Type.Array(
  Type.Object({
    country: Country,
    regions: Type.Optional(
      Type.Array(Region, {
        minItems: 1,
        maxItems: 200,
        description: 'Only these regions: ISO 3166-2 codes or names.',
      }),
    ),
    postcodes: Type.Optional(
      Type.Array(Postcode, {
        minItems: 1,
        maxItems: 2000,
        description: 'Only these postcodes; a `*` at the end matches any suffix.',
      }),
    ),
  }),
  { maxItems: 300 },
)
export type Countries = Static<typeof Countries>

/** The parts of an address that determine shipping and taxes. */
export type Location = { country: string; region?: string | null; postcode?: string | null }

/** Coverage key of the whole world. */
export const ANYWHERE = '*'

/** Returns the keys that `lookupKeys` matches: one per country, region or postcode. */
export function coverageKeys(countries: Countries): string[] {
  return countries.flatMap(({ country, regions, postcodes }) => {
    if (regions !== undefined) return [...new Set(regions.flatMap((region) => regionKeys(country, region)))]
    if (postcodes !== undefined) return postcodes.map((postcode) => atPostcode(country, postcode))
    return [country]
  })
}

/** Coverage keys of a location, most specific first: postcode, its prefixes, region, country, the world. */
export function lookupKeys({ country, region, postcode }: Location): string[] {
  const code = normalize(postcode ?? '')
  const prefixes = Array.from({ length: code.length }, (_, index) => `${code.slice(0, code.length - index)}*`)
  return [
    ...(code === '' ? [] : [code, ...prefixes].map((part) => atPostcode(country, part))),
    ...regionKeys(country, region ?? ''),
    country.toUpperCase(),
    ANYWHERE,
  ]
}

/** Reports entries with both regions and postcodes, which the schema cannot exclude. */
export function checkCountries(countries: Countries): Problem[] {
  return countries.flatMap(({ regions, postcodes }, index) => {
    if (regions === undefined || postcodes === undefined) return []
    const detail = `data.countries[${index}] must have regions or postcodes, not both: use two entries.`
    return [{ detail, pointer: `/data/countries/${index}` }]
  })
}

/** Drops members that the schema does not have. */
export function dropUnknownMembers(countries: Countries): Countries {
  return countries.map(({ country, regions, postcodes }) => ({
    country,
    ...(regions !== undefined && { regions }),
    ...(postcodes !== undefined && { postcodes }),
  }))
}

/** Returns the region as written, and the codes that it stands for: `Quebec` is also `QC`. */
function regionKeys(country: string, region: string): string[] {
  if (region.trim() === '') return []
  const spellings = [region.trim().toUpperCase(), ...regionCodes(country.toUpperCase(), region)]
  return [...new Set(spellings)].map((spelling) => `${country.toUpperCase()}/${spelling}`)
}

function atPostcode(country: string, postcode: string): string {
  return `${country.toUpperCase()}//${normalize(postcode)}`
}

/** Converts to upper case and removes the optional spaces and dashes. */
function normalize(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}
