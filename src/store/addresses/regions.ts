import { distance } from 'fastest-levenshtein'
import { iso31662 } from 'iso-3166'
import { countryCodes } from '../../kernel/countries/countries.ts'
import { folded, foldedName } from '../../kernel/text/folded.ts'
import { postalRules } from './postal-rules.ts'

/** Subdivisions of each country by ISO 3166-2, at all levels: Spain has `MD` and `M`. `code` omits the country. */
const parts = Map.groupBy(
  iso31662.map(({ code, name, parent }) => ({ code: code.slice(3), name, country: code.slice(0, 2), parent })),
  ({ country }) => country,
)

/**
 * Names of the first-level subdivisions of every country, by country and code, sorted by code. Empty for countries
 * without subdivisions.
 */
export const subdivisions: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  countryCodes.map((country) => [country, namesByCode(country)]),
)

function namesByCode(country: string): ReadonlyMap<string, string> {
  const within = (parts.get(country) ?? []).filter(({ parent }) => parent === country)
  return new Map(within.map(({ code, name }) => [code, name] as const).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Region codes by folded code or name, by country. */
const spellings = new Map<string, ReadonlyMap<string, readonly string[]>>()

/** Codes of the regions that a text may mean: a code, with or without the country, or a name in any language. */
export function regionCodes(country: string, written: string): readonly string[] {
  const name = foldedName(written)
  if (name === undefined) return []
  const known = spellings.get(country) ?? spellingsIn(country)
  spellings.set(country, known)
  return known.get(name) ?? []
}

function spellingsIn(country: string): ReadonlyMap<string, readonly string[]> {
  const all = parts.get(country) ?? []
  const codes = new Map(all.flatMap(({ code }) => [code, `${country}${code}`].map((text) => [folded(text), [code]])))
  const named = Map.groupBy(
    [
      ...all.flatMap(({ code, name }) => namesIn(name).map((text) => ({ code, text: folded(text) }))),
      ...Object.entries(postalRules(country).regions).flatMap(([code, names]) =>
        names.flatMap(namesIn).map((text) => ({ code, text: folded(text) })),
      ),
    ],
    ({ text }) => text,
  )
  const names = [...named].map(([text, found]) => [text, [...new Set(found.map(({ code }) => code))]] as const)
  // Codes override names, since a code never means another region's name.
  return new Map([...names, ...codes])
}

/** Variants: `Madrid, Comunidad de` is `Madrid` and `Comunidad de Madrid`, `Co. Cork` is `Cork` and `County Cork`. */
function namesIn(name: string): string[] {
  const [first = '', ...rest] = name.replaceAll(/ *\([^)]*\)/g, '').split(', ')
  const [, county] = /^Co\. (.+)$/.exec(name) ?? []
  return [
    name,
    first,
    ...(rest.length > 0 ? [`${rest.join(', ')} ${first}`] : []),
    ...(county === undefined ? [] : [county, `County ${county}`]),
  ]
}

/** Countries whose counties may have the name of a region elsewhere: Nevada County is in California and in Arkansas. */
const COUNTIES_ELSEWHERE: readonly string[] = ['US']

/** Region of an address, by default its county if that names a region of the country; otherwise ''. */
export function regionOf({ country = '', region = '', county = '' }: Partial<Record<string, string>>): string {
  if (region.trim() !== '') return region
  return !COUNTIES_ELSEWHERE.includes(country) && regionCodes(country, county).length > 0 ? county : ''
}

/** Regions that an error lists. */
const MAX_NAMED = 10
/** Maximum number of a store's regions to compare, because tax zones may name any number. */
const MAX_COMPARED = 500

/** Suggests regions of a country, most similar to the text first, then those that the store names. */
export function nearestRegions(country: string, written: string, named: readonly string[]): string[] {
  const names = subdivisions.get(country) ?? new Map<string, string>()
  const offered = named.slice(0, MAX_COMPARED).flatMap((name) => [regionCodes(country, name)[0] ?? name])
  const text = foldedName(written) ?? ''
  const nearest = [...new Set([...offered, ...names.keys()])]
    .map((code) => ({ code, name: names.get(code) }))
    .map((choice) => ({ ...choice, edits: text === '' ? 0 : editsOf(text, choice) }))
    .sort((one, other) => one.edits - other.edits)
  return nearest.slice(0, MAX_NAMED).map(({ code, name }) => (name === undefined ? code : `${code} (${name})`))
}

function editsOf(text: string, { code, name = code }: { code: string; name: string | undefined }): number {
  return Math.min(...[code, name].map((choice) => distance(text, foldedName(choice) ?? '')))
}
