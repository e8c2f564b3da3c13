/** BCP 47: a language, then script, region and variants. */
export const LANGUAGE_TAG = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$'
/** Characters of a language tag; RFC 5646, section 4.4.1, expects none to be longer. */
export const LANGUAGE_TAG_LENGTH = 35

/** How well a language suits a reader: the lower the better, `Infinity` for one that the reader did not ask for. */
export type LanguageRank = (tag: string) => number

/**
 * Ranks languages for a reader who prefers the given tags, best first. Each tag is looked up as in RFC 4647, section 3.4:
 * itself, then without its last subtags. Then comes any other tag of the same language and script: a reader of `fr-CA` is
 * better served by `fr-FR` than by another language. A shorter tag that implies another script comes last: one of `zh-TW`
 * reads `zh-HK` more easily than `zh`.
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

/** What one tag finds: `rank` is below `size`, and null for a tag that it does not find. */
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

/** The tag in lower case, then without its last subtags; none of these ends in a single letter. */
function prefixesOf(tag: string): string[] {
  const subtags = tag.toLowerCase().split('-')
  return subtags
    .map((_, index) => subtags.slice(0, subtags.length - index))
    .filter((prefix) => prefix.length === subtags.length || (prefix.at(-1) ?? '').length > 1)
    .map((prefix) => prefix.join('-'))
}

/** The first subtag, in lower case: all tags that a lookup finds share it. */
export function languageOf(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase()
}

/** The script that a language is written in, also where the tag does not say it. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script
  } catch {
    return undefined
  }
}

/** Those that suit the reader best first. */
export function bestFirst(tags: Iterable<string>, rank: LanguageRank): string[] {
  // Infinite ranks have no difference.
  return [...tags].toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))
}

/** Texts by language tag, then by member. */
export type Locales<Member extends string = string> = Readonly<
  Record<string, Readonly<Partial<Record<Member, string | undefined>>>>
>

/** Texts, and the languages that they are in. */
export type Localized<Member extends string> = { texts: Record<Member, string>; languages: string[] }

/**
 * Each text in the language that suits the reader best among those that have it; otherwise as it is, in `language`. An
 * empty text counts as none. Of languages that suit equally well, `language` wins, otherwise the first.
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

/** A text under the tag of the own language is more certainly in it than a text without a tag. */
function isBetter(one: Ranked, other: Ranked): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank
  return Number.isFinite(one.rank) && one.language.toLowerCase() === other.language.toLowerCase()
}
