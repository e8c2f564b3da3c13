import { type Mask, markAll, type PackedList, sizeFor } from './lists.ts'

/** The products that have one of the words that a term of a search stands for. */
export type Posting = {
  /** The number of the term, from 0. */
  term: number
  /** Whether they have words that only start with what was searched for. */
  is_prefix: boolean
  /** In the name or SKU. */
  in_name: PackedList | null
  in_tags: PackedList | null
  elsewhere: PackedList | null
}

/** The products that a search has found: their positions, ascending, and how well each matches. */
export type Matches = { positions: Uint32Array; scores: Uint16Array }

export const NO_MATCHES: Matches = { positions: new Uint32Array(), scores: new Uint16Array() }

/** What a term adds to the score of a product, by where the product has the word, or one that only starts with it. */
const SCORES = { elsewhere: 2, in_tags: 16, in_name: 40 } as const
const PREFIX_SCORES = { elsewhere: 1, in_tags: 12, in_name: 30 } as const
const NONE: PackedList = new Uint8Array()
const FIELDS = ['elsewhere', 'in_tags', 'in_name'] as const

/** The products that have all of these terms. */
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
    const scores = posting.is_prefix ? PREFIX_SCORES : SCORES
    for (const field of FIELDS) markAll(best, posting[field] ?? NONE, scores[field])
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

/** All products of a release, none better than another. */
export function matchEverything(products: number): Matches {
  return {
    positions: Uint32Array.from({ length: products }, (_, position) => position),
    scores: new Uint16Array(products),
  }
}

/** The matches that are in all masks. */
export function narrow({ positions, scores }: Matches, masks: readonly Mask[]): Matches {
  if (masks.length === 0) return { positions, scores }
  const all = maskOf(positions, maskSize({ positions, scores }))
  for (const mask of masks) for (let at = 0; at < all.length; at += 1) all[at] = (all[at] ?? 0) & (mask[at] ?? 0)
  // A function that is called for each match takes seven times as long as this loop.
  const kept = { positions: new Uint32Array(positions.length), scores: new Uint16Array(positions.length) }
  let count = 0
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0
    if (all[position] !== 1) continue
    kept.positions[count] = position
    kept.scores[count] = scores[index] ?? 0
    count += 1
  }
  return { positions: kept.positions.slice(0, count), scores: kept.scores.slice(0, count) }
}

/** A mask that has all positions of a release with matches. */
export function maskSize({ positions }: Matches): number {
  return (positions.at(-1) ?? -1) + 1
}

export function maskOf(positions: Iterable<number>, size: number): Mask {
  const mask = new Uint8Array(size)
  for (const position of positions) if (position < size) mask[position] = 1
  return mask
}

/** The positions sorted by score, best first; those with the same score stay in order. */
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

/** With as many terms as a search can have; see `MAX_WORDS`. */
const MAX_SCORE = 20 * SCORES.in_name
