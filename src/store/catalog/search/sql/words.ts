import { plainArray } from '../../../../db/arrays.ts'
import { type Executor, query } from '../../../../db/database.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Ref } from '../../cache/release-cache.ts'
import { PRODUCT_COLUMNS, type ReleasedProduct } from '../../sql/product-rows.ts'
import type { Posting } from '../rules/matches.ts'
import type { CheckedWord, Term } from '../rules/terms.ts'

/** Looks up the words of a search. The first few that the release does not have come with the most similar words that it has. */
export function checkSpelling(
  db: Executor,
  { owner_id, release_id }: Ref,
  words: readonly string[],
): Promise<CheckedWord[]> {
  return query(db, CHECK_SPELLING, [owner_id, release_id, words])
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

/** The products that have the terms. */
export function selectPostings(
  db: Executor,
  { owner_id, release_id }: Ref,
  terms: readonly Term[],
): Promise<Posting[]> {
  const ranges = terms.flatMap(({ words, prefix }, term) => [
    ...words.map((word) => ({ term, is_prefix: false, first: word, last: word })),
    ...(prefix === null ? [] : [{ term, is_prefix: true, first: `${prefix}\u0001`, last: `${prefix}\u{10FFFF}` }]),
  ])
  return query(db, SELECT_POSTINGS, [
    owner_id,
    release_id,
    plainArray(ranges.map(({ term }) => term)),
    plainArray(ranges.map(({ is_prefix }) => is_prefix)),
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
  ])
}

/** `offset 0` forces one look into the index for each range: a table that has grown has no statistics yet. */
const SELECT_POSTINGS = prepared(`select term, is_prefix, string_agg(found.in_name, '') as in_name,
       string_agg(found.in_tags, '') as in_tags, string_agg(found.elsewhere, '') as elsewhere
  from unnest($3::integer[], $4::boolean[], $5::text[], $6::text[]) as requested(term, is_prefix, first, last)
  cross join lateral (
    select w.in_name, w.in_tags, w.elsewhere
      from release_words w
     where w.owner_id = $1 and w.release_id = $2 and w.word between requested.first and requested.last
    offset 0
  ) as found
 group by term, is_prefix`)

type RankRequest = { positions: Uint32Array; tsquery: string; sku: string; offset: number; limit: number }

/** A page of these products, best match first; a product whose SKU was searched for is the first. */
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
      join release_products p on p.owner_id = l.owner_id and p.release_id = l.release_id and p.id = l.product_id
     where l.owner_id = $1 and l.release_id = $2 and l.position = requested.position
    offset 0
  ) as found
 order by number limit $6 offset $7
)
select ${PRODUCT_COLUMNS}
  from page join release_products p on p.owner_id = $1 and p.release_id = $2 and p.id = page.id
 order by page.number`)
