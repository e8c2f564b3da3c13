import { iso31662 } from 'iso-3166'
import { countryCodes } from './countries.ts'

const byCountry = Map.groupBy(iso31662, ({ parent }) => parent)

/**
 * By country, the names of its subdivisions of the first level by what follows the country in their ISO 3166-2 codes,
 * sorted by it. Every country is there, also without any.
 */
export const subdivisions: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  countryCodes.map((country) => [country, namesByCode(country)]),
)

function namesByCode(country: string): ReadonlyMap<string, string> {
  const within = (byCountry.get(country) ?? []).map(({ code, name }) => [code.slice(country.length + 1), name] as const)
  return new Map(within.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const codes = new Set(iso31662.map(({ code }) => code))

/** Whether ISO 3166-2 has a subdivision, of any level, with this code after that of the country: `MD` and `M` of Spain. */
export function isSubdivision(country: string, code: string): boolean {
  return codes.has(`${country}-${code}`)
}
