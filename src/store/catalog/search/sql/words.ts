import { plainArray } from '../../../../db/arrays.ts'
import { type Executor, query } from '../../../../db/database.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Ref } from '../../cache/release-cache.ts'
import { rowOf } from '../../sql/named-rows.ts'
import { PRODUCT_COLUMNS, type ReleasedProduct } from '../../sql/product-rows.ts'
import type { Posting } from '../rules/matches.ts'
import type { CheckedWord } from '../rules/terms.ts'

/** A search word with the products that contain it; all null if there are none. */
export type FoundWord = CheckedWord & { position: number } & {
  [Name in keyof Omit<Posting, 'term'>]: Posting[Name] | null
}

/**
 * Looks up search words and the products that have them: up to two rows for the last word, which also matches as a
 * prefix. The first few unknown words come with the most similar known words and their products.
 */
export function findWords(db: Executor, { owner_id, release_id }: Ref, words: readonly string[]): Promise<FoundWord[]> {
  return query(db, FIND_WORDS, [owner_id, release_id, words])
}

/**
 * Unknown words per search that are corrected. Each is compared with all words of the release, which takes 45 ms for
 * 70,000 words. Searches with more unknown words find nothing, since all words must match.
 */
const MAX_CORRECTED_WORDS = 5

/**
 * Allows one edit (insertion, deletion, substitution or transposition), or two in words of six letters or more. Picks
 * the known words with the fewest edits. Words with digits are not corrected. `offset 0` forces one index lookup per
 * range, because a table that has grown has no statistics yet.
 */
const FIND_WORDS = prepared(`with requested as materialized (
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
), ranges as (
  select position, is_prefix, first, last
    from requested left join near using (position)
    cross join lateral (
      select false as is_prefix, written as first, written as last
        from unnest(case when known then array[word, nullif(stem, word)] else nearest end) as written
      union all
      select true, word || chr(1), word || chr(1114111) where known and is_last
    ) as sought
), postings as (
  select position, is_prefix, string_agg(found.in_name, '') as in_name,
         string_agg(found.in_tags, '') as in_tags, string_agg(found.elsewhere, '') as elsewhere
    from ranges
    cross join lateral (
      select w.in_name, w.in_tags, w.elsewhere
        from release_words w
       where w.owner_id = $1 and w.release_id = $2 and w.word between ranges.first and ranges.last
      offset 0
    ) as found
   group by position, is_prefix
)
select position, word, is_last, stem, known, coalesce(nearest, '{}') as nearest, is_prefix, in_name, in_tags, elsewhere
  from requested left join near using (position) left join postings using (position)
 order by position, is_prefix`)

type RankRequest = { positions: Uint32Array; tsquery: string; sku: string; offset: number; limit: number }

/** Selects a page of these products, best match first; an exact SKU comes before all. */
export function selectRanked(
  db: Executor,
  { owner_id, release_id }: Ref,
  { positions, tsquery, sku, offset, limit }: RankRequest,
): Promise<ReleasedProduct[]> {
  const values = [owner_id, release_id, plainArray([...positions]), tsquery, sku, limit, offset]
  return query(db, SELECT_RANKED, values)
}

const BY_RANK = `order by length(found.sku) = length($5::text) and lower(found.sku) = $5 desc,
  ts_rank('{0.05, 0.2, 0.4, 1}', found.search, $4::tsquery) desc, requested.position`

/** Compares lengths before `lower(sku)`, which costs as much as the rank. */
const SELECT_RANKED = prepared(`with page as (
select found.id, row_number() over (${BY_RANK}) as number
  from unnest($3::integer[]) as requested(position)
  cross join lateral (
    select p.id, p.sku, p.search
      from release_positions l
      cross join ${rowOf('release_products', 'id', 'l.product_id')} as p
     where l.owner_id = $1 and l.release_id = $2 and l.position = requested.position
    offset 0
  ) as found
 order by number limit $6 offset $7
)
select ${PRODUCT_COLUMNS}
  from page cross join ${rowOf('release_products', 'id', 'page.id')} as p
 order by page.number`)
