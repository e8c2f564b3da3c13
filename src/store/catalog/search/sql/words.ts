import { plainArray } from '../../../../db/arrays.ts'
import { type Executor, query } from '../../../../db/database.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { SearchTerm } from '../../../../kernel/text/words.ts'
import type { Ref } from '../../cache/release-cache.ts'
import { rowOf } from '../../sql/named-rows.ts'
import { PRODUCT_COLUMNS, type ReleasedProduct } from '../../sql/product-rows.ts'
import type { Matches, Posting } from '../rules/matches.ts'
import { type CheckedTerm, VARIANT } from '../rules/terms.ts'

/** A search term with the products of one kind of match; all null if there are none. */
export type FoundTerm = CheckedTerm & { position: number } & {
  [Name in keyof Omit<Posting, 'term'>]: Posting[Name] | null
}

/**
 * Looks up search terms and the products that have them: a row for each kind of match; prefixes match the last word. The
 * first few unknown words come with the most similar known words and their products.
 */
export function findTerms(
  db: Executor,
  { owner_id, release_id }: Ref,
  terms: readonly SearchTerm[],
): Promise<FoundTerm[]> {
  const columns = [terms.map(({ word }) => word), terms.map(({ folded }) => folded), terms.map(({ gram }) => gram)]
  return query(db, FIND_TERMS, [owner_id, release_id, ...columns])
}

/**
 * Unknown words per search that are corrected. Each is compared with all words of the release, which takes 45 ms for
 * 70,000 words. Searches with more unknown words find nothing, since all words must match.
 */
const MAX_CORRECTED_WORDS = 5

/** Sorts after every character. */
const LAST = 'chr(1114111)'

/**
 * Allows one edit (insertion, deletion, substitution or transposition), or two in words of six letters or more. Picks
 * the known words with the fewest edits. Words with digits are not corrected. `offset 0` forces one index lookup per
 * range, because a table that has grown has no statistics yet.
 */
const FIND_TERMS = prepared(`with requested as materialized (
  select word, folded, gram, position,
         position = max(position) filter (where word is not null) over () as is_last, stem, folded_stem
    from unnest($3::text[], $4::text[], $5::text[]) with ordinality as written(word, folded, gram, position)
    cross join lateral (
      select (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as stem,
             (tsvector_to_array(to_tsvector('pg_catalog.english', folded)))[1] as folded_stem
    ) as english
), ranges as (
  select position, match, first, last
    from requested
    cross join lateral (
      select 'exact' as match, written as first, written as last from unnest(array[word, nullif(stem, word)]) as written
      union all
      select 'folded', written, written
        from unnest(array[nullif(folded, word), nullif(folded_stem, stem), '${VARIANT}' || folded,
                          '${VARIANT}' || nullif(folded_stem, folded), '${VARIANT}' || gram]) as written
      union all
      select 'folded', '${VARIANT}' || gram || chr(1), '${VARIANT}' || gram || ${LAST} where length(gram) = 1
      union all
      select 'prefix', word || chr(1), word || ${LAST} where is_last
      union all
      select 'folded_prefix', written || chr(1), written || ${LAST}
        from unnest(array[nullif(folded, word), '${VARIANT}' || folded]) as written where is_last
    ) as sought
   where first is not null
), found as materialized (
  select position, match, in_name, in_tags, elsewhere
    from ranges
    cross join lateral (
      select w.in_name, w.in_tags, w.elsewhere
        from release_words w
       where w.owner_id = $1 and w.release_id = $2 and w.word between ranges.first and ranges.last
      offset 0
    ) as words
), mistyped as (
  select position, folded, least(length(folded) / 6 + 1, 2) as max_edits
    from requested
   where not exists (select from found where found.position = requested.position)
     and gram is null and stem is not null and length(folded) between 3 and 60 and folded ~ '^\\D+$'
   order by position
   limit ${MAX_CORRECTED_WORDS}
), compared as materialized (
  select position, start || folded as word, length(start || folded) as length, max_edits, start
    from mistyped cross join (values (''), ('${VARIANT}')) as starts(start)
), near as (
  select position, array_agg(distinct ranked.word) as nearest
    from (
      select position, known.word, rank() over (partition by position order by edits) as rank
        from compared
        cross join lateral (
          select w.word, levenshtein(w.word, compared.word) as edits
            from release_words w
           where w.owner_id = $1 and w.release_id = $2 and w.word >= compared.start
             and length(w.word) between compared.length - 2 and compared.length + 2
             and (levenshtein_less_equal(w.word, compared.word, compared.max_edits) <= compared.max_edits
               or w.word = any(array(
                 select overlay(compared.word placing reverse(substr(compared.word, i, 2)) from i for 2)
                   from generate_series(1, compared.length - 1) as i)))
          offset 0
        ) as known
    ) as ranked
   where rank = 1
   group by position
), postings as (
  select position, match, string_agg(in_name, '') as in_name, string_agg(in_tags, '') as in_tags,
         string_agg(elsewhere, '') as elsewhere
    from (
      select * from found
      union all
      select position, 'folded', w.in_name, w.in_tags, w.elsewhere
        from near
        cross join lateral unnest(nearest) as similar_word(word)
        join release_words w on w.owner_id = $1 and w.release_id = $2 and w.word = similar_word.word
    ) as lists
   group by position, match
)
select position, word, folded, gram, is_last, stem, folded_stem, postings.position is not null and nearest is null as known,
       coalesce(nearest, '{}') as nearest, match, in_name, in_tags, elsewhere
  from requested left join near using (position) left join postings using (position)
 order by position`)

type RankRequest = { matches: Matches; tsquery: string; sku: string; offset: number; limit: number }

/** Selects a page of these products: an exact SKU first, then by score, then by the frequency of the words. */
export function selectRanked(
  db: Executor,
  { owner_id, release_id }: Ref,
  { matches: { positions, scores }, tsquery, sku, offset, limit }: RankRequest,
): Promise<ReleasedProduct[]> {
  const values = [
    owner_id,
    release_id,
    plainArray([...positions]),
    tsquery,
    sku,
    limit,
    offset,
    plainArray([...scores]),
  ]
  return query(db, SELECT_RANKED, values)
}

const BY_RANK = `order by length(found.sku) = length($5::text) and lower(found.sku) = $5 desc,
  requested.score desc, ts_rank('{0.05, 0.2, 0.4, 1}', found.search, $4::tsquery) desc, requested.position`

/** Compares lengths before `lower(sku)`, which costs as much as the rank. */
const SELECT_RANKED = prepared(`with page as (
select found.id, row_number() over (${BY_RANK}) as number
  from unnest($3::integer[], $8::integer[]) as requested(position, score)
  cross join lateral (
    select p.id, p.sku, p.search
      from release_positions l
      cross join ${rowOf('release_products', 'l.product_id')} as p
     where l.owner_id = $1 and l.release_id = $2 and l.position = requested.position
    offset 0
  ) as found
 order by number limit $6 offset $7
)
select ${PRODUCT_COLUMNS}
  from page cross join ${rowOf('release_products', 'page.id')} as p
 order by page.number`)
