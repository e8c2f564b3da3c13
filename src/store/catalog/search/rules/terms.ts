/** A search word, looked up among the words of a release. */
export type CheckedWord = {
  word: string
  is_last: boolean
  /** Null for a stop word, such as `the`. */
  stem: string | null
  known: boolean
  nearest: string[]
}

/** Matches any of the words, or a word that starts with the prefix. */
export type Term = { words: readonly string[]; prefix: string | null }

/** Returns the terms that products must all match; null if no product can. Ignores stop words if there are others. */
export function termsOf(checked: readonly CheckedWord[]): Term[] | null {
  const words = significantWords(checked)
  return words.some(({ known, nearest }) => !known && nearest.length === 0) ? null : words.map(termOf)
}

/** Drops stop words, unless all words are stop words. */
export function significantWords<Word extends Pick<CheckedWord, 'stem'>>(words: readonly Word[]): readonly Word[] {
  const significant = words.filter(({ stem }) => stem !== null)
  return significant.length === 0 ? words : significant
}

function termOf({ word, is_last, stem, known, nearest }: CheckedWord): Term {
  if (!known && nearest.length > 0) return { words: nearest, prefix: null }
  return { words: stem === null || stem === word ? [word] : [word, stem], prefix: is_last ? word : null }
}

export function toTsquery(terms: readonly Term[]): string {
  return terms
    .map(({ words, prefix }) => {
      const started = prefix === null ? [] : [`${quoted(prefix)}:*`]
      return `(${[...started, ...words.map(quoted)].join(' | ')})`
    })
    .join(' & ')
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
