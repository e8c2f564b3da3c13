import fc from 'fast-check'
import { type Action, actionsIn, kindOfAction } from '../../../src/pricing/actions/kinds.ts'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import { type Fact, factKinds } from '../../../src/pricing/conditions/facts.ts'
import type { CouponFacts, LineInput, OffersInput, PricingInput } from '../../../src/pricing/input.ts'
import { prepare } from '../../../src/pricing/prepare.ts'
import type { Promotion } from '../../../src/pricing/promotion.ts'
import type { Scope } from '../../../src/pricing/scope.ts'
import type { Item, Selector } from '../../../src/pricing/selectors/selector.ts'
import { DOLLARS, NOON, promotion, tax } from './pricing.ts'

export type Case = { input: PricingInput; promotions: readonly Promotion[] }

// Few names and round amounts, so that selectors match, limits are reached and ties occur.
const ITEMS: readonly Item[] = [
  { sku: 'cup', product_id: 'p1', category_ids: ['kitchen'], tags: ['blue'] },
  { sku: 'pan', product_id: 'p2', category_ids: ['kitchen', 'metal'], tags: [] },
  { sku: 'tin', product_id: 'p3', category_ids: ['metal'], tags: ['blue', 'sale'] },
  { sku: 'pen', product_id: 'p4', category_ids: [], tags: ['sale'] },
  { sku: 'gift card', product_id: null, category_ids: [], tags: [] },
]

const amount = fc.oneof(fc.constantFrom(0, 1, 99, 100, 500, 1000), fc.nat({ max: 6000 }))
const ppm = fc.oneof(fc.constantFrom(0, 100_000, 150_000, 500_000, 1_000_000), fc.nat({ max: 1_000_000 }))
const cap = fc.option(amount, { freq: 2 })
const taxes = fc.array(fc.constantFrom(0, 5, 7.5, 20, 33.3333).map(tax), { maxLength: 3 })

export const selector: fc.Arbitrary<Selector> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<Selector>(
    { skus: ['cup', 'pen'] },
    { products: ['p2'] },
    { categories: ['metal'] },
    { tags: ['blue'], not_skus: ['tin'] },
    { not_tags: ['sale'] },
    { categories: ['kitchen'], not_categories: ['metal'] },
    { skus: ['nothing of the kind'] },
  ),
)

type Actions = { [Kind in Action['kind']]: (items: fc.Arbitrary<Selector>) => fc.Arbitrary<Action & { kind: Kind }> }

/** Actions of every kind; item selectors match these items. */
const ACTIONS: Actions = {
  percent: () => fc.record({ kind: fc.constant('percent'), ppm, max_discount: cap }),
  amount: () => fc.record({ kind: fc.constant('amount'), amount }),
  fixed_price: () => fc.record({ kind: fc.constant('fixed_price'), amount }),
  free: () => fc.constant({ kind: 'free' }),
  buy_x_get_y: (items) =>
    fc.record({
      kind: fc.constant('buy_x_get_y'),
      x: fc.integer({ min: 1, max: 3 }),
      y: fc.integer({ min: 1, max: 2 }),
      buy: items,
      get: items,
      ppm,
      max: fc.option(fc.nat({ max: 3 }), { freq: 2 }),
    }),
  free_item: () => fc.constant({ kind: 'free_item', sku: 'sticker', quantity: 1 }),
}

function actionIn(scope: Scope, items: fc.Arbitrary<Selector>): fc.Arbitrary<Action> {
  return fc.oneof(...actionsIn(scope).map((kind) => ACTIONS[kind](items)))
}

/** The promotion with its target, unless its action selects items itself. */
function aimed<Of extends { action: Action; target: Selector }>({ target, ...promoted }: Of) {
  return kindOfAction(promoted.action).items === null ? { ...promoted, target } : promoted
}

type Facts = { [Kind in Fact['kind']]: (items: fc.Arbitrary<Selector>) => fc.Arbitrary<Fact & { kind: Kind }> }

/** Facts of every kind; item selectors match these items. */
const FACTS: Facts = {
  subtotal: () => fc.record({ kind: fc.constant('subtotal'), minimum: amount }),
  quantity: (of) => fc.record({ kind: fc.constant('quantity'), of, minimum: fc.nat({ max: 4 }) }),
  first_order: () => fc.constant({ kind: 'first_order' }),
  segment: () => fc.constant({ kind: 'segment', one_of: ['vip', 'staff'] }),
  channel: () => fc.constant({ kind: 'channel', one_of: ['web'] }),
  country: () => fc.constant({ kind: 'country', one_of: ['DE'] }),
  account: () => fc.constant({ kind: 'account', one_of: ['acme'] }),
}

function factAbout(about: 'cart' | 'shopper', items: fc.Arbitrary<Selector>): fc.Arbitrary<Condition> {
  const kinds = Object.keys(FACTS) as Fact['kind'][]
  return fc.oneof(...kinds.filter((kind) => factKinds[kind].about === about).map((kind) => FACTS[kind](items)))
}

