import { LANGUAGE_TAG_LENGTH, type LanguageRank, languageOf, rankLanguages } from '../kernel/text/languages.ts'

/** The locale of a shopper. */
export type Locale = {
  /** Canonical BCP 47, such as `fr-CA`. */
  tag: string
  /** Its first subtag, such as `fr`. */
  language: string
  rank: LanguageRank
  /** Whether amounts, numbers and dates can be written as it does. */
  has_formats: boolean
}

/** A locale as clients send it: in any case, with `-` or `_`. Null if it is not a language tag. */
export function parseLocale(text: string): Locale | null {
  if (text === '' || text.length > LANGUAGE_TAG_LENGTH) return null
  const tag = canonicalTag(text.replaceAll('_', '-'))
  if (tag === null) return null
  // Without this check a language that is not known would get the formats of the process's locale.
  const has_formats = Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  return { tag, language: languageOf(tag), rank: rankLanguages([tag]), has_formats }
}

/** Without extensions, which would select other digits and calendars. */
function canonicalTag(text: string): string | null {
  try {
    return new Intl.Locale(text).baseName
  } catch {
    return null
  }
}

/** The tag to write amounts, numbers and dates with; null for the formats of the store. */
export function formatTag(locale: Locale | null): string | null {
  return locale?.has_formats === true ? locale.tag : null
}
