import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FactKind } from '../../../src/pricing/conditions/fact.ts'
import type { PromotionRow } from '../../../src/store/promotions/promotion-row.ts'

/** Holds for carts with this many lines. */
type Lines = { kind: 'lines'; minimum: number }

async function withNewKind() {
  const { Type } = await import('typebox')
  const { factKinds } = await import('../../../src/pricing/conditions/facts.ts')
  const { rangeOf } = await import('../../../src/pricing/conditions/fact.ts')
  const lines: FactKind<Lines, Lines> = {
    description: 'The cart has at least `minimum` lines.',
    members: { minimum: Type.Integer({ minimum: 1 }) },
    canonical: (fact) => ({ ...fact, minimum: Math.round(fact.minimum) }),
    about: 'cart',
    reads: null,
    namesAmount: false,
    isPrivate: true,
    selectors: () => ({}),
    test: (fact) => (sheet) => (sheet.lines.length >= fact.minimum ? null : fact),
    needs: () => ({ keys: null, subtotal: 0 }),
    names: () => [],
    words: ({ minimum }) => `fewer than ${minimum} lines`,
    requirement: ({ minimum }) => ({ does: `have ${minimum} lines`, does_not: `have fewer than ${minimum} lines` }),
    constant: () => null,
    subject: ({ kind }) => kind,
    clash: (claims) => {
      const { least, below } = rangeOf(claims)
      return least < below ? null : `${least} lines and not so many`
    },
    units: (claims) => ({ least: rangeOf(claims).least, below: Number.POSITIVE_INFINITY }),
  }
  Object.assign(factKinds, { lines })
  const [schema, kinds, canonical, misplaced, possible, explained, requirements, documents, support] =
    await Promise.all([
      import('../../../src/pricing/conditions/condition-schema.ts'),
      import('../../../src/pricing/conditions/kinds.ts'),
      import('../../../src/store/promotions/rules/canonical.ts'),
      import('../../../src/store/promotions/rules/misplaced.ts'),
      import('../../../src/store/promotions/rules/possible.ts'),
      import('../../../src/pricing/explanations/explain.ts'),
      import('../../../src/pricing/explanations/requirements.ts'),
      import('../../../scripts/generate/promotions.ts'),
      import('../../support/store/pricing.ts'),
    ])
  const modules = { ...schema, ...kinds, ...canonical, ...misplaced, ...possible }
  return { ...modules, ...explained, ...requirements, ...documents, ...support }
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

const lines = (minimum: number) => ({ kind: 'lines', minimum }) as never
const not = (of: never) => ({ kind: 'not', of }) as never
const all = (...of: never[]) => ({ kind: 'all', of }) as never
const when = (condition: never) => engine.onCart('one', engine.percent(10), { when: condition })

test('the schema accepts the new fact at any depth', () => {
  const conditions = [lines(2), not(lines(2)), all(not(lines(2))), lines(0)]
  expect(conditions.map((condition) => Value.Check(engine.ConditionSchema, condition))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('the new fact is stored in its canonical form', () => {
  const row = { target: {}, shipping_option_ids: null, action: engine.percent(10) }
  expect(engine.canonicalParts({ ...row, when: all(lines(1.9)) } as never).when).toEqual(all(lines(2)))
})

test('the new fact is rejected where there is no cart', () => {
  const row = { ...when(lines(2)), scope: 'item', basis: 'catalog_prices', shipping_option_ids: null } as never
  expect(engine.misplacedMembers(row as PromotionRow)).toMatchObject([{ path: 'when' }])
})

test('contradictions of the new fact are found, also with other facts', () => {
  const paths = (condition: never) => engine.impossibilities(when(condition)).map(({ path }) => path)
  const fewUnits = not({ kind: 'quantity', of: {}, minimum: 2 } as never)
  expect(paths(all(lines(2), not(lines(3))))).toEqual([])
  expect(paths(all(lines(3), not(lines(3))))).toEqual(['when'])
  expect(paths(all(lines(2), fewUnits))).toEqual(['when'])
})

test('the new fact is explained, and hidden from shoppers when it is private', () => {
  const [reported] = engine.explain(engine.pricing([engine.line('a', 1, 100)], [when(lines(2))]))
  expect(reported).toMatchObject({ applied: false, sentence: 'Not applied: fewer than 2 lines.' })
  expect(engine.isPrivate(lines(2))).toBe(true)
})

test('shoppers see the requirement of the new fact and of its negation', () => {
  const words = (condition: never) => engine.describeRequirements(when(condition), engine.DOLLARS)
  expect([words(lines(2)), words(not(lines(2)))]).toEqual(['Have 2 lines', 'Have fewer than 2 lines'])
})

test('the new fact is documented', async () => {
  expect(await engine.promotionsDocument()).toContain('| `lines` | The cart has at least `minimum` lines. | cart |')
})
