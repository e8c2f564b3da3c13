import type { Database, Executor } from '../../../db/database.ts'
import { type SearchTerm, searchTerms } from '../../../kernel/text/words.ts'
import { readCached } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { productCount } from './columns.ts'
import { type Matches, matchAll, matchEverything, NO_MATCHES, type Posting } from './rules/matches.ts'
import { significantTerms, termsOf, toTsquery } from './rules/terms.ts'
import { type FoundTerm, findTerms } from './sql/words.ts'

/** `tsquery` is null if there are no words to rank by. */
export type Found = { matches: Matches; tsquery: string | null }

/** Finds products that contain all words. Blank keywords match everything, keywords without words nothing. */
export async function findMatches(db: Database, ref: Ref, keywords: string): Promise<Found> {
  if (keywords.trim() === '') return { matches: matchEverything(await productCount(db, ref)), tsquery: null }
  const terms = searchTerms(keywords)
  if (terms.length === 0) return { matches: NO_MATCHES, tsquery: null }
  const key = terms.map(({ word, gram }) => word ?? gram).join(' ')
  return readCached(db, ref, `matches ${key}`, (read) => loadMatches(read, ref, terms))
}

async function loadMatches(db: Executor, ref: Ref, sought: readonly SearchTerm[]): Promise<Found> {
  const found = [...Map.groupBy(await findTerms(db, ref, sought), ({ position }) => position).values()]
  const terms = termsOf(found.flatMap(([term]) => term ?? []))
  if (terms === null) return { matches: NO_MATCHES, tsquery: null }
  return { matches: matchAll(postingsIn(found), terms.length), tsquery: toTsquery(terms) }
}

/** Product lists of the significant terms, in the order of the terms. */
function postingsIn(found: readonly (readonly FoundTerm[])[]): Posting[] {
  const rows = significantTerms(
    found.map((lists) => ({ stem: lists[0]?.stem ?? null, gram: lists[0]?.gram ?? null, lists })),
  )
  return rows.flatMap(({ lists }, term) =>
    lists.flatMap(({ match, in_name, in_tags, elsewhere }) =>
      match === null ? [] : [{ term, match, in_name, in_tags, elsewhere }],
    ),
  )
}
