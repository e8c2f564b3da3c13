import { iso31662 } from 'iso-3166'
import { countryCodes } from './countries.ts'

const byCountry = Map.groupBy(iso31662, ({ parent }) => parent)

/**
 * Names of the first-level subdivisions of every country, by country and by the part of the ISO 3166-2 code after the
 * country, sorted by code. Empty for countries without subdivisions.
 */
export const subdivisions: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  countryCodes.map((country) => [country, namesByCode(country)]),
)

function namesByCode(country: string): ReadonlyMap<string, string> {
  const within = (byCountry.get(country) ?? []).map(({ code, name }) => [code.slice(country.length + 1), name] as const)
  return new Map(within.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const codes = new Set(iso31662.map(({ code }) => code))

/** Whether a country has a subdivision with this ISO 3166-2 code, at any level: both `MD` and `M` exist in Spain. */
export function isSubdivision(country: string, code: string): boolean {
  return codes.has(`${country}-${code}`)
}
