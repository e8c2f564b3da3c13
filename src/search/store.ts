import { type Executor, query } from '../db/database.ts'
import type { FoundType, Source } from './source.ts'

/** A result. `path` is below `/v2`. */
export type Found = { type: FoundType; id: string; label: string; detail: string; path: string }

export type IdRange = { from: string; to: string }

/** Limit per source and key, and per type of the response. */
export const MAX_OF_TYPE = 5

/** `text` is the input, `words` are its words, and `ids` those that begin with it. */
export type Sought = { text: string; words: readonly string[]; ids: IdRange | null }

/**
 * Resources whose text starts with the input, whose id is in the range, or whose name has words that start with all
 * words of the input, in this order. One statement that reads indexes only.
 */
export async function selectResults(
  db: Executor,
  owner_id: string,
  sources: readonly Source[],
  { text, words, ids }: Sought,
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
    ...(source.name === undefined || words.length === 0 ? [] : [byWords(source, source.name)]),
  ])
  if (branches.length === 0) return []
  // Not prepared, because the statement depends on the caller's permissions. The first table gives the parameters a
  // type if no branch uses them.
  const sought = 'with sought as (select $2::text, $3::tsquery, $4::uuid, $5::uuid)'
  const values = [owner_id, text, beginnings(words), ids?.from ?? null, ids?.to ?? null]
  return query<Found>(db, `${sought} ${branches.join(' union all ')}`, values)
}

/**
 * One Latin letter or digit begins too many words, so it must match a whole word. A Chinese name may be one character.
 */
function beginnings(words: readonly string[]): string | null {
  if (words.length === 0) return null
  return words
    .map((word) => {
      if (/^[a-z0-9]$/.test(word)) return `'${word}'`
      return /^[0-9]/.test(word) ? `('${word}':* | '${NUMBER_LIKE}${word}':*)` : `'${word}':*`
    })
    .join(' & ')
}

/** The prefix that `words_of` adds to a word that begins like a number, such as 34e01e1c. */
const NUMBER_LIKE = 'ŋ'

/** Number of matches among which the newest are found: as many as take a millisecond or two. */
const MAX_WITH_WORDS = 1000

function byWords(source: Source, name: string): string {
  const { table, condition = 'true' } = source
  const matches = `owner_id = $1 and ${condition} and words_of(${name}) @@ $3`
  // The limit keeps PostgreSQL from reading rows in the order of their ids until five match.
  const some = `(select * from ${table} where ${matches} limit ${MAX_WITH_WORDS}) as ${table}`
  return branch({ ...source, table: some }, 'true', `order by ${table}.id desc`)
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
