import { describe, expect, test } from 'vitest'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Selector } from '../../../src/pricing/selectors/selector.ts'
import { impossibilities } from '../../../src/store/promotions/rules/possible.ts'
import { NOON, off, percent, promotion } from '../../support/store/pricing.ts'

const all = (...of: Condition[]): Condition => ({ kind: 'all', of })
const any = (...of: Condition[]): Condition => ({ kind: 'any', of })
const not = (of: Condition): Condition => ({ kind: 'not', of })
const subtotal = (minimum: number): Condition => ({ kind: 'subtotal', minimum })
const units = (of: Selector, minimum: number): Condition => ({ kind: 'quantity', of, minimum })
const named = (kind: 'segment' | 'account' | 'country' | 'channel', ...one_of: string[]): Condition => ({
  kind,
  one_of,
})
const FIRST: Condition = { kind: 'first_order' }

/** A condition with twenty alternatives. */
function oneCountryOf(letter: string): Condition {
  return any(...Array.from({ length: 20 }, (_, index) => named('country', `${letter}${index}`)))
}

/** A condition with four hundred alternatives that always holds. */
function alwaysSo(): Condition {
  const twenty = (of: Condition) => any(...Array.from({ length: 20 }, () => of))
  return twenty(twenty(not(units({ tags: ['t'], not_tags: ['t'] }, 1))))
}

const FREE = { kind: 'free' } as const
const GIFT = { kind: 'free_item', sku: 'sticker', quantity: 1 } as const

/** A promotion of 10% on the whole cart, with the given changes. */
function onCart(own: Partial<Promotion>): Promotion {
  return {
    ...promotion('one', { scope: 'cart', target: {}, basis: 'catalog_prices', action: percent(10) }),
    ...own,
  } as Promotion
}

function onLines(own: object): Promotion {
  return promotion('one', { scope: 'line_total', target: {}, action: percent(10), ...own } as never)
}

function onShipping(when: Condition): Promotion {
  return promotion('one', { scope: 'shipping', shipping_option_ids: null, basis: 'catalog_prices', when, action: FREE })
}

const gift = (when: Condition) => onLines({ action: GIFT, when })
const asking = (when: Condition) => onCart({ when })
const buying = (x: number, buy: Selector, get: Selector, when: Condition | null = null) =>
  onLines({ action: { kind: 'buy_x_get_y', x, y: 1, buy, get, ppm: 1_000_000, max: null }, when })

const fits = (list: string) => `must name something that is not in not_${list}, since no item fits both.`
const asks = (what: string) => `can never hold: it requires ${what}, so one of its conditions must change.`
const takesNothing = (what: string) =>
  `holds only where nothing can be taken off: with the rest of the promotion it requires ${what}, so one of them must change.`

