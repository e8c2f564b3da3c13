import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { searchText } from '../../src/kernel/text/search-text.ts'
import { searchTerms } from '../../src/kernel/text/words.ts'
import { indexProducts } from '../../src/store/catalog/releases/sql/index-products.ts'
import { searchProducts } from '../../src/store/catalog/search/search.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { insertReleased, type Named } from '../support/database/released-names.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Publishes products, and returns a function that finds their names. */
async function publishNames(products: readonly Named[]): Promise<(keywords: string) => Promise<string[]>> {
  const ref = { owner_id: newId(Date.now()), release_id: newId(Date.now()) }
  const names = await insertReleased(database.db, ref, products)
  await database.db.transaction((tx) => indexProducts(tx, ref, new AbortController().signal))
  const shop = { store_id: ref.owner_id, now: 0, currency: null }
  return async (keywords) => {
    const request = { keywords, sorting: 'relevance', filters: [], shop, offset: 0, limit: 100 } as const
    return (await searchProducts(database.db, ref, request)).ids.map((id) => names.get(id) ?? id)
  }
}

describe('PostgreSQL folds as the process does', () => {
  /** Letters newer than PostgreSQL 15, which an older server or its C library may not know. */
  const YOUNG = /[\u1c89\ua7cb-\ua7f1\u{1e030}-\u{1e08f}]/u
  const CHARACTERS = [...Array(0x10000).keys(), ...Array.from({ length: 0xc00 }, (_, index) => 0x1f000 + index)]
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !YOUNG.test(character))

  test('every character', async () => {
    const rows = await query<{ character: string; folded: string; grams: string }>(
      database.db,
      `select character, search_text(character) as folded, search_grams(search_text(character), 'A')::text as grams
         from unnest($1::text[]) as character`,
      [CHARACTERS],
    )
    const isGram = (character: string) => searchTerms(character).some(({ gram }) => gram !== null)
    expect(rows.filter(({ character, folded }) => folded !== searchText(character))).toEqual([])
    expect(rows.filter(({ character, grams }) => isGram(character) && grams === '')).toEqual([])
  })

  test('every text', async () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), 2000)
    const storable = texts.filter((text) => !text.includes('\0') && text.isWellFormed() && !YOUNG.test(text))
    const rows = await query<{ text: string; folded: string; again: string }>(
      database.db,
      `select text, search_text(text) as folded, search_text(search_text(text)) as again from unnest($1::text[]) as text`,
      [storable],
    )
    expect(rows.filter(({ text, folded }) => folded !== searchText(text))).toEqual([])
    expect(rows.filter(({ folded, again }) => again !== folded)).toEqual([])
  })
})

const NAMES = [
  ...['Cafe Table', 'Café Chair', 'Cafe\u0301 Sofa', 'Crème Jug', 'Łódź Bowl', '東京タワー模型', 'Übergröße Bed'],
  ...[
    '冷蔵庫２０１８年製',
    'Ünïcödé Lamp',
    'Señor Björn',
    'Straße',
    'Lamp 🎄👍🏽',
    '노트북가방',
    'กระเป๋าหนัง',
    'हिन्दी किताब',
    'Ёлка',
  ],
]

