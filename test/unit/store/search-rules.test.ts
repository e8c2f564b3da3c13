import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountsAt, PART_SIZE, unpackAmounts } from '../../../src/store/catalog/search/rules/amounts.ts'
import { withoutEach } from '../../../src/store/catalog/search/rules/facets.ts'
import { isFacetValue, parseRange, printRange } from '../../../src/store/catalog/search/rules/filter.ts'
import { countIn, type PackedList, sizeFor, unpack } from '../../../src/store/catalog/search/rules/lists.ts'
import {
  type Match,
  type Matches,
  maskOf,
  maskSize,
  matchAll,
  matchEverything,
  narrow,
  type Posting,
  sortByScore,
} from '../../../src/store/catalog/search/rules/matches.ts'
import { priceRanges } from '../../../src/store/catalog/search/rules/price-ranges.ts'
import { sortByPrice, sortByRelevance } from '../../../src/store/catalog/search/rules/sorting.ts'
import { termsOf, toTsquery } from '../../../src/store/catalog/search/rules/terms.ts'

/** Few values, so that they often coincide. */
const POSITIONS = [0, 1, 2, 3, 255, 256, 65_535, 65_536, 70_000]
const SIZE = 80_000
const positions = fc.subarray(POSITIONS)
const mask = positions.map((some) => maskOf(some, SIZE))

function pack(list: readonly number[]): PackedList {
  const packed = Buffer.alloc(3 * list.length)
  for (const [index, position] of list.entries()) packed.writeUIntBE(position, 3 * index, 3)
  return packed
}

test('a list reads back as written', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 24 - 1)), (list) => {
      expect([...unpack(pack(list))]).toEqual(list)
      expect(sizeFor(pack(list))).toBe(Math.max(-1, ...list) + 1)
    }),
  )
})

type Place = 'in_name' | 'in_tags' | 'elsewhere'

function posting(term: number, match: Match, place: Place, list: readonly number[]): Posting {
  return { term, match, in_name: null, in_tags: null, elsewhere: null, [place]: pack(list) }
}

const places = fc.record({ in_name: positions, in_tags: positions, elsewhere: positions })
const term = fc.record({ exact: places, folded: places, prefix: places, folded_prefix: places })

const entriesOf = (matches: Matches) => Array.from(matches.positions, (at, index) => [at, matches.scores[index]])

describe('matches', () => {
  test('have all terms, and each term adds the best field of its best word', () => {
    const worth = {
      exact: { in_name: 80, in_tags: 32, elsewhere: 4 },
      folded: { in_name: 72, in_tags: 28, elsewhere: 3 },
      prefix: { in_name: 60, in_tags: 24, elsewhere: 2 },
      folded_prefix: { in_name: 52, in_tags: 20, elsewhere: 1 },
    }
    const kinds = ['exact', 'folded', 'prefix', 'folded_prefix'] as const
    const all = ['in_name', 'in_tags', 'elsewhere'] as const
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 3 }), (terms) => {
        const stored = terms.flatMap((each, number) =>
          kinds.flatMap((kind) => all.flatMap((place) => posting(number, kind, place, each[kind][place]))),
        )
        const scores = POSITIONS.map((position) =>
          terms.map((each) =>
            Math.max(
              0,
              ...kinds.flatMap((kind) =>
                all.map((place) => (each[kind][place].includes(position) ? worth[kind][place] : 0)),
              ),
            ),
          ),
        )
        const expected = POSITIONS.flatMap((position, index) => {
          const own = scores[index] ?? []
          return own.every((score) => score > 0) ? [[position, own.reduce((sum, score) => sum + score)]] : []
        })
        expect(entriesOf(matchAll(stored, terms.length))).toEqual(expected)
      }),
    )
    expect(entriesOf(matchAll([], 1))).toEqual([])
    expect([...matchEverything(3).positions]).toEqual([0, 1, 2])
  })

  test('are sorted by score, then by position, after pinned results', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1600 })), positions, (scores, first) => {
        const matches = { ...matchEverything(scores.length), scores: Uint16Array.from(scores) }
        const naive = scores.map((_, position) => position).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
        expect([...sortByScore(matches)]).toEqual(naive)
        const led = first.filter((position) => position < scores.length)
        expect([...sortByRelevance(matches, first)]).toEqual([...led, ...naive.filter((one) => !led.includes(one))])
      }),
    )
  })

  test('filtered results are in every mask, and keep their scores', () => {
    fc.assert(
      fc.property(positions, fc.array(mask, { maxLength: 3 }), (some, masks) => {
        const matches = { positions: Uint32Array.from(some), scores: Uint16Array.from(some, (one) => one % 7) }
        const kept = some.filter((position) => masks.every((each) => each[position] === 1))
        expect(entriesOf(narrow(matches, masks))).toEqual(kept.map((position) => [position, position % 7]))
      }),
    )
  })

  test('sorted by price end with those without a price, by name', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 5 })), fc.func(fc.boolean()), (some, isFound) => {
        const all = some.map((_, position) => position).filter((position) => isFound(position))
        const matches = { positions: Uint32Array.from(all), scores: new Uint16Array(all.length) }
        const amounts = amountsAt(Float64Array.from(some), [], 0)
        const priceOf = (position: number) => some[position] ?? -1
        const priced = all.filter((one) => priceOf(one) >= 0).sort((a, b) => priceOf(a) - priceOf(b) || a - b)
        const rest = all.filter((one) => priceOf(one) < 0)
        expect([...sortByPrice(matches, amounts, 'price-ascending')]).toEqual([...priced, ...rest])
        expect([...sortByPrice(matches, amounts, 'price-descending')]).toEqual([...priced.toReversed(), ...rest])
      }),
    )
  })
})

