/** BCP 47: a language, then script, region and variants. */
export const LANGUAGE_TAG = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'
/** Characters. RFC 5646, section 4.4.1, expects no longer tag. */
export const LANGUAGE_TAG_LENGTH = 35

/** The rank of a language for a reader: lower is better, `Infinity` for a language that the reader did not request. */
export type LanguageRank = (tag: string) => number

/**
 * Ranks languages for a reader who prefers the given tags, best first. Each tag is looked up as in RFC 4647, section
 * 3.4: itself, then without its last subtags. Next comes any other tag of the same language and script, since a reader
 * of `fr-CA` prefers `fr-FR` to another language. A shorter tag that implies another script comes last, since a reader
 * of `zh-TW` reads `zh-HK` more easily than `zh`.
 */
export function rankLanguages(preferred: readonly string[]): LanguageRank {
  const lookups = preferred.map(lookupOf)
  const ranks = new Map<string, number>()
  return (tag) => {
    const key = tag.toLowerCase()
    const known = ranks.get(key)
    if (known !== undefined) return known
    const rank = firstRank(lookups, key)
    ranks.set(key, rank)
    return rank
  }
}

/** The ranks that one preferred tag gives: below `size`, or null for a tag that does not match. */
type Lookup = { size: number; rank(tag: string): number | null }

function firstRank(lookups: readonly Lookup[], tag: string): number {
  let before = 0
  for (const { size, rank } of lookups) {
    const found = rank(tag)
    if (found !== null) return before + found
    before += size
  }
  return Number.POSITIVE_INFINITY
}

function lookupOf(preferred: string): Lookup {
  const prefixes = prefixesOf(preferred)
  const related = prefixes.length
  const rank = (tag: string) => {
    if (tag === prefixes[0]) return 0
    if (languageOf(tag) !== languageOf(preferred)) return null
    const index = prefixes.indexOf(tag)
    if (scriptOf(tag) === scriptOf(preferred)) return index === -1 ? related : index
    return index === -1 ? null : related + index
  }
  return { size: related + prefixes.length, rank }
}

/** The tag in lower case, then without its last subtags. None of these ends in a single letter. */
function prefixesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split('-')
  return subtags
    .map((_, index) => subtags.slice(0, subtags.length - index))
    .filter((prefix) => prefix.length === subtags.length || (prefix.at(-1) ?? '').length > 1)
    .map((prefix) => prefix.join('-'))
}

/** The first subtag in lower case, which all tags of a lookup share. */
export function languageOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase()
}

/** The script of a language, derived if the tag does not contain one. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

export function bestFirst(tags: Iterable<string>, rank: LanguageRank): string[] {
  // Subtracting infinite ranks would be NaN.
  return [...tags].toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))
}

/** Texts by language tag, then by member. */
export type Locales<Member extends string = string> = Readonly<
  Record<string, Readonly<Partial<Record<Member, string | undefined>>>>
>

export type Localized<Member extends string> = { texts: Record<Member, string>; languages: string[] }

/**
 * Each text in the best available language for the reader; otherwise the original text, which is in `language`. An
 * empty text counts as missing. Among equally ranked languages, `language` wins, otherwise the first.
 */
export function localize<Member extends string>(
  own: Readonly<Record<Member, string>>,
  locales: Locales<Member>,
  { language, rank }: { language: string; rank: LanguageRank },
): Localized<Member> {
  const texts: Record<Member, string> = { ...own }
  const languages = new Set<string>()
  const translations = Object.entries(locales)
  for (const member of Object.keys(own) as Member[]) {
    let best = { language, rank: own[member] === '' ? Number.POSITIVE_INFINITY : rank(language) }
    for (const [tag, { [member]: text = '' }] of translations) {
      if (text === '' || !isBetter({ language: tag, rank: rank(tag) }, best)) continue
      best = { language: tag, rank: rank(tag) }
      texts[member] = text
    }
    if (texts[member] !== '') languages.add(best.language)
  }
  return { texts, languages: [...languages] }
}

type Ranked = { language: string; rank: number }

/** A text tagged with the store's own language is more certainly in it than a text without a tag. */
function isBetter(one: Ranked, other: Ranked): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank
  return Number.isFinite(one.rank) && one.language.toLowerCase() === other.language.toLowerCase()
}
