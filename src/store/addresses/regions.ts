import { distance } from 'fastest-levenshtein'
import { iso31662 } from 'iso-3166'
import { countryCodes } from '../../kernel/countries/countries.ts'
import { folded, foldedName } from '../../kernel/text/folded.ts'
import { postalRules } from './postal-rules.ts'

/** Each part of each country by ISO 3166-2, at all levels: both `MD` and `M` exist in Spain. `code` is without the country. */
const parts = Map.groupBy(
  iso31662.map(({ code, name, parent }) => ({ code: code.slice(3), name, country: code.slice(0, 2), parent })),
  ({ country }) => country,
)

/**
 * Names of the first-level subdivisions of every country, by country and by code, sorted by code. Empty for countries without
 * subdivisions.
 */
export const subdivisions: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  countryCodes.map((country) => [country, namesByCode(country)]),
)

function namesByCode(country: string): ReadonlyMap<string, string> {
  const within = (parts.get(country) ?? []).filter(({ parent }) => parent === country)
  return new Map(within.map(({ code, name }) => [code, name] as const).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** By country, the codes that a folded code or name stands for. */
const spellings = new Map<string, ReadonlyMap<string, readonly string[]>>()

/** Codes of the regions that a text may mean: a code, with or without the country, or a name in any language of the lists. */
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
  // A code is never another region's name.
  return new Map([...names, ...codes])
}

/** `Madrid, Comunidad de` is `Madrid` and `Comunidad de Madrid`, `Co. Cork` is `Cork` and `County Cork`. */
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

/** Counties that have the name of a region need not lie in it: Nevada County is in California and in Arkansas. */
const COUNTIES_ELSEWHERE: readonly string[] = ['US']

/** The region of an address; without one, its county where that names a region of the country. '' without either. */
export function regionOf({ country = '', region = '', county = '' }: Partial<Record<string, string>>): string {
  if (region.trim() !== '') return region
  return !COUNTIES_ELSEWHERE.includes(country) && regionCodes(country, county).length > 0 ? county : ''
}

/** Regions that an error names. */
const MAX_NAMED = 10
/** Regions of a store that are compared: its tax zones name as many as it likes. */
const MAX_COMPARED = 500

/** Regions of a country to choose from, the nearest to what was written first; of equally near ones those that a store names. */
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
