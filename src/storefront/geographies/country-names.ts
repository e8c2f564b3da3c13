import { LRUCache } from 'lru-cache'
import type { Locale } from '../locale.ts'

const formatters = new LRUCache<string, Intl.DisplayNames>({ max: 100 })

/** The name of a country in the language of the locale; in English without one, or if it is unknown. */
export function countryName(locale: Locale | null, country: string): string {
  const tag = locale?.tag ?? 'en'
  const names = formatters.get(tag) ?? new Intl.DisplayNames([tag, 'en'], { type: 'region' })
  formatters.set(tag, names)
  return names.of(country) ?? country
}