export const shopperFact = factAbout('shopper', selector)

export function cartFactOf(of: fc.Arbitrary<Selector>): fc.Arbitrary<Condition> {
  return factAbout('cart', of)
}

function tree(fact: fc.Arbitrary<Condition>): fc.Arbitrary<Condition | null> {
  const few = fc.array(fact, { maxLength: 3 })
  const all = few.map((of): Condition => ({ kind: 'all', of }))
  const any = few.map((of): Condition => ({ kind: 'any', of }))
  const not = fact.map((of): Condition => ({ kind: 'not', of }))
  return fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fact, all, any, not)
}

const terms = {
  priority: fc.constantFrom(1, 100, 100, 100),
  stacking: fc.constantFrom('stackable' as const, 'stackable' as const, 'stackable' as const, 'exclusive' as const),
  trigger: fc.constantFrom('automatic' as const, 'automatic' as const, 'coupon' as const),
  currency: fc.constantFrom(null, null, 'USD', 'EUR'),
  usage_limit: fc.constantFrom(null, null, 1),
  end: fc.constantFrom(null, null, null, NOON),
}
const basis = fc.constantFrom('catalog_prices' as const, 'catalog_prices' as const, 'after_lines' as const)
const options = fc.constantFrom(null, ['parcel'])

type Parts = {
  target: fc.Arbitrary<Selector>
  when: fc.Arbitrary<Condition | null>
  /** Conditions of promotions on items, which only concern the shopper. */
  shopper_when: fc.Arbitrary<Condition | null>
}

const effectOf = ({ target, when, shopper_when }: Parts) => {
  const common = (scope: Scope) => ({ ...terms, scope: fc.constant(scope), when, action: actionIn(scope, target) })
  return fc.oneof(
    fc.record({ ...common('item'), target, when: shopper_when }),
    fc.record({ ...common('line_price'), target }),
    { weight: 2, arbitrary: fc.record({ ...common('line_total'), target }).map(aimed) },
    fc.record({ ...common('cart'), target, basis }),
    fc.record({ ...common('shipping'), shipping_option_ids: options, basis }),
  )
}

const line = fc
  .tuple(fc.constantFrom(...ITEMS), fc.nat({ max: 5 }), amount, fc.boolean(), taxes)
  .map(([item, quantity, unit_amount, includes_tax, own]) => ({
    item,
    quantity,
    unit_amount,
    includes_tax,
    taxes: own,
  }))

const option = fc.record({ cost: amount, includes_tax: fc.boolean(), taxes })

const shopper = fc.record({
  segments: fc.constantFrom([], ['vip'], ['staff', 'new']),
  first_order: fc.boolean(),
  account_id: fc.constantFrom(null, 'acme'),
  country: fc.constantFrom(null, 'DE', 'FR'),
  channel: fc.constantFrom(null, 'web'),
})

export function casesOf(parts: Parts): fc.Arbitrary<Case> {
  return fc
    .record({
      lines: fc.array(line, { maxLength: 6 }),
      options: fc.array(option, { maxLength: 2 }),
      chosen: fc.constantFrom(null, 'parcel', 'parcel', 'sender'),
      shopper,
      effects: fc.array(effectOf(parts), { maxLength: 8 }),
      held: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      cart_stacking: fc.constantFrom('all' as const, 'all' as const, 'best' as const),
      calculation_method: fc.constantFrom('line' as const, 'simple' as const),
    })
    .map(({ lines, options: priced, chosen, effects, held, cart_stacking, ...rest }) => {
      const promotions = effects.map((each, index) => promotion(`promotion ${index}`, each as never))
      const coupons = promotions.filter((_, index) => held[index] === true).map(couponOf)
      const uses = new Map(
        promotions.filter((_, index) => index % 3 === 0).map(({ id }) => [id, { all: 1, by_shopper: 0 }]),
      )
      const input: PricingInput = {
        format: DOLLARS,
        now: NOON,
        lines: lines.map((each, index): LineInput => ({ id: `line ${index}`, ...each })),
        shipping: {
          options: priced.map((each, index) => ({ id: index === 0 ? 'parcel' : 'sender', ...each })),
          chosen,
        },
        offers: { prepared: prepare(promotions), coupons, uses, unavailable_gifts: new Set(), cart_stacking },
        ...rest,
      }
      return { input, promotions }
    })
}

export const cases = casesOf({
  target: selector,
  when: tree(fc.oneof(cartFactOf(selector), shopperFact)),
  shopper_when: tree(shopperFact),
})

function couponOf({ id }: Promotion): CouponFacts {
  const free = { for_shopper: true, start: null, end: null, max_uses: null, max_uses_per_shopper: null }
  return { code: `code of ${id}`, promotion_id: id, ...free, uses: { all: 3, by_shopper: 3 } }
}

/** The same cart with other promotions, or with other offers. */
export function offering(input: PricingInput, promotions: readonly Promotion[], own: Partial<OffersInput> = {}) {
  return { ...input, offers: { ...input.offers, prepared: prepare(promotions), ...own } }
}
