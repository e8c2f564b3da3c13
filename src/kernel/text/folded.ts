/** Letters and digits alone, without accents and case: how two people write one name. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** Longer texts are no names, and slow to fold and to compare. One character can be a whole phrase: U+FDFA is 18. */
const MAX_NAME = 64

/** A name to look up or to compare; undefined for a text that is too long to be one. */
export function foldedName(text: string): string | undefined {
  return text.length > MAX_NAME || text.normalize('NFKD').length > MAX_NAME ? undefined : folded(text)
}
