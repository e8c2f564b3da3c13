import { distance } from 'fastest-levenshtein'

/** Longer words are unlikely to be typing errors and are slow to compare. */
const LONGEST = 64

/** The known word that was probably meant by one that is not known; undefined when none comes near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined
  const written = plain(word)
  const near = known
    .map((name) => ({ name, score: scoreOf(written, plain(name)) }))
    .filter(({ score }) => score <= 1)
    .sort((one, other) => one.score - other.score)
  return near[0]?.name
}

/** At most this many known words are listed, to keep the error readable. */
const MOST_LISTED = 40

/** Half a sentence about a name that is not known, to follow that name: the nearest known one, or all of them. */
export function unknownMember(name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known)
  if (nearest !== undefined) return `is not a known member (did you mean \`${nearest}\`?)`
  return `is not a known member${known.length > 0 ? `; known members are ${known.slice(0, MOST_LISTED).join(', ')}` : ''}`
}

/** At most 1 when near: edits as a share of those that a word of this length may have, or a word that begins the other. */
function scoreOf(word: string, name: string): number {
  const edits = distance(word, name)
  const score = edits / Math.max(1, Math.ceil(Math.min(word.length, name.length) / 3))
  const isPart = word.length >= 3 && name.length >= 3 && (name.startsWith(word) || word.startsWith(name))
  return isPart ? Math.min(score, 1) : score
}

/** `secret-key`, `secretKey` and `SECRET_KEY` are one word. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
