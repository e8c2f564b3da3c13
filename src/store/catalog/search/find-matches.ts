import type { Database, Executor } from '../../../db/database.ts'
import { wordsIn } from '../../../kernel/text/words.ts'
import { readCached } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { productCount } from './columns.ts'
import { type Matches, matchAll, matchEverything, NO_MATCHES, type Posting } from './rules/matches.ts'
import { significantWords, termsOf, toTsquery } from './rules/terms.ts'
import { type FoundWord, findWords } from './sql/words.ts'

/** `tsquery` is null if there are no words to rank by. */
export type Found = { matches: Matches; tsquery: string | null }

/** Finds products that contain all words. Blank keywords match everything, keywords without words nothing. */
export async function findMatches(db: Database, ref: Ref, keywords: string): Promise<Found> {
  if (keywords.trim() === '') return { matches: matchEverything(await productCount(db, ref)), tsquery: null }
  const words = wordsIn(keywords)
  if (words.length === 0) return { matches: NO_MATCHES, tsquery: null }
  return readCached(db, ref, `matches ${words.join(' ')}`, (read) => loadMatches(read, ref, words))
}

async function loadMatches(db: Executor, ref: Ref, words: readonly string[]): Promise<Found> {
  const found = [...Map.groupBy(await findWords(db, ref, words), ({ position }) => position).values()]
  const terms = termsOf(found.flatMap(([word]) => word ?? []))
  if (terms === null) return { matches: NO_MATCHES, tsquery: null }
  return { matches: matchAll(postingsIn(found), terms.length), tsquery: toTsquery(terms) }
}

/** Product lists of the significant words, in the order of the terms. */
function postingsIn(found: readonly (readonly FoundWord[])[]): Posting[] {
  const rows = significantWords(found.map((lists) => ({ stem: lists[0]?.stem ?? null, lists })))
  return rows.flatMap(({ lists }, term) =>
    lists.flatMap(({ is_prefix, in_name, in_tags, elsewhere }) =>
      is_prefix === null ? [] : [{ term, is_prefix, in_name, in_tags, elsewhere }],
    ),
  )
}