describe('a search', () => {
  let found: (keywords: string) => Promise<string[]>
  beforeAll(async () => {
    found = await publishNames(NAMES.map((name) => ({ name })))
  })

  test.each([
    ['cafe', ['Cafe Table', 'Cafe\u0301 Sofa', 'Café Chair']],
    ['café', ['Café Chair', 'Cafe Table', 'Cafe\u0301 Sofa']],
    ['CAFÉ', ['Café Chair', 'Cafe Table', 'Cafe\u0301 Sofa']],
    ['cafe\u0301', ['Café Chair', 'Cafe Table', 'Cafe\u0301 Sofa']],
    ['ｃａｆｅ', ['Cafe Table', 'Cafe\u0301 Sofa', 'Café Chair']],
    ['cafe chair', ['Café Chair']],
    ['caf', ['Cafe Table', 'Cafe\u0301 Sofa', 'Café Chair']],
    ['kafé', ['Cafe Table', 'Cafe\u0301 Sofa', 'Café Chair']],
    ['creme', ['Crème Jug']],
    ['crem', ['Crème Jug']],
    ['lodz', ['Łódź Bowl']],
    ['łodz', ['Łódź Bowl']],
    ['ubergrosse', ['Übergröße Bed']],
    ['UBERGRÖSSE', ['Übergröße Bed']],
    ['unicode', ['Ünïcödé Lamp']],
    ['senor bjorn', ['Señor Björn']],
    ['strasse', ['Straße']],
    ['STRASSE', ['Straße']],
    ['елка', ['Ёлка']],
    ['東京', ['東京タワー模型']],
    ['タワー', ['東京タワー模型']],
    ['ﾀﾜｰ', ['東京タワー模型']],
    ['模型', ['東京タワー模型']],
    ['模', ['東京タワー模型']],
    ['型', ['東京タワー模型']],
    ['模型 東京', ['東京タワー模型']],
    ['型模', []],
    ['冷蔵庫2018年製', ['冷蔵庫２０１８年製']],
    ['2018年', ['冷蔵庫２０１８年製']],
    ['가방', ['노트북가방']],
    ['หนัง', ['กระเป๋าหนัง']],
    ['हिन्दी', ['हिन्दी किताब']],
    ['🎄', ['Lamp 🎄👍🏽']],
    ['👍', ['Lamp 🎄👍🏽']],
    ['👍🏽', ['Lamp 🎄👍🏽']],
    ['🎁', []],
    ['~cafe', ['Cafe Table', 'Cafe\u0301 Sofa', 'Café Chair']],
  ])('finds names in other spellings by %s', async (keywords, names) => {
    expect(await found(keywords)).toEqual(names)
  })
})

test('a word as it is written ranks above another spelling of it, and that above a beginning', async () => {
  const found = await publishNames([
    { name: '1', tags: ['creme'] },
    { name: '2', tags: ['crème'] },
    { name: '3', description: 'A creme.' },
    { name: '4', description: 'A crème.' },
    { name: 'Cremes', sku: 'x' },
    { name: 'Cremeschnitte' },
    { name: 'Crèmeschnitte' },
    { name: 'Crème' },
    { name: 'Creme' },
    { name: 'Crema' },
  ])
  const rest = ['Cremes', 'Cremeschnitte', 'Crèmeschnitte']
  expect(await found('creme')).toEqual(['Creme', ...rest.slice(0, 1), 'Crème', ...rest.slice(1), '1', '2', '3', '4'])
  expect(await found('crème')).toEqual([
    'Crème',
    'Creme',
    'Cremes',
    'Crèmeschnitte',
    'Cremeschnitte',
    '2',
    '1',
    '4',
    '3',
  ])
})

test('a name is found by its search text, by its words in any case and by parts of its runs', async () => {
  const wordOf = (characters: string, maxLength: number) =>
    fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength }).map((all) => all.join(''))
  const word = fc.oneof(
    wordOf('abcXYZàéîÕÜçñøØłŁđßæþőğİıαάΩςёйЙЖ\u0301\u0308\u0327', 9),
    wordOf('東京塔模型冷蔵庫ガラスｶﾞ가방노트กะเป๋าहिन्दी🎄👍', 9),
    wordOf('123４５６', 4),
  )
  const names = fc.sample(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
    300,
  )
  const found = await publishNames(names.map((name) => ({ name })))
  // An accent without a letter is no word.
  for (const name of names)
    for (const keywords of [name, searchText(name), name.normalize('NFD').toUpperCase(), name.split(' ')[0] ?? ''])
      if (searchText(keywords) !== '')
        expect([keywords, await found(keywords)]).toEqual([keywords, expect.arrayContaining([name])])
})
