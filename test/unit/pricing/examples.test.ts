import { expect, test } from 'vitest'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import { EXAMPLES } from '../../fixtures/pricing-examples.ts'
import { quoteOf } from '../../support/store/pricing.ts'

test.each(EXAMPLES)('$name: $about', ({ input, expected }) => {
  expect(quoteOf(evaluate(input))).toMatchObject(expected)
})

test('several discounts on a cart are split over its lines to the cent', () => {
  const shares = EXAMPLES.filter(({ name }) => name === 'V13').map(({ input }) => quoteOf(evaluate(input)).shares)
  const both = shares.flatMap((lists) => lists[0]?.map((share, index) => share + (lists[1]?.[index] ?? 0)) ?? [])
  expect(both).toEqual([267, 159, 481, 162, 327])
})
