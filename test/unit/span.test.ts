import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Criteria } from '../../src/kernel/lists/list.ts'
import { spanOfAlternatives } from '../../src/kernel/lists/span.ts'

const changed = { column: 'updated_at' }
const made = { column: 'expires_at' }
type Row = { updated_at: number; expires_at: number; amount: number }

const moment = fc.option(fc.integer({ min: 0, max: 20 }), { nil: null })
const time = fc.record({
  kind: fc.constant('time' as const),
  source: fc.constantFrom(changed, changed, made),
  type: fc.constant('time' as const),
  from: moment,
  before: moment,
})
const amount = fc.integer({ min: 0, max: 3 }).map((value): Criteria => {
  return { kind: 'compare', source: { column: 'amount' }, type: 'integer', operator: 'eq', value }
})
const { criteria } = fc.letrec<{ criteria: Criteria; several: Criteria }>((tie) => ({
  several: fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    criteria: fc.array(tie('criteria'), { minLength: 1, maxLength: 3 }),
  }),
  criteria: fc.oneof({ maxDepth: 3 }, time, amount, tie('several')),
}))
const row = fc.record({
  updated_at: fc.integer({ min: 0, max: 20 }),
  expires_at: fc.integer({ min: 0, max: 20 }),
  amount: fc.nat(3),
})

function holds(one: Criteria, of: Row): boolean {
  switch (one.kind) {
    case 'and':
      return one.criteria.every((each) => holds(each, of))
    case 'or':
      return one.criteria.some((each) => holds(each, of))
    case 'time': {
      const at = of[one.source.column as keyof Row]
      return (one.from === null || at >= one.from) && (one.before === null || at < one.before)
    }
    case 'compare':
      return of.amount === one.value
    default:
      throw new Error(`There is no ${one.kind} here.`)
  }
}

test('the span of alternatives includes every row that the alternatives match', () => {
  const property = fc.property(criteria, fc.array(row, { minLength: 20, maxLength: 20 }), (where, rows) => {
    const span = spanOfAlternatives(where, changed)
    if (span !== null) for (const one of rows) expect(!holds(where, one) || holds(span, one)).toBe(true)
  })
  fc.assert(property, { numRuns: 2000 })
})

const between = (from: number | null, before: number | null): Criteria => {
  return { kind: 'time', source: changed, type: 'time', from, before }
}
const two: Criteria = { kind: 'compare', source: { column: 'amount' }, type: 'integer', operator: 'gt', value: 2 }

test('the alternatives of a keyset walk yield a lower or an upper bound', () => {
  const same: Criteria = { kind: 'and', criteria: [between(10, 11), two] }
  const up: Criteria = { kind: 'or', criteria: [between(11, null), same] }
  const down: Criteria = { kind: 'or', criteria: [between(null, 10), same] }
  expect(spanOfAlternatives(up, changed)).toEqual(between(10, null))
  expect(spanOfAlternatives(down, changed)).toEqual(between(null, 11))
  expect(spanOfAlternatives({ kind: 'and', criteria: [up, between(null, 30)] }, changed)).toEqual(between(10, null))
})

test.each<[string, Criteria]>([
  ['no alternatives', between(1, 2)],
  ['alternatives of which one takes any time', { kind: 'or', criteria: [between(1, null), two] }],
  ['alternatives on both sides', { kind: 'or', criteria: [between(5, null), between(null, 2)] }],
  ['another field', { kind: 'or', criteria: [{ ...between(1, 2), source: made } as Criteria] }],
])('%s yield no span', (_, where) => {
  expect(spanOfAlternatives(where, changed)).toBe(null)
})
