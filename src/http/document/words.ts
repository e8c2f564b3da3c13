/** `PageLimit` for `page[limit]`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** Names with words appended that are not repeated: `TaxZoneCountry` and `CountryCode` are `TaxZoneCountryCode`. */
export function joined(prefixes: readonly string[], added: string): string[] {
  return prefixes.map((prefix) => {
    const words = wordsOf(added)
    const common = words.findLastIndex((_, index) => prefix.endsWith(words.slice(0, index + 1).join('')))
    return prefix + words.slice(common + 1).join('')
  })
}

function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+/g) ?? [name]
}

/** Names of one of what the names are the plural of; `word` is appended to a name that is no plural. */
export function singular(names: readonly string[], word: string): string[] {
  return names.map((name) => {
    if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y')
    if (/(?:ss|[^s]x|ch|sh)es$/.test(name)) return name.replace(/es$/, '')
    return /[^s]s$/.test(name) && !/(?:us|is)$/.test(name) ? name.slice(0, -1) : name + word
  })
}
