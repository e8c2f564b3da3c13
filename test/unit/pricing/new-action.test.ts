import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ActionKind } from '../../../src/pricing/actions/action.ts'
import type { Condition } from '../../../src/pricing/conditions/condition.ts'
import type { Scope } from '../../../src/pricing/scope.ts'
import type { PromotionRow } from '../../../src/store/promotions/promotion-row.ts'

/** Reduces a price to a multiple of `to`. */
type RoundDown = { kind: 'round_down'; to: number; label: string | null }

async function withNewKind() {
  const { Type } = await import('typebox')
  const { actionKinds, actionsIn } = await import('../../../src/pricing/actions/kinds.ts')
  const { priceAction, priceNeeds } = await import('../../../src/pricing/actions/price-action.ts')
  const roundDown: ActionKind<RoundDown> = {
    ...priceAction,
    description: 'Rounds the price down to a multiple of `to`.',
    scopes: ['cart', 'line_total'],
    members: { to: Type.Integer({ minimum: 2 }), label: Type.Optional(Type.String()) },
    canonical: (action) => ({ ...action, label: action.label ?? null }),
    rank: 1.5,
    value: ({ to }) => to,
    namesAmount: () => true,
    giftSkus: ({ label }) => (label === null ? [] : [label]),
    needs: (_action, target) => priceNeeds(2, target),
    requirements: ({ to }) => [`rounded down to ${to}`],
    effect: ({ to }, { price }) => `${price} rounded down to ${to}`,
    off: ({ to }, price) => price % to,
  }
  Object.assign(actionKinds, { round_down: roundDown })
  const [schema, canonical, misplaced, possible, prepared, evaluated, explained, requirements, documents, support] =
    await Promise.all([
      import('../../../src/pricing/actions/action-schema.ts'),
      import('../../../src/store/promotions/rules/canonical.ts'),
      import('../../../src/store/promotions/rules/misplaced.ts'),
      import('../../../src/store/promotions/rules/possible.ts'),
      import('../../../src/pricing/prepare.ts'),
      import('../../../src/pricing/evaluate.ts'),
      import('../../../src/pricing/explanations/explain.ts'),
      import('../../../src/pricing/explanations/requirements.ts'),
      import('../../../scripts/generate/promotions.ts'),
      import('../../support/store/pricing.ts'),
    ])
  const modules = { ...schema, ...canonical, ...misplaced, ...possible, ...prepared, ...evaluated }
  return { ...modules, ...explained, ...requirements, ...documents, ...support, actionsIn }
}

let engine: Awaited<ReturnType<typeof withNewKind>>
// Modules derive from the kinds while loading, so they are loaded with the new kind present.
beforeAll(async () => {
  vi.resetModules()
  engine = await withNewKind()
})
afterAll(() => {
  vi.resetModules()
})

const ROUND: RoundDown = { kind: 'round_down', to: 500, label: null }
const rounding = (own: object = {}) => engine.onCart('round', ROUND as never, own)
const row = (own: object) => ({ ...rounding({ currency: 'USD', shipping_option_ids: null }), ...own }) as PromotionRow

test("the schema accepts the new action's members and no others", () => {
  const isValid = (action: object) => Value.Check(engine.ActionSchema, action)
  const actions = [
    { kind: 'round_down', to: 5 },
    { kind: 'round_down', to: 1 },
    { kind: 'round_down', to: 5, ppm: 1 },
  ]
  expect(actions.map(isValid)).toEqual([true, false, false])
})

test('the new action is stored in its canonical form', () => {
  const { action } = engine.canonicalParts(row({ action: { kind: 'round_down', to: 5 } }))
  expect(action).toEqual({ kind: 'round_down', to: 5, label: null })
})

test('scopes, target and currency of the new action are checked', () => {
  const predicate = (own: object) => engine.misplacedMembers(row(own)).map((problem) => problem.predicate)
  expect(predicate({})).toEqual([])
  const allowed = (scope: Scope) => `must be one of: ${engine.actionsIn(scope).join(', ')}, with the scope ${scope}.`
  expect(predicate({ scope: 'item' })).toEqual([allowed('item')])
  expect(predicate({ scope: 'cart', action: { kind: 'free' } })).toEqual([allowed('cart')])
  expect([allowed('item'), allowed('cart')].map((sentence) => sentence.includes('round_down'))).toEqual([false, true])
  expect(predicate({ currency: null })).toEqual(['is required, since the promotion names amounts.'])
})

test('an impossible condition on the new action is rejected', () => {
  const below = (minimum: number): Condition => ({ kind: 'not', of: { kind: 'subtotal', minimum } })
  const flagged = (minimum: number) => engine.impossibilities(rounding({ when: below(minimum) })).length
  expect([flagged(2), flagged(3)]).toEqual([1, 0])
})

test('the new action applies in its order and takes off its amount', () => {
  const fixed = engine.onCart('fixed', { kind: 'fixed_price', amount: 1800 } as never)
  const promotions = [engine.onCart('half', engine.percent(50)), rounding(), fixed]
  expect(engine.prepare(promotions).rules.map(({ promotion }) => promotion.id)).toEqual(['fixed', 'round', 'half'])
  const { cart } = engine.evaluate(engine.pricing([engine.line('a', 1, 1999)], promotions))
  expect(cart.discount).toBe(199 + 300 + 750)
})

test('the new action is explained, also while its gifts are missing', () => {
  const input = engine.pricing([engine.line('a', 1, 1999)], [rounding({ action: { ...ROUND, label: 'cup' } })])
  const sentences = (unavailable_gifts: ReadonlySet<string>) =>
    engine.explain({ ...input, offers: { ...input.offers, unavailable_gifts } }).map(({ sentence }) => sentence)
  expect(sentences(new Set())).toEqual(['Applied: 4.99 off.'])
  expect(sentences(new Set(['cup']))).toEqual([expect.stringContaining('gift cup')])
})

test('shoppers see the requirements of the new action', () => {
  expect(engine.describeRequirements(rounding(), engine.DOLLARS)).toBe('Rounded down to 500')
})

test('the new action is documented at its rank', async () => {
  const rows = (await engine.promotionsDocument()).split('\n').filter((line) => line.startsWith('| `'))
  const kinds = rows.map((line) => line.split('`')[1])
  expect(kinds.slice(kinds.indexOf('fixed_price')).slice(0, 3)).toEqual(['fixed_price', 'round_down', 'percent'])
  expect(rows).toContain('| `round_down` | Rounds the price down to a multiple of `to`. | `cart`, `line_total` |')
})
