import type { SearchTerm } from '../../../../kernel/text/words.ts'

/** Begins words of a release that its products have in another spelling, and grams: `~cafe` for a product with `café`. */
export const VARIANT = '~'

/** A part of a search, looked up among the words of a release. */
export type CheckedTerm = SearchTerm & {
  is_last: boolean
  /** English stems of `word` and `folded`; null for a stop word, such as `the`. */
  stem: string | null
  folded_stem: string | null
  known: boolean
  nearest: string[]
}

/** Matches any of the words, or a word that starts with a prefix. */
export type Term = { words: readonly string[]; prefixes: readonly string[] }

/** Returns the terms that products must all match; null if no product can. Ignores stop words if there are others. */
export function termsOf(checked: readonly CheckedTerm[]): Term[] | null {
  const terms = significantTerms(checked)
  return terms.some(({ known, nearest }) => !known && nearest.length === 0) ? null : terms.map(termOf)
}

/** Drops stop words, unless all words are stop words. */
export function significantTerms<One extends Pick<CheckedTerm, 'stem' | 'gram'>>(
  terms: readonly One[],
): readonly One[] {
  const significant = terms.filter(({ stem, gram }) => stem !== null || gram !== null)
  return significant.length === 0 ? terms : significant
}

function termOf({ word, folded, is_last, stem, folded_stem, known, nearest }: CheckedTerm): Term {
  if (!known && nearest.length > 0) return { words: nearest, prefixes: [] }
  return {
    words: [...new Set([word, stem, folded, folded_stem])].filter((one) => one !== null),
    prefixes: is_last ? [...new Set([word, folded])].filter((one) => one !== null) : [],
  }
}

/** Ranks by the words that products have as they are written, so grams are left out. */
export function toTsquery(terms: readonly Term[]): string {
  return terms
    .map(({ words, prefixes }) => [...prefixes.map((prefix) => `${quoted(prefix)}:*`), ...words.map(quoted)])
    .filter((alternatives) => alternatives.length > 0)
    .map((alternatives) => `(${alternatives.join(' | ')})`)
    .join(' & ')
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
