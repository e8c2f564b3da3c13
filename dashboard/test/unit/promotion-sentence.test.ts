import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  PromotionAction,
  PromotionCondition,
  PromotionFact,
  PromotionSelector,
} from '../../src/generated/schema.ts'
import { formatAmount, formatRate } from '../../src/kit/values/money.ts'
import { type PromotionDraft, promotionSentence } from '../../src/pages/promotions/rules/promotion-sentence.ts'

const name = fc.stringMatching(/^[a-z]{3,8}$/)
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5 })
const count = fc.integer({ min: 1, max: 10_000 })
const amount = fc.integer({ min: 1, max: 1_000_000_000_000 })
const ppm = fc.integer({ min: 1, max: 1_000_000 })

const selector: fc.Arbitrary<PromotionSelector> = fc.record(
  {
    skus: names,
    not_skus: names,
    products: names,
    not_products: names,
    categories: names,
    not_categories: names,
    tags: names,
    not_tags: names,
  },
  { requiredKeys: [] },
)

/** One of each kind: a new kind does not compile without one. */
const FACTS: { [Kind in PromotionFact['kind']]: fc.Arbitrary<PromotionFact & { kind: Kind }> } = {
  subtotal: fc.record({ kind: fc.constant('subtotal'), minimum: amount }),
  quantity: fc.record({ kind: fc.constant('quantity'), of: selector, minimum: count }),
  first_order: fc.constant({ kind: 'first_order' }),
  segment: fc.record({ kind: fc.constant('segment'), one_of: names }),
  channel: fc.record({ kind: fc.constant('channel'), one_of: names }),
  country: fc.record({ kind: fc.constant('country'), one_of: names }),
  account: fc.record({ kind: fc.constant('account'), one_of: names }),
}
const ACTIONS: { [Kind in PromotionAction['kind']]: fc.Arbitrary<PromotionAction & { kind: Kind }> } = {
  percent: fc.record(
    { kind: fc.constant('percent'), ppm, max_discount: fc.option(amount) },
    { requiredKeys: ['kind', 'ppm'] },
  ),
  amount: fc.record({ kind: fc.constant('amount'), amount }),
  fixed_price: fc.record({ kind: fc.constant('fixed_price'), amount }),
  free: fc.constant({ kind: 'free' }),
  buy_x_get_y: fc.record(
    {
      kind: fc.constant('buy_x_get_y'),
      x: count,
      y: count,
      buy: selector,
      get: selector,
      ppm,
      max: fc.option(count),
    },
    { requiredKeys: ['kind', 'x', 'y', 'buy', 'get', 'ppm'] },
  ),
  free_item: fc.record({ kind: fc.constant('free_item'), sku: name, quantity: count }),
}

const fact: fc.Arbitrary<PromotionFact> = fc.oneof(...Object.values(FACTS))

/** As deep as the schema allows: four levels. */
const condition: fc.Arbitrary<PromotionCondition> = treeOf(3)

function treeOf(levels: number): fc.Arbitrary<PromotionCondition> {
  let tree: fc.Arbitrary<unknown> = fact
  for (let level = 0; level < levels; level += 1) {
    const few = fc.array(tree, { minLength: 1, maxLength: 3 })
    tree = fc.oneof(
      fact,
      few.map((of) => ({ kind: 'all', of })),
      few.map((of) => ({ kind: 'any', of })),
      tree.map((of) => ({ kind: 'not', of })),
    )
  }
  return tree as fc.Arbitrary<PromotionCondition>
}

const moment = fc.option(fc.constantFrom('2026-12-01T00:00:00.000Z', '2026-11-25T14:02:00.000Z'))

const promotion = fc.record({
  enabled: fc.boolean(),
  start: moment,
  end: moment,
  currency: fc.constant('USD'),
  priority: count,
  stacking: fc.constantFrom('stackable' as const, 'exclusive' as const),
  trigger: fc.constantFrom('automatic' as const, 'coupon' as const),
  scope: fc.constantFrom(...(['item', 'line_price', 'line_total', 'cart', 'shipping'] as const)),
  when: fc.option(condition) as fc.Arbitrary<PromotionCondition | null>,
  basis: fc.constantFrom('catalog_prices' as const, 'after_lines' as const),
  target: selector,
  shipping_option_ids: fc.option(names),
  action: fc.oneof(...Object.values(ACTIONS)),
  usage_limit: fc.option(count),
  usage_limit_per_shopper: fc.option(count),
})

const money = (minor: number) => formatAmount(minor, { currency: 'USD' })
const namesIn = (items: PromotionSelector) => Object.values(items).flat()

function valuesOfCondition(when: PromotionCondition): string[] {
  switch (when.kind) {
    case 'subtotal':
      return [money(when.minimum)]
    case 'quantity':
      return [String(when.minimum), ...namesIn(when.of)]
    case 'first_order':
      return ['first orders']
    case 'all':
    case 'any':
      return when.of.flatMap(valuesOfCondition)
    case 'not':
      return ['nless', ...valuesOfCondition(when.of)]
    default:
      return when.one_of
  }
}

