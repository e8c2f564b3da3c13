import { LRUCache } from 'lru-cache'
import type { Locale } from '../locale.ts'

const formatters = new LRUCache<string, Intl.DisplayNames>({ max: 100 })

/** The name of a country in the locale's language, or in English if there is none. */
export function countryName(locale: Locale | null, country: string): string {
  const tag = locale?.tag ?? 'en'
  const names = formatters.get(tag) ?? new Intl.DisplayNames([tag, 'en'], { type: 'region' })
  formatters.set(tag, names)
  return names.of(country) ?? country
}