describe('impossible', () => {
  test.each<[string, Promotion, ...[path: string, predicate: string][]]>([
    [
      'a target without its only sku',
      onCart({ target: { skus: ['cup'], not_skus: ['pan', 'cup'] } }),
      ['target/skus', fits('skus')],
    ],
    [
      'a target without all of its categories and tags',
      onCart({ target: { categories: ['a', 'b'], not_categories: ['b', 'a'], tags: ['t'], not_tags: ['t'] } }),
      ['target/categories', fits('categories')],
      ['target/tags', fits('tags')],
    ],
    [
      'an item promotion for no product',
      promotion('one', { scope: 'item', target: { products: ['p'], not_products: ['p'] }, action: off(1) }),
      ['target/products', fits('products')],
    ],
    [
      'units to buy and to get that no item is',
      buying(1, { tags: ['t'], not_tags: ['t'] }, { skus: ['cup'], not_skus: ['cup'] }),
      ['action/buy/tags', fits('tags')],
      ['action/get/skus', fits('skus')],
    ],
    ['an end before the start', onCart({ start: NOON, end: NOON }), ['end', 'must be later than start.']],
    [
      'a subtotal at least and below',
      asking(all(subtotal(10_000), not(subtotal(5000)))),
      ['when', asks('a subtotal of at least 10000 and below 5000')],
    ],
    [
      'the same subtotal and not',
      gift(all(subtotal(1), not(subtotal(1)))),
      ['when', asks('a subtotal of at least 1 and below 1')],
    ],
    [
      'units of the same items, however they are written',
      onShipping(
        all(units({ skus: ['a', 'b'], tags: ['t'] }, 3), not(units({ tags: ['t'], skus: ['b', 'a', 'b'] }, 2))),
      ),
      ['when', asks('at least 3 and fewer than 2 of the same items')],
    ],
    [
      'units of some items and fewer in all',
      onShipping(all(units({ skus: ['a'] }, 2), not(units({}, 2)))),
      ['when', asks('at least 2 of some items and fewer than 2 in all')],
    ],
    [
      'a subtotal of no units',
      onShipping(all(subtotal(1), not(units({}, 1)))),
      ['when', asks('at least 1 of some items and fewer than 1 in all')],
    ],
    [
      'units of what no item is',
      gift(all(FIRST, units({ categories: ['a'], not_categories: ['a'] }, 1))),
      ['when/of/1/of/categories', fits('categories')],
    ],
    ['a first order that is none', gift(all(FIRST, not(FIRST))), ['when', asks('a first order that is not the first')]],
    [
      'two countries',
      gift(all(named('country', 'DE', 'AT'), named('country', 'FR'))),
      ['when', asks('a country and leaves none')],
    ],
    [
      'three accounts, two of them each time',
      gift(all(named('account', 'a', 'b'), named('account', 'b', 'c'), named('account', 'c', 'a'))),
      ['when', asks('an account and leaves none')],
    ],
    [
      'a channel that is ruled out',
      gift(all(named('channel', 'web', 'app'), not(named('channel', 'app')), not(named('channel', 'web')))),
      ['when', asks('a channel and leaves none')],
    ],
    [
      'a segment that is ruled out',
      gift(all(named('segment', 'vip'), named('segment', 'new'), not(named('segment', 'new', 'old')))),
      ['when', asks('a segment and leaves none')],
    ],
    ['none of everything', gift(not(any(FIRST, not(FIRST)))), ['when', asks('a first order that is not the first')]],
    [
      'what is inside, not what is around it',
      gift(all(named('country', 'DE'), all(FIRST, not(FIRST)), any(all(subtotal(2), not(subtotal(1)))))),
      ['when/of/1', asks('a first order that is not the first')],
      ['when/of/2/of/0', asks('a subtotal of at least 2 and below 1')],
    ],
    [
      'every one of several',
      gift(any(all(FIRST, not(FIRST)), not(not(units({ tags: ['t'], not_tags: ['t'] }, 1))))),
      ['when/of/0', asks('a first order that is not the first')],
      ['when/of/1/of/of/of/tags', fits('tags')],
    ],
    [
      'each way of several, of which three are reported',
      gift(
        all(
          any(subtotal(5), FIRST, named('country', 'DE'), named('channel', 'web')),
          not(any(subtotal(5), FIRST, named('country', 'DE'), named('channel', 'web'))),
        ),
      ),
      [
        'when',
        asks(
          'a subtotal of at least 5 and below 5, or a first order that is not the first, or a country and leaves none',
        ),
      ],
    ],
    [
      'something that no cart can have',
      gift(not(any(FIRST, not(units({ tags: ['t'], not_tags: ['t'] }, 1))))),
      ['when', asks('something that no cart can have')],
    ],
    [
      'what is plain, whatever would take too long beside it',
      gift(all(oneCountryOf('A'), oneCountryOf('A'), oneCountryOf('A'), FIRST, not(FIRST))),
      ['when', asks('a first order that is not the first')],
    ],
    [
      'a cart that costs nothing',
      asking(not(subtotal(1))),
      ['when', takesNothing('a subtotal of at least 5 and below 1')],
    ],
    [
      'a tenth of so little that it is rounded to nothing',
      asking(any(not(subtotal(5)))),
      ['when/of/0', takesNothing('a subtotal of at least 5 and below 5')],
    ],
    [
      'a fixed price that is never passed',
      onCart({ action: { kind: 'fixed_price', amount: 5000 }, when: all(FIRST, not(subtotal(5001))) }),
      ['when/of/1', takesNothing('a subtotal of at least 5001 and below 5001')],
    ],
    [
      'an empty cart',
      asking(not(units({}, 1))),
      ['when', takesNothing('at least 1 and fewer than 1 of the same items')],
    ],
    [
      'none of its target',
      onLines({ target: { skus: ['cup'] }, when: not(units({ skus: ['cup'] }, 1)) }),
      ['when', takesNothing('at least 1 and fewer than 1 of the same items')],
    ],
    [
      'too few to buy',
      buying(3, { tags: ['t'] }, { skus: ['cup'] }, not(units({ tags: ['t'] }, 3))),
      ['when', takesNothing('at least 3 and fewer than 3 of the same items')],
    ],
    [
      'none to get',
      buying(3, { tags: ['t'] }, { skus: ['cup'] }, not(units({ skus: ['cup'] }, 1))),
      ['when', takesNothing('at least 1 and fewer than 1 of the same items')],
    ],
    [
      'as many as must be bought, and none more',
      buying(3, { tags: ['t'] }, { tags: ['t'] }, not(units({ tags: ['t'] }, 4))),
      ['when', takesNothing('at least 4 and fewer than 4 of the same items')],
    ],
    [
      'as many as must be bought, and nothing else',
      buying(3, { tags: ['t'] }, { skus: ['cup'] }, not(units({}, 4))),
      ['when', takesNothing('at least 4 and fewer than 4 of the same items')],
    ],
  ])('%s', (_name, promoted, ...reasons) => {
    expect(impossibilities(promoted)).toEqual(reasons.map(([path, predicate]) => ({ path, predicate })))
  })
})

