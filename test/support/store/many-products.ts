import { type Database, query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import type { Sources } from '../../../src/store/catalog/releases/sql/copy-release.ts'

/** Distinct words of the descriptions: a few are in many products, most are in few. */
const WORDS = 71_000
const WORDS_PER_PRODUCT = 30
const BATCH = 5_000

/**
 * Inserts products of about 40 words each, in 20 nodes below 4, with a color, a size and prices in two currencies. All
 * have the words `lamp` (in the name) and `light` (in the description); `rareN` is in the tags of 1 in 500. Returns the
 * sources of a release.
 */
export async function insertManyProducts(db: Database, products: number): Promise<Omit<Sources, 'release_id'>> {
  const [owner_id, hierarchy, book] = [newId(Date.now()), newId(Date.now()), newId(Date.now())]
  const frame = [owner_id, 1, new Date()]
  await query(db, `insert into hierarchies values ($1, $4, $2, $3, 'Lighting', '', '')`, [...frame, hierarchy])
  await query(db, `insert into pricebooks values ($1, $4, $2, $3, 'Retail', '', '')`, [...frame, book])
  const roots = await insertNodes(db, frame, hierarchy, [null])
  const nodes = await insertNodes(db, frame, hierarchy, roots)
  await query(db, `select setseed(0.5)`, [])
  for (let first = 1; first <= products; first += BATCH)
    await query(
      db,
      `insert into products (owner_id, id, version, updated_at, sku, name, description, slug, status, commodity_type, definition,
                             options, modifier_names, tags, weight, extensions, external_ref)
       select $1, uuidv7(), $2, $3, 'SKU-' || n, 'Lamp ' || initcap(${word('n + 13')}) || ' ' || n,
              'Light ' || (select string_agg(${word(`power(random(), 3) * ${WORDS} + 0 * i * n`)}, ' ')
                             from generate_series(1, ${WORDS_PER_PRODUCT}) as i),
              '', 'live', 'physical', '',
              jsonb_build_array(${option('color', 'n % 8')}, ${option('size', 'n % 5')}),
              '{}', array['rare' || n % 500, 'lighting', ${word('n % 40')}], 500, '{}', ''
         from generate_series($4::integer, $5::integer) as n`,
      [...frame, first, Math.min(first + BATCH - 1, products)],
    )
  await query(
    db,
    `insert into product_prices (owner_id, id, version, updated_at, pricebook_id, sku, currencies)
     select $1, uuidv7(), $2, $3, $4, sku, jsonb_build_object('USD', priced, 'EUR', priced)
       from products cross join lateral (
         select jsonb_build_object('amount', 100 + (power(random(), 3) * 50000)::integer + 0 * weight, 'includes_tax', false,
                                   'sale_amount', null, 'tiers', '[]'::jsonb) as priced) as p
      where owner_id = $1`,
    [...frame, book],
  )
  await query(
    db,
    `insert into node_products
     select owner_id, ($2::uuid[])[1 + row_number() over (order by id) % ${nodes.length}], id from products where owner_id = $1`,
    [owner_id, nodes],
  )
  return { owner_id, hierarchy_ids: [hierarchy], pricebook_ids: [book], previous_release_id: null }
}

/** Maps a number to eight letters. */
function word(number: string): string {
  return `left(translate(md5((${number})::integer::text), '0123456789', 'ghijklmnop'), 8)`
}

function option(name: string, value: string): string {
  return `jsonb_build_object('name', '${name}', 'display_name', '${name}', 'value', '${name}-' || ${value},
    'display_value', '${name} ' || ${value}, 'price_modifier', null)`
}

/** Inserts five nodes below each parent, or four roots. */
async function insertNodes(db: Database, frame: unknown[], hierarchy: string, parents: (string | null)[]) {
  const ids: string[] = []
  for (const parent of parents)
    for (let index = 0; index < (parent === null ? 4 : 5); index += 1) {
      const id = newId(Date.now())
      ids.push(id)
      await query(db, `insert into nodes values ($1, $4, $2, $3, $5, $6, $7, '', '', $8)`, [
        ...frame,
        ...[id, hierarchy, parent, `Node ${index}`, index],
      ])
    }
  return ids
}
