import { iso31661 } from 'iso-3166'

/**
 * `src/kernel/countries/names.json`: names of each country by ISO 3166-1 alpha-2 code, the English one first. Contains
 * Node's Unicode CLDR names in English and in each language with a variant for the country, and the name in ISO 3166-1.
 */
export function countryNames(): string {
  const countries = iso31661.flatMap((country) => (country.state === 'assigned' ? [country] : []))
  const lines = countries
    .map(
      ({ alpha2, name }) => [alpha2, [...namesIn('en', alpha2), ...withoutComma(name), ...ownNames(alpha2)]] as const,
    )
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{\n${lines.map(([code, names]) => `"${code}": ${JSON.stringify([...new Set(names)])}`).join(',\n')}\n}\n`
}

/**
 * `Bolivia, Plurinational State of` yields `Bolivia` and `Plurinational State of Bolivia`; `Korea` alone would be
 * ambiguous.
 */
function withoutComma(name: string): string[] {
  const [first = '', ...rest] = name.split(', ')
  return rest.length === 0 ? [name] : [first, `${rest.join(', ')} ${first}`]
}

/** All two-letter languages, and Filipino; languages with several scripts in each script. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const LANGUAGES = Intl.DisplayNames.supportedLocalesOf([
  ...LETTERS.flatMap((one) => LETTERS.map((other) => one + other)),
  'fil',
])
const SCRIPTS = ['az-Cyrl', 'bs-Cyrl', 'sr-Cyrl', 'sr-Latn', 'uz-Cyrl', 'zh-Hans', 'zh-Hant']

function ownNames(code: string): string[] {
  return [...LANGUAGES, ...SCRIPTS].flatMap((language) => {
    const { locale } = new Intl.DisplayNames(`${language}-${code}`, { type: 'region' }).resolvedOptions()
    return locale.endsWith(`-${code}`) ? namesIn(locale, code) : []
  })
}

function namesIn(locale: string, code: string): string[] {
  return (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(locale, { type: 'region', style }).of(code) ?? code,
  )
}
