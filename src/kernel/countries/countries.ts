import { distance } from 'fastest-levenshtein'
import { iso31661 } from 'iso-3166'
import { foldedName } from '../text/folded.ts'
import namesByCode from './names.json' with { type: 'json' }

const countries = iso31661.flatMap((country) => (country.state === 'assigned' ? [country] : []))

/** ISO 3166-1 alpha-2 codes of the allowed countries, sorted. */
export const countryCodes: readonly string[] = countries.map(({ alpha2 }) => alpha2).sort()

const names: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(namesByCode))

/** English names that the lists lack or have dropped. ISO 3166-1 reserves `UK` for the United Kingdom. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  UK: 'GB',
  'Great Britain': 'GB',
  'Czech Republic': 'CZ',
  'East Timor': 'TL',
  'Ivory Coast': 'CI',
  'The Netherlands': 'NL',
  Burma: 'MM',
  England: 'GB',
  Holland: 'NL',
  Macedonia: 'MK',
  'Northern Ireland': 'GB',
  Scotland: 'GB',
  Swaziland: 'SZ',
  Turkey: 'TR',
  Vatican: 'VA',
  Wales: 'GB',
}

/** Codes by folded spelling. Two countries can share a name, such as `Korea`. */
const spellings = spellingsOf()

/**
 * The alpha-2 code of a country, given its alpha-2 or alpha-3 code or its name in English or one of its own languages,
 * in any case. Undefined if no country or more than one matches.
 */
export function countryCode(text: string): string | undefined {
  const codes = spellings.get(foldedName(text) ?? '') ?? []
  return codes.length === 1 ? codes[0] : undefined
}

const MAX_NAMED = 3

/** The end of a sentence that begins with the name of the member: the text is not a country. */
export function unknownCountry(value: unknown): string {
  const text = (typeof value === 'string' ? foldedName(value) : undefined) ?? ''
  const nearest = text === '' ? ['DE'] : nearestCodes(text)
  const such = nearest.map((code) => `${code} (${names.get(code)?.[0] ?? code})`)
  return `must be a country, its code of ISO 3166-1 or its name, such as ${such.join(', ')}`
}

function nearestCodes(text: string): string[] {
  const nearest = [...spellings]
    .map(([spelling, codes]) => ({ codes, edits: distance(text, spelling) }))
    .sort((one, other) => one.edits - other.edits)
  return [...new Set(nearest.slice(0, 4 * MAX_NAMED).flatMap(({ codes }) => codes))].slice(0, MAX_NAMED)
}

function spellingsOf(): ReadonlyMap<string, readonly string[]> {
  const listed = [...names].flatMap(([code, own]) => own.map((name) => ({ name, code })))
  const others = Object.entries(OTHER_NAMES).map(([name, code]) => ({ name, code }))
  const byName = Map.groupBy([...listed, ...others], ({ name }) => foldedName(name) ?? '')
  const named = [...byName].map(([name, same]) => [name, [...new Set(same.map(({ code }) => code))]] as const)
  const codes = countries.flatMap(({ alpha2, alpha3 }) => [alpha2, alpha3].map((code) => [code, [alpha2]] as const))
  // Codes override names, since no code is another country's name.
  return new Map([...named, ...codes])
}
