import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { indexProducts } from '../../src/store/catalog/releases/sql/index-products.ts'
import { analyzeGrownTables } from '../../src/store/catalog/releases/sql/statistics.ts'
import { findFacets } from '../../src/store/catalog/search/facets.ts'
import { PART_SIZE } from '../../src/store/catalog/search/rules/amounts.ts'
import { SORTINGS } from '../../src/store/catalog/search/rules/sorting.ts'
import { type SearchRequest, searchProducts } from '../../src/store/catalog/search/search.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

/** More products than one part of a list covers. */
const PRODUCTS = PART_SIZE + 1_500
const LIMIT = 5_000
const ref = { owner_id: newId(1), release_id: newId(2) }

/** Milliseconds since the epoch. */
const LATER = 4_102_444_800_000

/** SQL for a published price. */
const price = (amount: string, valid_from: string, valid_to: string) => `jsonb_build_object(
  'amount', ${amount}, 'sale_amount', null, 'includes_tax', false, 'tiers', '[]'::jsonb,
  'valid_from', ${valid_from}, 'valid_to', ${valid_to})`

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // Names do not follow the order of ids. Some products have the word in the description only, and every third price
  // begins later.
  await query(
    database.db,
    `insert into release_products (owner_id, release_id, id, updated_at, sku, name, description, slug, commodity_type, definition,
                                   options, tags, weight, extensions, external_ref, node_ids, category_ids, prices, digest)
     select $1, $2, uuidv7(), now(), case when n = 701 then 'oak' else 'SKU-' || n end,
            case when n % 4 = 0 then 'Chair ' else 'Oak ' end || (n * 7919) % 5000, case when n % 4 = 0 then 'Of oak' else '' end,
            '', 'physical', '', jsonb_build_array(jsonb_build_object('name', 'color', 'value', 'c' || n % 3)),
            case when n % 2000 = 0 then '{seldom}' else '{}' end::text[], 0, '{}', '', '{}', '{}',
            case when n % 10 = 0 then '{}' else jsonb_build_object('USD',
              case when n % 7 = 0 then jsonb_build_array(${price('1', 'null', '1000')}) else '[]' end
                || jsonb_build_array(${price('n % 100', `case when n % 3 = 0 then ${LATER} end`, 'null')})) end,
            ''
       from generate_series(1, ${PRODUCTS}) as n`,
    [ref.owner_id, ref.release_id],
  )
  await database.db.transaction((tx) => indexProducts(tx, ref, new AbortController().signal))
  await analyzeGrownTables(database.db, ['release_products', 'release_positions', 'release_words'])
})
afterAll(() => database.close())

const requestFor = (more: Partial<SearchRequest>): SearchRequest => ({
  ...{ keywords: 'oak', sorting: 'relevance', filters: [], offset: 0, limit: LIMIT },
  shop: { store_id: ref.owner_id, now: LATER, currency: 'USD' },
  ...more,
})

/** Ids of all pages. */
async function idsOf(more: Partial<SearchRequest>): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = await searchProducts(database.db, ref, requestFor({ ...more, offset: ids.length }))
    ids.push(...page.ids)
    if (page.ids.length === 0) {
      expect(page.results).toBe(ids.length)
      return ids
    }
  }
}

const sql = async (order: string, where = 'true'): Promise<string[]> => {
  const text = `select id from release_products where release_id = $1 and ${where} order by ${order}`
  return (await query<{ id: string }>(database.db, text, [ref.release_id])).map(({ id }) => id)
}
const AMOUNT = `(prices -> 'USD' -> -1 ->> 'amount')::integer`

test('a word of all products finds each product once, in every sort order', async () => {
  for (const sorting of SORTINGS) {
    const ids = await idsOf({ sorting })
    expect([sorting, ids.length, new Set(ids).size]).toEqual([sorting, PRODUCTS, PRODUCTS])
  }
})

test('results follow the requested sort order', async () => {
  const relevance = await idsOf({})
  // The product with the SKU comes first, then names with the word, then descriptions.
  const best = `sku = 'oak' desc, name like 'Oak%' or sku = 'oak' desc, name, id`
  expect(relevance).toEqual(await sql(best))
  expect(await idsOf({ keywords: 'OAK' })).toEqual(relevance)
  expect(await idsOf({ keywords: ' ' })).toEqual(await sql('name, id'))
  expect(await idsOf({ sorting: 'name-ascending' })).toEqual(await sql('name, id'))
  expect(await idsOf({ sorting: 'name-descending' })).toEqual(await sql('name desc, id desc'))
  expect(await idsOf({ sorting: 'newest' })).toEqual(await sql('id desc'))
  expect(await idsOf({ sorting: 'price-ascending' })).toEqual(await sql(`${AMOUNT} nulls last, name, id`))
  const priced = await sql(`${AMOUNT} desc, name desc, id desc`, `prices <> '{}'`)
  const unpriced = await sql('name, id', `prices = '{}'`)
  expect(await idsOf({ sorting: 'price-descending' })).toEqual([...priced, ...unpriced])
})

test('prices with a period apply at the moment of the search', async () => {
  const cheap = { filters: [{ facet: 'price', values: ['USD:0-50'] }] }
  const early = { shop: { store_id: ref.owner_id, now: LATER - 1, currency: 'USD' } }
  const is_cheap = `${AMOUNT} < 50`
  expect((await idsOf(cheap)).toSorted()).toEqual(await sql('id', is_cheap))
  const timeless = `${is_cheap} and prices -> 'USD' -> -1 ->> 'valid_from' is null`
  expect((await idsOf({ ...cheap, ...early })).toSorted()).toEqual(await sql('id', timeless))
  expect((await idsOf(cheap)).toSorted()).toEqual(await sql('id', is_cheap))
})

test('rare words, prefixes and facets count over all parts', async () => {
  expect((await idsOf({ keywords: 'seldom' })).toSorted()).toEqual(await sql('id', `tags = '{seldom}'`))
  expect((await idsOf({ keywords: 'oak seld' })).toSorted()).toEqual(await sql('id', `tags = '{seldom}'`))
  expect((await idsOf({ keywords: 'oka' })).length).toBe(PRODUCTS)
  const facets = await findFacets(database.db, ref, requestFor({ keywords: 'oa' }))
  const color = facets.find(({ name }) => name === 'option:color')
  const counts = color?.values.map(({ value, count }) => [value, count])
  const expected = [0, 1, 2].map(async (rest) => [
    `c${rest}`,
    (await sql('id', `options -> 0 ->> 'value' = 'c${rest}'`)).length,
  ])
  expect(counts?.toSorted()).toEqual(await Promise.all(expected))
  const filters = [{ facet: 'option:color', values: ['c0', 'c2'] }]
  expect((await idsOf({ filters })).length).toBe(PRODUCTS - (counts?.find(([value]) => value === 'c1')?.[1] as number))
})
