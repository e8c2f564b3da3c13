import { type Mask, markAll, type PackedList, sizeFor } from './lists.ts'

/** A word as it is written, or that is equal in its search text; or one that starts so. */
export type Match = 'exact' | 'folded' | 'prefix' | 'folded_prefix'

/** Products that have one of the words that a search term stands for. */
export type Posting = {
  /** Index of the term, from 0. */
  term: number
  match: Match
  /** Found in the name or SKU. */
  in_name: PackedList | null
  in_tags: PackedList | null
  elsewhere: PackedList | null
}

/** Products that a search found: positions, ascending, and their scores. */
export type Matches = { positions: Uint32Array; scores: Uint16Array }

export const NO_MATCHES: Matches = { positions: new Uint32Array(), scores: new Uint16Array() }

const FIELDS = ['elsewhere', 'in_tags', 'in_name'] as const

/** Points of a term, by the match and by the field that contains the word. */
const SCORES: Readonly<Record<Match, Readonly<Record<(typeof FIELDS)[number], number>>>> = {
  exact: { elsewhere: 4, in_tags: 32, in_name: 80 },
  folded: { elsewhere: 3, in_tags: 28, in_name: 72 },
  prefix: { elsewhere: 2, in_tags: 24, in_name: 60 },
  folded_prefix: { elsewhere: 1, in_tags: 20, in_name: 52 },
}
const NONE: PackedList = new Uint8Array()

/** Products that match all terms. */
export function matchAll(postings: readonly Posting[], terms: number): Matches {
  const size = Math.max(0, ...postings.flatMap((posting) => FIELDS.map((field) => sizeFor(posting[field] ?? NONE))))
  const scores = new Uint16Array(size)
  const counts = new Uint8Array(size)
  for (const [, ofTerm] of Map.groupBy(postings, ({ term }) => term)) {
    const best = bestOf(ofTerm, size)
    for (let position = 0; position < size; position += 1) {
      const score = best[position] ?? 0
      if (score === 0) continue
      scores[position] = (scores[position] ?? 0) + score
      counts[position] = (counts[position] ?? 0) + 1
    }
  }
  return pick(scores, (position) => counts[position] === terms)
}

function bestOf(postings: readonly Posting[], size: number): Mask {
  const best = new Uint8Array(size)
  for (const posting of postings) {
    for (const field of FIELDS) markAll(best, posting[field] ?? NONE, SCORES[posting.match][field])
  }
  return best
}

function pick(scores: Uint16Array, isMatch: (position: number) => boolean): Matches {
  const positions = new Uint32Array(scores.length)
  const found = new Uint16Array(scores.length)
  let count = 0
  for (let position = 0; position < scores.length; position += 1) {
    if (!isMatch(position)) continue
    positions[count] = position
    found[count] = scores[position] ?? 0
    count += 1
  }
  return { positions: positions.slice(0, count), scores: found.slice(0, count) }
}

/** All products of a release, with equal scores. */
export function matchEverything(products: number): Matches {
  return {
    positions: Uint32Array.from({ length: products }, (_, position) => position),
    scores: new Uint16Array(products),
  }
}

/** Matches that are in all masks. */
export function narrow({ positions, scores }: Matches, masks: readonly Mask[]): Matches {
  if (masks.length === 0) return { positions, scores }
  const all = maskOf(positions, maskSize({ positions, scores }))
  for (const mask of masks) for (let at = 0; at < all.length; at += 1) all[at] = (all[at] ?? 0) & (mask[at] ?? 0)
  // This loop is seven times as fast as a callback per match.
  const narrowed = { positions: new Uint32Array(positions.length), scores: new Uint16Array(positions.length) }
  let count = 0
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0
    if (all[position] !== 1) continue
    narrowed.positions[count] = position
    narrowed.scores[count] = scores[index] ?? 0
    count += 1
  }
  return { positions: narrowed.positions.slice(0, count), scores: narrowed.scores.slice(0, count) }
}

/** Size of a mask that covers all matches. */
export function maskSize({ positions }: Matches): number {
  return (positions.at(-1) ?? -1) + 1
}

export function maskOf(positions: Iterable<number>, size: number): Mask {
  const mask = new Uint8Array(size)
  for (const position of positions) if (position < size) mask[position] = 1
  return mask
}

/** Positions by score, best first; equal scores stay in order. */
export function sortByScore({ positions, scores }: Matches): Uint32Array {
  const counts = new Uint32Array(MAX_SCORE + 1)
  for (const score of scores) counts[score] = (counts[score] ?? 0) + 1
  const next = new Uint32Array(MAX_SCORE + 1)
  for (let score = MAX_SCORE - 1; score >= 0; score -= 1)
    next[score] = (next[score + 1] ?? 0) + (counts[score + 1] ?? 0)
  const sorted = new Uint32Array(positions.length)
  for (const [index, score] of scores.entries()) {
    const target = next[score] ?? 0
    sorted[target] = positions[index] ?? 0
    next[score] = target + 1
  }
  return sorted
}

/** Covers the maximum number of search terms; see `MAX_TERMS`. */
const MAX_SCORE = 20 * SCORES.exact.in_name