function valuesOfAction(action: PromotionAction): string[] {
  switch (action.kind) {
    case 'percent':
      return [formatRate(action.ppm), ...(action.max_discount ? [money(action.max_discount)] : [])]
    case 'amount':
    case 'fixed_price':
      return [money(action.amount)]
    case 'free':
      return ['o charge']
    case 'buy_x_get_y':
      return [
        ...[action.x, action.y, ...(action.max ? [action.max] : [])].map(String),
        ...namesIn(action.buy),
        ...namesIn(action.get),
        action.ppm === 1_000_000 ? 'free' : formatRate(action.ppm),
      ]
    case 'free_item':
      return [action.sku, String(action.quantity)]
  }
}

test('a sentence names every condition, every value of the action, and every limit', () => {
  fc.assert(
    fc.property(promotion, (each) => {
      const sentence = promotionSentence(each)
      const values = [
        ...valuesOfAction(each.action),
        ...(each.when === null ? [] : valuesOfCondition(each.when)),
        ...[each.usage_limit, each.usage_limit_per_shopper].flatMap((limit) => (limit === null ? [] : [String(limit)])),
      ]
      for (const value of values) expect(sentence).toContain(value)
      expect(sentence).not.toContain('…')
      expect(sentence.includes('with a coupon')).toBe(each.trigger === 'coupon')
      expect(sentence).toMatch(/\$|USD/)
      expect(sentence.includes('but disabled')).toBe(!each.enabled)
      expect(sentence.includes('until')).toBe(each.end !== null)
      expect(sentence).toMatch(/^[^a-z].*\.$/s)
    }),
    { numRuns: 300 },
  )
})

test('a half-filled draft has a sentence too', () => {
  fc.assert(
    fc.property(promotion, fc.infiniteStream(fc.nat({ max: 3 })), (each, dice) => {
      const draft: PromotionDraft =
        JSON.parse(JSON.stringify(each), (_, value: unknown) =>
          dice.next().value === 0 && !Array.isArray(value) ? undefined : value,
        ) ?? {}
      expect(promotionSentence(draft)).toMatch(/\.$/)
    }),
    { numRuns: 300 },
  )
})

describe('a sentence says what is missing', () => {
  test.each<[PromotionDraft, string]>([
    [{}, '… off ….'],
    [{ scope: 'cart' }, '… off the cart.'],
    [{ scope: 'cart', action: { kind: 'amount' } }, '… off the cart.'],
    [{ scope: 'cart', action: { kind: 'amount', amount: 500 } }, '500 minor units of … off the cart.'],
    [{ scope: 'cart', action: { kind: 'amount', amount: 500 }, currency: 'U' }, '500 minor units of U off the cart.'],
    [
      { scope: 'item', action: { kind: 'percent', ppm: 200_000 }, when: { kind: 'all', of: [] } },
      '20% off the displayed price of any item, when ….',
    ],
    [
      { action: { kind: 'free_item', sku: '' }, when: { kind: 'segment' } },
      '… units of SKU … free of charge, for segment ….',
    ],
  ])('%j', (draft, sentence) => {
    expect(promotionSentence(draft)).toBe(sentence)
  })
})

describe('examples', () => {
  test('five dollars off', () => {
    const sentence = promotionSentence({
      currency: 'USD',
      scope: 'cart',
      target: {},
      action: { kind: 'amount', amount: 500 },
      when: {
        kind: 'all',
        of: [
          { kind: 'subtotal', minimum: 5000 },
          { kind: 'segment', one_of: ['vip'] },
        ],
      },
      end: '2026-12-01T00:00:00Z',
    })
    expect(sentence).toBe('$5.00 off the cart, from $50.00 and for segment vip, until Nov 30, 2026.')
  })

  test('two for one, with names of what has ids', () => {
    const sentence = promotionSentence(
      {
        scope: 'line_total',
        action: {
          kind: 'buy_x_get_y',
          x: 2,
          y: 1,
          buy: { categories: ['c1'] },
          get: { tags: ['sale'], not_skus: ['pen'] },
          ppm: 1_000_000,
        },
        when: {
          kind: 'not',
          of: { kind: 'any', of: [{ kind: 'country', one_of: ['DE', 'FR'] }, { kind: 'first_order' }] },
        },
        stacking: 'exclusive',
      },
      { nameOf: (kind, id) => (kind === 'category' && id === 'c1' ? 'Kitchen' : undefined) },
    )
    expect(sentence).toBe(
      'Buy 2 units of items in category Kitchen, get up to 1 unit of items with tag sale but those with SKU pen free, unless ((to DE or FR) or for first orders), never together with others of its kind.',
    )
  })

  test('many names are counted', () => {
    const one_of = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(promotionSentence({ scope: 'shipping', action: { kind: 'free' }, when: { kind: 'country', one_of } })).toBe(
      'No charge for shipping, to a, b, c, d or 3 more.',
    )
  })
})
