import { distance } from 'fastest-levenshtein'

/** Longer words are unlikely to be typing errors and are slow to compare. */
const MAX_LENGTH = 64

/** The known word that was probably meant; undefined if no word is similar enough. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  const plainWord = plain(word)
  const near = known
    .map((name) => ({ name, score: scoreOf(plainWord, plain(name)) }))
    .filter(({ score }) => score <= 1)
    .sort((one, other) => one.score - other.score)
  return near[0]?.name
}

/** Keeps the error readable. */
const MAX_LISTED = 40

/** The end of a sentence that begins with the unknown name: suggests the nearest known name, or lists all. */
export function unknownMember(name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known)
  if (nearest !== undefined) return `is not a known member (did you mean \`${nearest}\`?)`
  return `is not a known member${known.length > 0 ? `; known members are ${known.slice(0, MAX_LISTED).join(', ')}` : ''}`
}

/** Similar words score at most 1: the share of edits that a word of this length may have, or a prefix match. */
function scoreOf(word: string, name: string): number {
  const edits = distance(word, name)
  const score = edits / Math.max(1, Math.ceil(Math.min(word.length, name.length) / 3))
  const isPart = word.length >= 3 && name.length >= 3 && (name.startsWith(word) || word.startsWith(name))
  return isPart ? Math.min(score, 1) : score
}

/** Makes `secret-key`, `secretKey` and `SECRET_KEY` equal. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