describe('possible', () => {
  test.each<[string, Promotion]>([
    ['a target without one of its skus', onCart({ target: { skus: ['cup', 'pan'], not_skus: ['cup'] } })],
    ['a target without one of its categories', onCart({ target: { categories: ['a', 'b'], not_categories: ['a'] } })],
    ['a target without other tags', onCart({ target: { tags: ['t'], not_tags: ['u'], not_skus: ['t'] } })],
    ['a subtotal between two', asking(all(subtotal(5000), not(subtotal(5001))))],
    ['a subtotal that one of two allows', asking(all(subtotal(10), any(not(subtotal(5)), not(subtotal(11)))))],
    ['units of other items', asking(all(units({ skus: ['a'] }, 3), not(units({ skus: ['b'] }, 2))))],
    [
      'units of items with fewer of another list',
      asking(all(units({ skus: ['a'] }, 3), not(units({ tags: ['a'] }, 2)))),
    ],
    ['as many in all as of some', asking(all(units({ skus: ['a'] }, 2), not(units({}, 3))))],
    ['none of what no item is', asking(not(units({ tags: ['t'], not_tags: ['t'] }, 1)))],
    ['countries with one in common', asking(all(named('country', 'DE', 'AT'), named('country', 'FR', 'AT')))],
    ['no country at all', asking(all(not(named('country', 'DE')), not(named('country', 'FR'))))],
    ['two segments', asking(all(named('segment', 'vip'), named('segment', 'new'), not(named('segment', 'old'))))],
    ['a segment of two', asking(all(named('segment', 'vip', 'new'), not(named('segment', 'new'))))],
    ['a name of another kind', asking(all(named('channel', 'DE'), not(named('country', 'DE'))))],
    ['one branch that is', asking(any(all(FIRST, not(FIRST)), FIRST))],
    ['an exception that never applies', asking(not(all(FIRST, not(FIRST))))],
    ['either of two', asking(any(FIRST, not(FIRST)))],
    ['a gift for an empty cart', gift(all(not(subtotal(1)), not(units({}, 1))))],
    ['shipping of what costs nothing', onShipping(not(subtotal(1)))],
    ['one cent off one cent', onCart({ action: off(100), when: not(subtotal(2)) })],
    ['a tenth of what is rounded up', asking(not(subtotal(6)))],
    [
      'a fixed price that is passed by a cent',
      onCart({ action: { kind: 'fixed_price', amount: 0 }, when: not(subtotal(2)) }),
    ],
    [
      'none of the rest of the cart',
      onLines({ target: { skus: ['cup'] }, when: not(units({ not_skus: ['cup'] }, 1)) }),
    ],
    ['one of its target', onLines({ target: { skus: ['cup'] }, when: not(units({ skus: ['cup'] }, 2)) })],
    ['just as many as are bought and got', buying(3, { tags: ['t'] }, { tags: ['t'] }, not(units({}, 5)))],
    ['just one to get', buying(3, { tags: ['t'] }, { skus: ['cup'] }, not(units({ skus: ['cup'] }, 2)))],
    ['a promotion that is switched off and over', onCart({ enabled: false, end: 0 })],
    ['an end after the start', onCart({ start: NOON, end: NOON + 1 })],
    ['much that is always so', asking(all(alwaysSo(), alwaysSo(), alwaysSo()))],
    ['what would take too long to look through', asking(all(oneCountryOf('A'), oneCountryOf('A'), oneCountryOf('B')))],
  ])('%s', (_name, promoted) => {
    expect(impossibilities(promoted)).toEqual([])
  })
})
