import { LRUCache } from 'lru-cache'

const formatters = new LRUCache<string, Intl.DisplayNames>({ max: 100 })

/** The name of a country in the language of the locale; in English for an invalid or unknown locale. */
export function countryName(locale: string | null, country: string): string {
  const key = localeKey(locale)
  const names = formatters.get(key) ?? new Intl.DisplayNames([key, 'en'], { type: 'region' })
  formatters.set(key, names)
  return names.of(country) ?? country
}

/** Normalized: a locale has many spellings. */
function localeKey(locale: string | null): string {
  try {
    const { language = 'en', script, region } = new Intl.Locale((locale ?? 'en').replaceAll('_', '-'))
    return [language, script, region].filter((part) => part !== undefined).join('-')
  } catch {
    return 'en'
  }
}
