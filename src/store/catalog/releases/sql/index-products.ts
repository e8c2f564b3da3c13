import { query, type Transaction } from '../../../../db/database.ts'
import { PART_SIZE } from '../../search/rules/amounts.ts'
import { packed } from '../../search/rules/lists.ts'
import { VARIANT } from '../../search/rules/terms.ts'

type Release = { owner_id: string; release_id: string }

/**
 * Writes the search index of a release: the products' order by name, and lists of products per word, option value, node
 * and price. Works in parts, each a few statements of about a second.
 */
export async function indexProducts(tx: Transaction, release: Release, signal: AbortSignal): Promise<void> {
  const { owner_id, release_id } = release
  await query(tx, CREATE_WORD_PARTS, [])
  let parts = 0
  for (let after: Key | undefined = { name: '', id: MIN_ID }; ; parts += 1) {
    signal.throwIfAborted()
    const values: PartValues = [owner_id, release_id, parts, after.name, after.id]
    after = await insertPositions(tx, values)
    if (after === undefined) break
    for (const insert of [INSERT_WORD_PARTS, INSERT_VARIANT_PARTS, INSERT_NODES, INSERT_OPTIONS, INSERT_AMOUNTS])
      await query(tx, insert, values)
  }
  for (let part = 0; part < parts; part += 1) {
    signal.throwIfAborted()
    await query(tx, INSERT_WORDS, [owner_id, release_id, parts, part])
  }
}

type Key = { name: string; id: string }

/** Parameters $1 to $5 of each statement: a part, and the last product before it. */
type PartValues = readonly [owner_id: string, release_id: string, part: number, name: string, id: string]

const MIN_ID = '00000000-0000-0000-0000-000000000000'

/** The products of a part with their positions. Has no joins, because tables just filled have no statistics. */
const productsOfPart = (columns: string) => `(
  select (${PART_SIZE} * $3::integer + row_number() over (order by name, id) - 1)::integer as position, ${columns}
    from (
      select name, id, ${columns} from release_products
       where owner_id = $1 and release_id = $2 and (name, id) > ($4::text, $5::uuid)
       order by name, id limit ${PART_SIZE}
    ) as part
) as p`

/** Inserts positions. Returns the last product of the part, or undefined if the part is empty. */
async function insertPositions(tx: Transaction, values: PartValues): Promise<Key | undefined> {
  const rows = await query<Key>(
    tx,
    `with p as materialized (select * from ${productsOfPart('id as product_id, name as product_name')}),
     inserted as (
       insert into release_positions (owner_id, release_id, position, product_id)
       select $1, $2, position, product_id from p
     )
     select product_id as id, product_name as name from p order by position desc limit 1`,
    values,
  )
  return rows[0]
}

const LIST = `string_agg(${packed('p.position')}, '')`

/** Collects the words of all parts, so that each word ends up in one row rather than one row per part. */
const CREATE_WORD_PARTS = `create temporary table release_word_parts (
  word text collate "C" not null, in_name bytea, in_tags bytea, elsewhere bytea
) on commit drop`

const insertWordParts = (word: string, lexemes: string) => `insert into release_word_parts
  (word, in_name, in_tags, elsewhere)
select ${word},
       ${LIST} filter (where 'A' = any(w.weights)),
       ${LIST} filter (where 'B' = any(w.weights) and not 'A' = any(w.weights)),
       ${LIST} filter (where not w.weights && '{A,B}')
  from ${lexemes}
 group by w.lexeme`

const INSERT_WORD_PARTS = insertWordParts(
  'w.lexeme',
  `${productsOfPart('search')} cross join lateral unnest(p.search) as w`,
)

/** Products with characters beyond ASCII are also found by other spellings of their words. */
const INSERT_VARIANT_PARTS = insertWordParts(
  `'${VARIANT}' || w.lexeme`,
  `${productsOfPart('name as product_name, sku, tags, description, search')}
  cross join lateral unnest(search_variants(p.product_name, p.sku, p.tags, p.description, p.search)) as w
 where not is_ascii(p.product_name || p.sku || joined_tags(p.tags) || p.description)`,
)

/** Inserts one of $3 parts of the words. */
const INSERT_WORDS = `insert into release_words (owner_id, release_id, word, in_name, in_tags, elsewhere)
select $1, $2, word, string_agg(in_name, ''), string_agg(in_tags, ''), string_agg(elsewhere, '')
  from release_word_parts
 where abs(hashtext(word)::bigint) % $3::integer = $4::integer
 group by word`

const INSERT_NODES = `insert into release_facets
  (owner_id, release_id, part, facet, value, facet_label, value_label, products)
select $1, $2, $3::integer, 'nodes', n.id, '', n.name, placed.products
  from (
    select node_id, ${LIST} as products
      from ${productsOfPart('category_ids')}
      cross join lateral unnest(p.category_ids) as node_id
     group by node_id
  ) as placed
  join release_nodes n on n.owner_id = $1 and n.release_id = $2 and n.id = placed.node_id`

const INSERT_OPTIONS = `insert into release_facets
  (owner_id, release_id, part, facet, value, facet_label, value_label, products)
select $1, $2, $3::integer, 'option:' || o.name, o.value, min(coalesce(o.display_name, o.name)),
       min(coalesce(o.display_value, o.value)), ${LIST}
  from ${productsOfPart('options')}
  cross join lateral jsonb_to_recordset(p.options)
    as o(name text, value text, display_name text, display_value text)
 group by o.name, o.value`

const NOW_MS = 'extract(epoch from now()) * 1000'

/** Amount of the first price that has not ended, if it has begun and has no end; -2 if it depends on the time. */
const AMOUNT = `case
  when price is null then -1
  when price ->> 'valid_to' is null and coalesce((price ->> 'valid_from')::numeric, 0) <= ${NOW_MS}
  then least((price ->> 'amount')::bigint, (price ->> 'sale_amount')::bigint)
  else -2
end`

const INSERT_AMOUNTS = `with p as materialized (select position, prices from ${productsOfPart('prices')})
insert into release_amounts (owner_id, release_id, currency, part, amounts)
select $1, $2, c.currency, $3::integer, string_agg(int8send(${AMOUNT}), '' order by p.position)
  from (select distinct jsonb_object_keys(prices) as currency from p) as c
  cross join p
  cross join lateral (
    select (
      select price from jsonb_array_elements(p.prices -> c.currency) with ordinality as published(price, rank)
       where price ->> 'valid_to' is null or (price ->> 'valid_to')::numeric > ${NOW_MS}
       order by rank limit 1
    ) as price
  ) as first
 group by c.currency`
