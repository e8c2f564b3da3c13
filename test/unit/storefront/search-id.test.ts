import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SORTINGS } from '../../../src/store/catalog/search/rules/sorting.ts'
import { decodeSearch, encodeSearch, type Search, toggled } from '../../../src/storefront/catalog/search-id.ts'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'

const text = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((one) => !/[\0\ud800-\udfff]/u.test(one))
const plain: fc.Arbitrary<Search> = fc.record({
  keywords: text,
  size: fc.integer({ min: 1, max: 100 }),
  sorting: fc.constantFrom(...SORTINGS),
  filters: fc.constant([]),
})
const value = fc.oneof(
  fc.tuple(fc.constant('option:color'), text),
  fc.tuple(
    text.map((name) => `option:${name}`),
    text,
  ),
  fc.tuple(fc.constant('nodes'), fc.uuid()),
  fc.tuple(fc.constant('availability'), fc.constantFrom('in-stock', 'sold-out')),
  fc.tuple(
    fc.constant('price'),
    fc.nat().map((from) => `USD:${from}-`),
  ),
)

test('an id is independent of the order of filters, and selecting a filter again removes it', () => {
  fc.assert(
    fc.property(plain, fc.uniqueArray(value, { maxLength: 5, selector: String }), (search, values) => {
      const choose = (all: typeof values) =>
        all.reduce((one, [facet, chosen]) => toggled(one, facet, chosen) ?? one, search)
      const chosen = choose(values)
      expect(decodeSearch(encodeSearch(chosen))).toEqual(chosen)
      expect(encodeSearch(choose(values.toReversed()))).toBe(encodeSearch(chosen))
      const [first] = values
      if (first === undefined) return
      const [facet, one] = first
      expect(toggled(toggled(chosen, facet, one) ?? chosen, facet, one)).toEqual(chosen)
    }),
  )
})

test('the id of a search without sort and filters has the original format', () => {
  expect(encodeSearch({ keywords: 'table lamp', size: 25, sorting: 'relevance', filters: [] })).toBe(
    encodeId('25 table lamp'),
  )
  expect(decodeSearch(encodeId('25 table lamp'))).toMatchObject({ keywords: 'table lamp', size: 25 })
})

test.each([
  'lamp',
  '0 lamp',
  '025 lamp',
  '101 lamp',
  `1 ${'x'.repeat(501)}`,
  '[1,25,"relevance"]\nlamp',
  '[2,25,"newest"]\nlamp',
  '[1,25,"cheapest"]\nlamp',
  '[1,25.5,"newest"]\nlamp',
  '[1,"25","newest"]\nlamp',
  '[1,25,"newest"]\n',
  '[1,25,"newest"]',
  '[1, 25,"newest"]\nlamp',
  '{"1":25}\nlamp',
  '[1,25,"newest",["option:color"]]\nlamp',
  '[1,25,"newest",["color","red"]]\nlamp',
  '[1,25,"newest",["option:color",1]]\nlamp',
  '[1,25,"newest",["option:color","red","red"]]\nlamp',
  '[1,25,"newest",["option:color","red","blue"]]\nlamp',
  '[1,25,"newest",["option:size","s"],["option:color","red"]]\nlamp',
  '[1,25,"newest",["option:color","red"],["option:color","blue"]]\nlamp',
  '[1,25,"newest","option:color"]\nlamp',
  '[1,25,"newest\nlamp',
])('%j is not a search', (text) => {
  expect(decodeSearch(encodeId(text))).toBeNull()
})

test('an id stays short enough for a path, because longer searches cannot be filtered further', () => {
  let search: Search = { keywords: '灯'.repeat(500), size: 100, sorting: 'price-descending', filters: [] }
  for (let index = 0; index < 200; index += 1)
    search = toggled(search, 'option:color', `${'x'.repeat(200)}${index}`) ?? search
  expect(search.filters[0]?.values.length).toBeGreaterThan(2)
  expect(encodeSearch(search).length).toBeLessThan(4096)
  expect(decodeSearch(encodeSearch(search))).toEqual(search)
  expect(toggled(search, 'option:color', 'y'.repeat(200))).toBeNull()
  expect(toggled(search, 'option:color', search.filters[0]?.values[0] ?? '')).not.toBeNull()
})
