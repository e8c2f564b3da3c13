import { searchText } from './search-text.ts'

/** Only letters and digits, without accents and case, so that different spellings of a name are equal. */
export function folded(text: string): string {
  return searchText(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/**
 * Longer texts are not names, and are slow to fold and compare. One character can expand to a phrase: U+FDFA to 18
 * characters.
 */
const MAX_NAME = 64

/** A name to look up or compare; undefined if the text is too long to be a name. */
export function foldedName(text: string): string | undefined {
  return text.length > MAX_NAME || text.normalize('NFKD').length > MAX_NAME ? undefined : folded(text)
}
