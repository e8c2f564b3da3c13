import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Database } from '../../db/tables.ts'
import type { ReleaseRef } from './choose.ts'

type Ref = Pick<ReleaseRef, 'owner_id' | 'release_id'>

/** Some of the products that were found, and how many there are in all. */
export type FoundPage = { ids: string[]; results: number }

export type SearchRequest = { keywords: string; offset: number; limit: number }

/**
 * Products of a release that have all the words, the best first: a word in a name or sku counts more than one among the
 * tags, that more than one in the description. The last word may be the beginning of one; words that the release does not
 * have, the first few of them, stand for those that are nearest. Blank finds everything, by name. Past the last page
 * `results` is 0.
 */
export async function searchProducts(db: Database, ref: Ref, request: SearchRequest): Promise<FoundPage> {
  const { keywords, offset, limit } = request
  if (keywords.trim() === '') return pageOf(await query<FoundRow>(db, ALL, [...valuesOf(ref), limit, offset]))
  const words = wordsIn(keywords)
  if (words.length === 0) return { ids: [], results: 0 }
  const spelled = await query<Spelled>(db, SPELL, [...valuesOf(ref), words])
  const sku = keywords.trim().toLowerCase()
  return pageOf(await query<FoundRow>(db, FIND, [...valuesOf(ref), limit, offset, asQuery(spelled), sku]))
}

type FoundRow = { id: string; results: number }

function valuesOf({ owner_id, release_id }: Ref): string[] {
  return [owner_id, release_id]
}

function pageOf(rows: readonly FoundRow[]): FoundPage {
  return { ids: rows.map(({ id }) => id), results: rows[0]?.results ?? 0 }
}

/** More than these narrow nothing down. */
const MOST_WORDS = 20

function wordsIn(keywords: string): string[] {
  const words = keywords
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
  return words.filter((word) => word !== '').slice(0, MOST_WORDS)
}

const ALL = `select id, (select count(*) from release_products where owner_id = $1 and release_id = $2) as results
  from release_products
 where owner_id = $1 and release_id = $2
 order by name, id
 limit $3 offset $4`

/** What is written small is compared only where it can be the same: that costs as much as the rank. */
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

/** A word that was asked for, held against those of a release. */
type Spelled = {
  word: string
  is_last: boolean
  /** Without its ending; null for a word that says nothing, such as `the`. */
  stem: string | null
  known: boolean
  /** Words of the release that it may have been meant to be. */
  nearest: string[]
}

/**
 * Words that are held against all those of the release: it costs some 45 ms each where there are 70,000. Who writes more of
 * them wrong finds nothing anyway, since all words have to be found.
 */
const MOST_CORRECTED = 5

/**
 * A mistake is a letter too many, too few or wrong, or two that changed places; from six letters on there may be two. Of
 * the words of the release those with the fewest mistakes count. What has digits is no word.
 */
const SPELL = prepared(`with asked as materialized (
  select word, place, place = cardinality($3::text[]) as is_last, length(word) as long,
         least(length(word) / 6 + 1, 2) as mistakes, stem,
         exists (
           select from release_words w
            where w.owner_id = $1 and w.release_id = $2
              and (w.word in (written.word, stem)
                or place = cardinality($3) and w.word >= written.word and w.word < written.word || chr(1114111))
         ) as known
    from unnest($3::text[]) with ordinality as written(word, place)
    cross join lateral (select (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as stem) as english
), mistyped as (
  select word, place, long, mistakes
    from asked
   where not known and stem is not null and long between 3 and 60 and word ~ '^\\D+$'
   order by place
   limit ${MOST_CORRECTED}
), near as (
  select place, array_agg(ranked.word) as nearest
    from mistyped
    cross join lateral (
      select w.word, rank() over (order by levenshtein(w.word, mistyped.word)) as rank
        from release_words w
       where w.owner_id = $1 and w.release_id = $2 and length(w.word) between mistyped.long - 2 and mistyped.long + 2
         and (levenshtein_less_equal(w.word, mistyped.word, mistyped.mistakes) <= mistyped.mistakes
           or w.word = any(array(
             select overlay(mistyped.word placing reverse(substr(mistyped.word, i, 2)) from i for 2)
               from generate_series(1, mistyped.long - 1) as i)))
    ) as ranked
   where rank = 1
   group by place
)
select word, is_last, stem, known, coalesce(nearest, '{}') as nearest
  from asked left join near using (place)
 order by place`)

/** What says nothing counts only where nothing else is asked for. */
function asQuery(spelled: readonly Spelled[]): string {
  const telling = spelled.filter(({ stem }) => stem !== null)
  return (telling.length === 0 ? spelled : telling).map(asGroup).join(' & ')
}

function asGroup({ word, is_last, stem, known, nearest }: Spelled): string {
  if (!known && nearest.length > 0) return `(${nearest.map(quoted).join(' | ')})`
  const written = is_last ? `${quoted(word)}:*` : quoted(word)
  return stem === null ? written : `(${written} | ${quoted(stem)})`
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
