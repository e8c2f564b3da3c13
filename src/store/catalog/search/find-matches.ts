import type { Database, Executor } from '../../../db/database.ts'
import { wordsIn } from '../../../kernel/text/words.ts'
import { heldOf } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { productCount } from './columns.ts'
import { type Matches, matchAll, matchEverything, NO_MATCHES } from './rules/matches.ts'
import { termsOf, toTsquery } from './rules/terms.ts'
import { checkSpelling, selectPostings } from './sql/words.ts'

/** `tsquery` is null for keywords without words, which nothing ranks. */
export type Found = { matches: Matches; tsquery: string | null }

/** The products of a release that contain all words. Blank keywords match everything, and keywords without words nothing. */
export async function findMatches(db: Database, ref: Ref, keywords: string): Promise<Found> {
  if (keywords.trim() === '') return { matches: matchEverything(await productCount(db, ref)), tsquery: null }
  const words = wordsIn(keywords)
  if (words.length === 0) return { matches: NO_MATCHES, tsquery: null }
  return heldOf(db, ref, `matches ${words.join(' ')}`, (read) => loadMatches(read, ref, words))
}

async function loadMatches(db: Executor, ref: Ref, words: readonly string[]): Promise<Found> {
  const terms = termsOf(await checkSpelling(db, ref, words))
  if (terms === null) return { matches: NO_MATCHES, tsquery: null }
  return { matches: matchAll(await selectPostings(db, ref, terms), terms.length), tsquery: toTsquery(terms) }
}
