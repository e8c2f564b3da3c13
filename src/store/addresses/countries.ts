import { iso31661 } from 'iso-3166'

/** ISO 3166-1 alpha-2 codes of the allowed countries, sorted. */
export const countryCodes: readonly string[] = iso31661
  .filter(({ state }) => state === 'assigned')
  .map(({ alpha2 }) => alpha2)
  .sort()

/** What people write in place of a code. `UK` is reserved in ISO 3166-1 for the United Kingdom. */
export const COUNTRY_ALIASES: Readonly<Record<string, string>> = { UK: 'GB' }
