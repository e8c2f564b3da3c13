import { INVISIBLE, searchText } from './search-text.ts'

/**
 * A part of a search, all of which must be found: a word, also by its search text (`folded`); or a gram, two characters
 * of a script without spaces, or one that begins a gram. The first gram of several has their word, too.
 */
export type SearchTerm = { word: string | null; folded: string | null; gram: string | null }

/** Further terms are ignored. */
const MAX_TERMS = 20

/**
 * Scripts without spaces between words or with vowels as marks, and pictures: the characters of `gram_runs` in
 * `migrations/0085-folded-searches.sql`.
 */
const GRAM_CHARACTERS =
  '\\u0900-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2190-\\u23ff\\u2500-\\u2bff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3021-\\u3029\\u3031-\\u3035\\u3038-\\u303b\\u3041-\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u318e\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\u{1f000}-\\u{1faff}\\u{20000}-\\u{323af}'

/** Squared characters are symbols that stand for words: ㈱ for 株. */
const SEPARATORS = new RegExp(`[^\\p{L}\\p{N}\\p{M}\\u3200-\\u33ff${GRAM_CHARACTERS}]+`, 'u')
const PARTS = new RegExp(`[${GRAM_CHARACTERS}]+|(?:(?![${GRAM_CHARACTERS}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const GRAM = new RegExp(`^[${GRAM_CHARACTERS}]`, 'u')

/** The terms of a search, without separators. */
export function searchTerms(keywords: string): SearchTerm[] {
  return keywords
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .toLowerCase()
    .split(SEPARATORS)
    .flatMap(termsOf)
    .slice(0, MAX_TERMS)
}

function termsOf(word: string): SearchTerm[] {
  const parts = searchText(word).match(PARTS) ?? []
  return parts.flatMap((folded): SearchTerm[] => {
    const written = parts.length === 1 ? word : folded
    if (!GRAM.test(folded)) return [{ word: written, folded, gram: null }]
    const characters = [...folded]
    const grams = characters.map((character, index) => character + (characters[index + 1] ?? ''))
    if (grams.length > 1) grams.pop()
    return grams.map((gram, index) => (index === 0 ? { word: written, folded, gram } : { ...NO_WORD, gram }))
  })
}

const NO_WORD = { word: null, folded: null }
