import { LRUCache } from 'lru-cache'

const known = new LRUCache<string, Intl.DisplayNames>({ max: 100 })

/** What a country is called in the language of a locale; in English where that is none, or one that nobody knows. */
export function countryName(locale: string | null, country: string): string {
  const key = keyOf(locale)
  const names = known.get(key) ?? new Intl.DisplayNames([key, 'en'], { type: 'region' })
  known.set(key, names)
  return names.of(country) ?? country
}

/** What names depend on: of a locale there are more spellings than languages. */
function keyOf(locale: string | null): string {
  try {
    const { language = 'en', script, region } = new Intl.Locale((locale ?? 'en').replaceAll('_', '-'))
    return [language, script, region].filter((part) => part !== undefined).join('-')
  } catch {
    return 'en'
  }
}
