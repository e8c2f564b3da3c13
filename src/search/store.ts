import { type Database, query } from '../db/database.ts'
import type { FoundType, Source } from './source.ts'

/** What was found. `path` is below `/v2`. */
export type Found = { type: FoundType; id: string; label: string; detail: string; path: string }

/** Ids between two, inclusive. */
export type IdRange = { from: string; to: string }

/** Of each source and key; also the most that a response has of a type. */
export const MAX_OF_TYPE = 5

/** What the sources have that starts with these words, or has an id of the range. One statement that reads indexes only. */
export async function selectFound(
  db: Database,
  owner_id: string,
  { sources, words, ids }: { sources: readonly Source[]; words: string; ids: IdRange | null },
): Promise<Found[]> {
  const branches = sources.flatMap((source) => [
    ...(ids === null ? [] : byId(source, ids)),
    ...(source.exact === undefined ? [] : [branch(source, source.exact)]),
    ...source.prefixes.map(({ key, condition = 'true' }) =>
      branch(
        source,
        `${condition} and ${key} ~>=~ lower($2) and ${key} ~<~ (lower($2) || ${HIGHEST})`,
        `order by ${key} using ~<~`,
      ),
    ),
  ])
  if (branches.length === 0) return []
  const range = ids === null ? [] : [ids.from, ids.to]
  // Not prepared: the statement depends on the permissions of the caller.
  // The first table gives the words a type where no branch has them.
  return query<Found>(db, `with words as (select $2::text) ${branches.join(' union all ')}`, [
    owner_id,
    words,
    ...range,
  ])
}

/** Sorts after every text that starts with the words: the highest character. */
const HIGHEST = 'chr(1114111)'

// The column, not the text of the same name that is shown: that has no index.
function byId(source: Source, { from, to }: IdRange): string[] {
  if (source.ids === 'whole' && from !== to) return []
  return [branch(source, 'id between $3::uuid and $4::uuid', `order by ${source.table}.id`)]
}

function branch({ type, table, label, detail, path, condition = 'true' }: Source, matches: string, order = ''): string {
  return `(select '${type}' as type, id::text as id, ${label} as label, ${detail} as detail, ${path} as path
     from ${table} where owner_id = $1 and ${condition} and ${matches} ${order} limit ${MAX_OF_TYPE})`
}