test('the counts of a facet respect the filters of all other facets', () => {
  fc.assert(
    fc.property(positions, fc.array(mask, { maxLength: 4 }), positions, (some, masks, list) => {
      const size = maskSize({ positions: Uint32Array.from(some), scores: new Uint16Array() })
      const without = withoutEach(Uint32Array.from(some), masks, size)
      expect(without).toHaveLength(masks.length + 1)
      for (const [index, left] of without.entries()) {
        const others = masks.filter((_, other) => other !== index)
        const expected = list.filter((one) => some.includes(one) && others.every((each) => each[one] === 1)).length
        expect(countIn(left, pack(list))).toBe(expected)
      }
    }),
  )
})

describe('search prices', () => {
  test('prices of a release are the stored ones, with timed prices valid until the next change', () => {
    const packed = Buffer.alloc(32)
    for (const [index, amount] of [-1n, -2n, 9_007_199_254_740_991n, -2n].entries())
      packed.writeBigInt64BE(amount, 8 * index)
    const amounts = unpackAmounts([{ part: 1, amounts: packed }])
    const timed = [
      { position: PART_SIZE + 1, amount: 500, changes: [10, 99] },
      { position: PART_SIZE + 3, amount: null, changes: [70] },
    ]
    const now = amountsAt(amounts, timed, 50)
    expect([...now.amounts.slice(PART_SIZE, PART_SIZE + 4)]).toEqual([-1, 500, 9_007_199_254_740_991, -1])
    expect([now.amounts[0], now.from, now.until]).toEqual([-1, 50, 70])
    expect([...now.ascending]).toEqual([PART_SIZE + 1, PART_SIZE + 2])
    expect(amountsAt(amounts, [], 50).until).toBe(Number.POSITIVE_INFINITY)
  })

  test('have at most six ranges with round bounds, and each price is in exactly one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1 }), (some) => {
        const sorted = some.toSorted((one, other) => one - other)
        const ranges = priceRanges(sorted, 'USD')
        if (ranges.length === 0) return
        expect(ranges.length).toBeLessThanOrEqual(6)
        expect([ranges[0]?.from, ranges.at(-1)?.until]).toEqual([0, null])
        for (const [index, { from, until }] of ranges.entries()) {
          expect(ranges[index + 1]?.from ?? null).toBe(until)
          if (until !== null) expect([until > from, String(until).replace(/0+$/, '').length <= 2]).toEqual([true, true])
          expect(parseRange(printRange({ currency: 'USD', from, until }))).toEqual({ currency: 'USD', from, until })
        }
      }),
    )
    const spread = Array.from({ length: 600 }, (_, index) => 1000 + 37 * index)
    expect(priceRanges(spread, 'USD').length).toBeGreaterThanOrEqual(4)
    expect(priceRanges([], 'USD')).toEqual([])
    expect(priceRanges([500, 500], 'USD')).toEqual([])
  })
})

test.each([
  ['price', 'USD:0-', true],
  ['price', 'USD:-5', false],
  ['price', 'usd:0-5', false],
  ['availability', 'in-stock', true],
  ['availability', 'soon', false],
  ['nodes', '018f0000-0000-7000-8000-000000000000', true],
  ['nodes', 'lamps', false],
  ['option:color', 'red', true],
  ['option:color', '', false],
  ['option:', 'red', false],
  ['color', 'red', false],
])('a facet %s accepts the value %j: %j', (facet, value, can) => {
  expect(isFacetValue(facet, value)).toBe(can)
})

test('a term matches its word, its spelling without accents, stems or similar words, and the last one prefixes', () => {
  const term = { is_last: false, stem: null, folded_stem: null, gram: null, known: true, nearest: [] }
  const same = (word: string) => ({ ...term, word, folded: word, stem: word, folded_stem: word })
  const the = { ...same('the'), stem: null, folded_stem: null }
  const terms = termsOf([
    the,
    { ...same('lamps'), stem: 'lamp', folded_stem: 'lamp' },
    { ...same("o'brass"), stem: 'brass', known: false, nearest: ['brass', 'brush'] },
    { ...same('crèmes'), folded: 'cremes', stem: 'crème', folded_stem: 'creme' },
    { ...term, word: '東京塔', folded: '東京塔', gram: '東京' },
    { ...term, word: null, folded: null, gram: '京塔' },
    { ...same('oak'), is_last: true },
  ])
  expect(terms).toEqual([
    { words: ['lamps', 'lamp'], prefixes: [] },
    { words: ['brass', 'brush'], prefixes: [] },
    { words: ['crèmes', 'crème', 'cremes', 'creme'], prefixes: [] },
    { words: ['東京塔'], prefixes: [] },
    { words: [], prefixes: [] },
    { words: ['oak'], prefixes: ['oak'] },
  ])
  expect(toTsquery(terms ?? [])).toBe(
    `('lamps' | 'lamp') & ('brass' | 'brush') & ('crèmes' | 'crème' | 'cremes' | 'creme') & ('東京塔') & ('oak':* | 'oak')`,
  )
  expect(termsOf([{ ...the, is_last: true }])).toEqual([{ words: ['the'], prefixes: ['the'] }])
  expect(termsOf([same('oak'), { ...same('zeppelin'), known: false }])).toBeNull()
})
