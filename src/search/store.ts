import { type Executor, query } from '../db/database.ts'
import type { SearchTerm } from '../kernel/text/words.ts'
import type { FoundType, Source } from './source.ts'

/** A result. `path` is below `/v2`. */
export type Found = { type: FoundType; id: string; label: string; detail: string; path: string }

export type IdRange = { from: string; to: string }

/** Limit per source and key, and per type of the response. */
export const MAX_OF_TYPE = 5

/** `text` is the input, `terms` are its parts, and `ids` those that begin with it. */
export type Sought = { text: string; terms: readonly SearchTerm[]; ids: IdRange | null }

/**
 * Resources whose text starts with the input, whose id is in the range, or whose name has words that start with all
 * words of the input, in this order. One statement that reads indexes only.
 */
export async function selectResults(
  db: Executor,
  owner_id: string,
  sources: readonly Source[],
  { text, terms, ids }: Sought,
): Promise<Found[]> {
  const branches = sources.flatMap((source) => [
    ...(ids === null ? [] : byId(source, ids)),
    ...(source.exact === undefined ? [] : [branch(source, source.exact)]),
    ...source.prefixes.map(({ key, condition = 'true' }) =>
      branch(
        source,
        `${condition} and ${key} ~>=~ lower($2) and ${key} ~<~ (lower($2) || ${MAX_CHARACTER})`,
        `order by ${key} using ~<~`,
      ),
    ),
    ...(source.name === undefined || terms.length === 0 ? [] : byWords(source, source.name)),
  ])
  if (branches.length === 0) return []
  // Not prepared, because the statement depends on the caller's permissions. The first table gives the parameters a
  // type if no branch uses them.
  const sought = 'with sought as (select $2::text, $3::tsquery, $4::uuid, $5::uuid)'
  const values = [owner_id, text, beginnings(terms), ids?.from ?? null, ids?.to ?? null]
  return query<Found>(db, `${sought} ${branches.join(' union all ')}`, values)
}

/**
 * One Latin letter or digit begins too many words, so it must match a whole word. Characters of other scripts match
 * within words, too.
 */
function beginnings(terms: readonly SearchTerm[]): string | null {
  return terms.length === 0 ? null : terms.map(beginning).join(' & ')
}

function beginning({ folded, gram }: SearchTerm): string {
  if (gram !== null) return `'${gram}':*`
  if (/^[a-z0-9]$/.test(folded ?? '')) return `'${folded}'`
  return /^[0-9]/.test(folded ?? '') ? `('${folded}':* | '${NUMBER_LIKE}${folded}':*)` : `'${folded}':*`
}

/** The prefix that `words_of` adds to a word that begins like a number, such as 34e01e1c. */
const NUMBER_LIKE = 'ŋ'

/** Number of matches among which the newest are found: as many as take a millisecond or two. */
const MAX_WITH_WORDS = 1000

/** Names in ASCII have one spelling; an index of their own has the words of others as searches compare them. */
function byWords(source: Source, name: string): string[] {
  return [`words_of(${name}) @@ $3`, `not is_ascii(${name}) and search_words(${name}) @@ $3`].map((found) => {
    const { table, condition = 'true' } = source
    // The limit keeps PostgreSQL from reading rows in the order of their ids until five match.
    const some = `(select * from ${table} where owner_id = $1 and ${condition} and ${found} limit ${MAX_WITH_WORDS}) as ${table}`
    return branch({ ...source, table: some }, 'true', `order by ${table}.id desc`)
  })
}

/** Sorts after every text that starts with the words, because it is the highest character. */
const MAX_CHARACTER = 'chr(1114111)'

// The table prefix selects the column, not the displayed text of the same name, which has no index.
function byId(source: Source, { from, to }: IdRange): string[] {
  if (source.ids === 'whole' && from !== to) return []
  return [branch(source, 'id between $4 and $5', `order by ${source.table}.id`)]
}

function branch({ type, table, label, detail, path, condition = 'true' }: Source, matches: string, order = ''): string {
  return `(select '${type}' as type, id::text as id, ${label} as label, ${detail} as detail, ${path} as path
     from ${table} where owner_id = $1 and ${condition} and ${matches} ${order} limit ${MAX_OF_TYPE})`
}
