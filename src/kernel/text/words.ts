/** Further words are ignored. */
const MAX_WORDS = 20

/** The words of a search in lower case, without separators. */
export function wordsIn(keywords: string): string[] {
  const words = keywords
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}
