import { LANGUAGE_TAG_LENGTH, type LanguageRank, languageOf, rankLanguages } from '../kernel/text/languages.ts'

export type Locale = {
  /** Canonical BCP 47, such as `fr-CA`. */
  tag: string
  /** Its first subtag, such as `fr`. */
  language: string
  rank: LanguageRank
  /** True if amounts, numbers and dates can be formatted for it. */
  has_formats: boolean
}

/** Parses a client's locale, in any case and with `-` or `_`. Null if it is not a language tag. */
export function parseLocale(text: string): Locale | null {
  if (text === '' || text.length > LANGUAGE_TAG_LENGTH) return null
  const tag = canonicalTag(text.replaceAll('_', '-'))
  if (tag === null) return null
  // An unknown language would otherwise get the formats of the process's locale.
  const has_formats = Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  return { tag, language: languageOf(tag), rank: rankLanguages([tag]), has_formats }
}

/** Drops extensions, which would select other digits and calendars. */
function canonicalTag(text: string): string | null {
  try {
    return new Intl.Locale(text).baseName
  } catch {
    return null
  }
}

/** The tag for formatting amounts, numbers and dates; null for the store's formats. */
export function formatTag(locale: Locale | null): string | null {
  return locale?.has_formats === true ? locale.tag : null
}
