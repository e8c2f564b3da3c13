import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShopperFacts } from '../../../src/pricing/condition-context.ts'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import { type PricingInput, UNKNOWN_SHOPPER } from '../../../src/pricing/input.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Selector } from '../../../src/pricing/selectors/selector.ts'
import { impossibilities } from '../../../src/store/promotions/rules/possible.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { line, off, percent, pricing, promotion } from '../../support/store/pricing.ts'
import { cartFactOf, casesOf, offering, selector, shopperFact } from '../../support/store/pricing-carts.ts'

/** Conditions with these facts, as deep as the API accepts. */
function treesOf(fact: fc.Arbitrary<Condition>, levels = 3): fc.Arbitrary<Condition> {
  if (levels === 0) return fact
  const inner = treesOf(fact, levels - 1)
  const few = fc.array(inner, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    fact,
    { weight: 2, arbitrary: few.map((of): Condition => ({ kind: 'all', of })) },
    few.map((of): Condition => ({ kind: 'any', of })),
    inner.map((of): Condition => ({ kind: 'not', of })),
  )
}

const named = (kind: 'segment' | 'country', ...names: string[]) =>
  fc.subarray(names, { minLength: 1 }).map((one_of): Condition => ({ kind, one_of }))

const isFlagged = (promoted: Promotion) => impossibilities(promoted).length > 0

function applies(promoted: Promotion, input: PricingInput): boolean {
  return evaluate(offering(input, [promoted])).outcomes.some(({ applied }) => applied)
}

const CONTRADICTIONS: readonly Selector[] = [
  { skus: ['cup'], not_skus: ['cup', 'pen'] },
  { products: ['p2'], not_products: ['p2'] },
  { categories: ['kitchen', 'metal'], not_categories: ['metal', 'kitchen'] },
  { tags: ['blue'], not_tags: ['sale', 'blue'] },
  // Near-contradictions that can hold.
  { skus: ['cup', 'pen'], not_skus: ['cup'] },
  { categories: ['kitchen', 'metal'], not_categories: ['kitchen'] },
]

test('a flagged promotion never has an effect', () => {
  const target = fc.oneof({ weight: 3, arbitrary: selector }, fc.constantFrom(...CONTRADICTIONS))
  const shoppers = fc.oneof(shopperFact, named('country', 'DE', 'FR'), named('segment', 'vip', 'staff', 'new'))
  const when = treesOf(fc.oneof(cartFactOf(target), shoppers))
  let [flagged, seen] = [0, 0]
  fc.assert(
    fc.property(casesOf({ target, when, shopper_when: treesOf(shoppers) }), ({ input, promotions }) => {
      const impossible = promotions.filter(isFlagged)
      seen += promotions.length
      flagged += impossible.length
      const applied = evaluate(input).outcomes.flatMap((each) => (each.applied ? [each.promotion_id] : []))
      for (const promoted of impossible) {
        expect(applied).not.toContain(promoted.id)
        expect(applies({ ...promoted, trigger: 'automatic', end: null }, input)).toBe(false)
      }
    }),
    { numRuns: lawRuns(800) },
  )
  expect(flagged / seen).toBeGreaterThan(0.1)
})

// A small universe with a cart and a shopper for every promotion of the facts below that could apply to any.
const CUP = { skus: ['cup'] }
const units = (count: number) => Array.from({ length: count + 1 }, (_, index) => index)
const free = units(3).flatMap((cups) => units(3).map((pens) => [line('cup', cups, 0), line('pen', pens, 0)]))
const carts = free.flatMap((lines) => [
  lines,
  ...['cup', 'pen'].flatMap((sku) => [1, 2, 3, 4].map((amount) => [...lines, { ...line(sku, 1, amount), id: 'dear' }])),
])
const shoppers = [true, false].flatMap((first_order) =>
  [[], ['vip'], ['new'], ['vip', 'new']].flatMap((segments) =>
    [null, 'DE', 'FR'].map((country): ShopperFacts => ({ ...UNKNOWN_SHOPPER, first_order, segments, country })),
  ),
)
const shipping = { options: [{ id: 'parcel', cost: 5, includes_tax: false, taxes: [] }], chosen: null }
const universe = carts.flatMap((lines) => shoppers.map((shopper) => pricing(lines, [], { shopper, shipping })))

const few = fc.integer({ min: 1, max: 4 })
const items = fc.constantFrom<Selector>({}, CUP, CUP, { skus: ['cup', 'cup'] }, { tags: ['t'], not_tags: ['t'] })
const unitFact = fc.record({
  kind: fc.constant('quantity' as const),
  of: items,
  minimum: fc.integer({ min: 1, max: 3 }),
})
const whoFact = fc.oneof(
  fc.constant<Condition>({ kind: 'first_order' }),
  named('segment', 'vip', 'new'),
  named('country', 'DE', 'FR'),
)
const anyFact = fc.oneof(
  few.map((minimum) => ({ kind: 'subtotal' as const, minimum })),
  unitFact,
  whoFact,
)

const price = fc.constantFrom(
  percent(100),
  percent(50),
  percent(20),
  off(2),
  ...[0, 1, 2].map((amount) => ({ kind: 'fixed_price', amount })),
)
const when = fc.option(treesOf(anyFact), { freq: 10 })
const basis = fc.constantFrom('catalog_prices', 'after_lines')
const candidates = fc.oneof(
  fc.record({ scope: fc.constant('item'), target: items, when: treesOf(whoFact), action: price }),
  fc.record({ scope: fc.constantFrom('line_price', 'line_total'), target: items, when, action: price }),
  fc.record({ scope: fc.constant('cart'), target: items, when, action: price, basis }),
  fc.record({
    scope: fc.constant('line_total'),
    when,
    action: fc.constant({ kind: 'free_item', sku: 'pin', quantity: 1 }),
  }),
  fc.record({ scope: fc.constant('shipping'), when, action: price, basis, shipping_option_ids: fc.constant(null) }),
)

/** True if the promotion applies to one of the inputs. */
function appliesIn(inputs: readonly PricingInput[], candidate: object): boolean {
  const { offers } = offering(inputs[0] as PricingInput, [promotion('one', candidate as never)])
  return inputs.some((input) => evaluate({ ...input, offers }).outcomes.some(({ applied }) => applied))
}

function isExact(inputs: readonly PricingInput[], of: fc.Arbitrary<object>, numRuns: number): void {
  let impossible = 0
  fc.assert(
    fc.property(of, (candidate) => {
      const flagged = isFlagged(promotion('one', candidate as never))
      impossible += Number(flagged)
      expect(appliesIn(inputs, candidate)).toBe(!flagged)
    }),
    { numRuns },
  )
  expect(impossible / numRuns).toBeGreaterThan(0.1)
}

test('a promotion is flagged exactly if it has no effect anywhere in the universe', () => {
  isExact(universe, candidates, lawRuns(150))
})

test('giving away more units than exist is flagged', () => {
  const sold = units(5).flatMap((cups) => units(5).map((pens) => [line('cup', cups, 100), line('pen', pens, 100)]))
  const count = fc.integer({ min: 1, max: 2 })
  const action = fc.record({
    kind: fc.constant('buy_x_get_y'),
    x: count,
    y: count,
    buy: items,
    get: items,
    ppm: fc.constant(500_000),
    max: fc.constantFrom(null, 1),
  })
  const giving = fc.record({ scope: fc.constant('line_total'), when: treesOf(unitFact), action })
  isExact(
    sold.map((lines) => pricing(lines, [])),
    giving,
    lawRuns(800),
  )
})
