import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { ReleaseRef } from './choose.ts'

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** One page of product ids, and the total number of matches. */
export type FoundPage = { ids: string[]; results: number }

export type SearchRequest = { keywords: string; offset: number; limit: number }

/**
 * Full-text search for products of a release that contain all words, best matches first: name and SKU rank above tags, tags
 * above the description. The last word matches as a prefix. The first few unknown words are replaced with the most similar
 * known ones. Blank keywords match everything, sorted by name. Past the last page `results` is 0.
 */
export async function searchProducts(db: Database, ref: Ref, request: SearchRequest): Promise<FoundPage> {
  const { keywords, offset, limit } = request
  if (keywords.trim() === '') return pageOf(await query<FoundRow>(db, ALL, [...valuesOf(ref), limit, offset]))
  const words = wordsIn(keywords)
  if (words.length === 0) return { ids: [], results: 0 }
  const checked = await query<CheckedWord>(db, CHECK_SPELLING, [...valuesOf(ref), words])
  const sku = keywords.trim().toLowerCase()
  return pageOf(await query<FoundRow>(db, FIND, [...valuesOf(ref), limit, offset, toTsquery(checked), sku]))
}

type FoundRow = { id: string; results: number }

function valuesOf({ owner_id, release_id }: Ref): string[] {
  return [owner_id, release_id]
}

function pageOf(rows: readonly FoundRow[]): FoundPage {
  return { ids: rows.map(({ id }) => id), results: rows[0]?.results ?? 0 }
}

/** Words of a search; further ones are ignored. */
const MAX_WORDS = 20

function wordsIn(keywords: string): string[] {
  const words = keywords
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

const ALL = `select id, (select count(*) from release_products where owner_id = $1 and release_id = $2) as results
  from release_products
 where owner_id = $1 and release_id = $2
 order by name, id
 limit $3 offset $4`

/** Compares lengths before `lower(sku)`, which costs as much as the rank. */
const FIND = prepared(`with matched as materialized (
  select id, name, ts_rank('{0.05, 0.2, 0.4, 1}', search, $5::tsquery) as rank,
         length(sku) = length($6::text) and lower(sku) = $6 as is_sku
    from release_products
   where owner_id = $1 and release_id = $2 and search @@ $5::tsquery
)
select id, (select count(*) from matched) as results
  from matched
 order by is_sku desc, rank desc, name, id
 limit $3 offset $4`)

/** A search word, compared with the words of a release. */
type CheckedWord = {
  word: string
  is_last: boolean
  /** Null for a stop word, such as `the`. */
  stem: string | null
  known: boolean
  /** The most similar words of the release. */
  nearest: string[]
}

/**
 * Unknown words of a search that are corrected. Each is compared with all words of the release, which takes 45 ms for
 * 70,000 words. Searches with more unknown words find nothing, since all words must match.
 */
const MAX_CORRECTED_WORDS = 5

/**
 * Allows one edit (insertion, deletion, substitution or transposition), or two in words of six letters or more. The known
 * words with the fewest edits are used. Words with digits are not corrected.
 */
const CHECK_SPELLING = prepared(`with requested as materialized (
  select word, position, position = cardinality($3::text[]) as is_last, length(word) as length,
         least(length(word) / 6 + 1, 2) as max_edits, stem,
         exists (
           select from release_words w
            where w.owner_id = $1 and w.release_id = $2
              and (w.word in (written.word, stem)
                or position = cardinality($3) and w.word >= written.word and w.word < written.word || chr(1114111))
         ) as known
    from unnest($3::text[]) with ordinality as written(word, position)
    cross join lateral (select (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as stem) as english
), mistyped as (
  select word, position, length, max_edits
    from requested
   where not known and stem is not null and length between 3 and 60 and word ~ '^\\D+$'
   order by position
   limit ${MAX_CORRECTED_WORDS}
), near as (
  select position, array_agg(ranked.word) as nearest
    from mistyped
    cross join lateral (
      select w.word, rank() over (order by levenshtein(w.word, mistyped.word)) as rank
        from release_words w
       where w.owner_id = $1 and w.release_id = $2 and length(w.word) between mistyped.length - 2 and mistyped.length + 2
         and (levenshtein_less_equal(w.word, mistyped.word, mistyped.max_edits) <= mistyped.max_edits
           or w.word = any(array(
             select overlay(mistyped.word placing reverse(substr(mistyped.word, i, 2)) from i for 2)
               from generate_series(1, mistyped.length - 1) as i)))
    ) as ranked
   where rank = 1
   group by position
)
select word, is_last, stem, known, coalesce(nearest, '{}') as nearest
  from requested left join near using (position)
 order by position`)

/** Ignores stop words unless there are no other words. */
function toTsquery(checked: readonly CheckedWord[]): string {
  const significant = checked.filter(({ stem }) => stem !== null)
  return (significant.length === 0 ? checked : significant).map(toTerm).join(' & ')
}

function toTerm({ word, is_last, stem, known, nearest }: CheckedWord): string {
  if (!known && nearest.length > 0) return `(${nearest.map(quoted).join(' | ')})`
  const written = is_last ? `${quoted(word)}:*` : quoted(word)
  return stem === null ? written : `(${written} | ${quoted(stem)})`
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
