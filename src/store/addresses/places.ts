import { type Static, Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import { Country } from './address.ts'

const Region = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Postcode = Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9 -]*[A-Za-z0-9][A-Za-z0-9 -]*[*]?$' })

/** Countries, whole or in parts. */
export const Countries = Type.Array(
  Type.Object({
    country: Country,
    regions: Type.Optional(
      Type.Array(Region, { minItems: 1, maxItems: 200, description: 'Only these regions, as addresses name them.' }),
    ),
    postcodes: Type.Optional(
      Type.Array(Postcode, {
        minItems: 1,
        maxItems: 2000,
        description: 'Only these postcodes; `*` at the end stands for whatever follows.',
      }),
    ),
  }),
  { maxItems: 300 },
)
export type Countries = Static<typeof Countries>

/** Where something is sent or taxed. */
export type Whereabouts = { country: string; region?: string | null; postcode?: string | null }

/** Everywhere. */
export const ANYWHERE = '*'

/** Countries as they are looked up: a text for each country, region or postcode. */
export function placesOf(countries: Countries): string[] {
  return countries.flatMap(({ country, regions, postcodes }) => {
    if (regions !== undefined) return regions.map((region) => inRegion(country, region))
    if (postcodes !== undefined) return postcodes.map((postcode) => atPostcode(country, postcode))
    return [country]
  })
}

/** The places that an address is in, from the most specific: postcodes, region, country, anywhere. */
export function placesAround({ country, region, postcode }: Whereabouts): string[] {
  const code = bare(postcode ?? '')
  const beginnings = Array.from({ length: code.length }, (_, index) => `${code.slice(0, code.length - index)}*`)
  return [
    ...(code === '' ? [] : [code, ...beginnings].map((part) => atPostcode(country, part))),
    ...(bare(region ?? '') === '' ? [] : [inRegion(country, region ?? '')]),
    country.toUpperCase(),
    ANYWHERE,
  ]
}

/** What is wrong with countries beyond their schema. */
export function checkCountries(countries: Countries): Problem[] {
  return countries.flatMap(({ regions, postcodes }, index) => {
    if (regions === undefined || postcodes === undefined) return []
    const detail = `data.countries[${index}] must have regions or postcodes, not both: write two entries.`
    return [{ detail, pointer: `/data/countries/${index}` }]
  })
}

/** Without members that nobody knows. */
export function tidyCountries(countries: Countries): Countries {
  return countries.map(({ country, regions, postcodes }) => ({
    country,
    ...(regions !== undefined && { regions }),
    ...(postcodes !== undefined && { postcodes }),
  }))
}

function inRegion(country: string, region: string): string {
  return `${country.toUpperCase()}/${region.trim().toUpperCase()}`
}

function atPostcode(country: string, postcode: string): string {
  return `${country.toUpperCase()}//${bare(postcode)}`
}

/** Postcodes are written with and without spaces and dashes. */
function bare(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}
