/** `PageLimit` for `page[limit]`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** Appends words to names without repetition: `TaxZoneCountry` and `CountryCode` become `TaxZoneCountryCode`. */
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

/** Turns plural names into singular names. Appends `word` to names that are not plural. */
export function singular(names: readonly string[], word: string): string[] {
  return names.map((name) => {
    if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y')
    if (/(?:ss|[^s]x|ch|sh)es$/.test(name)) return name.replace(/es$/, '')
    return /[^s]s$/.test(name) && !/(?:us|is)$/.test(name) ? name.slice(0, -1) : name + word
  })
}
