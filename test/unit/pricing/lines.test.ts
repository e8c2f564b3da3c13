import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MILLION } from '../../../src/pricing/amounts.ts'
import { evaluate } from '../../../src/pricing/evaluate.ts'
import type { LineInput } from '../../../src/pricing/input.ts'
import { money } from '../../../src/pricing/money.ts'
import { computeTaxes, computeTaxesTogether, type Tax } from '../../../src/pricing/taxes.ts'
import { pricing } from '../../support/store/pricing.ts'

const tax = (rate: number): Tax => ({ name: 'VAT', jurisdiction: 'GB', code: 'VAT', rate })
const rate = fc.nat({ max: 3 * MILLION }).map(tax)
const fixed = fc.nat({ max: 100_000 }).map((amount): Tax => ({ name: 'Duty', jurisdiction: '', code: '', amount }))
/** Many cheap units, or a few of the maximum price. */
const units = fc.oneof(
  fc.record({ quantity: fc.integer({ min: 1, max: 10_000 }), unit_amount: fc.nat({ max: 1_000_000_000 }) }),
  fc.record({ quantity: fc.integer({ min: 1, max: 10 }), unit_amount: fc.nat({ max: 999_999_999_999 }) }),
)
const rest = fc.record({
  id: fc.uuid(),
  item: fc.constant({ sku: '', product_id: null, category_ids: [], tags: [] }),
  includes_tax: fc.boolean(),
  taxes: fc.array(rate, { maxLength: 4 }),
})
const line: fc.Arbitrary<LineInput> = fc.tuple(units, rest).map(([one, other]) => ({ ...one, ...other }))

test('the amounts of the lines and of the whole agree to the last minor unit', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const { lines: priced, cart } = evaluate(pricing(lines, []))
      for (const [index, one] of priced.entries()) {
        const total = (lines[index]?.unit_amount ?? 0) * (lines[index]?.quantity ?? 0)
        expect(one.with_tax - one.tax).toBe(one.without_tax)
        expect(one.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(one.tax)
        expect(lines[index]?.includes_tax ? one.with_tax : one.without_tax).toBe(total)
        expect(one.tax).toBeGreaterThanOrEqual(0)
      }
      for (const name of ['tax', 'without_tax', 'with_tax'] as const) {
        expect(cart[name]).toBe(priced.reduce((sum, one) => sum + one[name], 0))
      }
    }),
  )
})

test('an included tax matches that of its net amount within one minor unit per rate', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), fc.array(rate, { minLength: 1, maxLength: 4 }), (gross, taxes) => {
      const figured = computeTaxes(gross, taxes, true)
      const net = gross - figured.reduce((sum, { amount }) => sum + amount, 0)
      for (const [index, { amount }] of figured.entries()) {
        const own = taxes[index]
        const exact = (net * (own !== undefined && 'rate' in own ? own.rate : 0)) / MILLION
        expect(Math.abs(amount - exact)).toBeLessThanOrEqual(2 + taxes.length)
      }
    }),
  )
})

test('externally computed taxes stay unchanged', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1_000_000 }),
      fc.array(fc.oneof(rate, fixed), { maxLength: 4 }),
      fc.boolean(),
      (total, taxes, included) => {
        const figured = computeTaxes(total, taxes, included)
        for (const [index, own] of taxes.entries()) if ('amount' in own) expect(figured[index]?.amount).toBe(own.amount)
      },
    ),
  )
})

test.each([
  [2997, [200_000], false, [599]],
  [3596, [200_000], true, [599]],
  [10_000, [50_000, 99_750], false, [500, 998]],
])('taxes on %d at %j (included: %s) are %j', (total, rates, included, amounts) => {
  expect(computeTaxes(total, rates.map(tax), included).map(({ amount }) => amount)).toEqual(amounts)
})

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [-123_456_789, '-$1,234,567.89'],
])('%d cents are written %s', (amount, formatted) => {
  const format = {
    currency: 'USD',
    format: `${'$'}{price}`,
    decimal_point: '.',
    thousand_separator: ',',
    decimal_places: 2,
  }
  expect(money(amount, format).formatted).toBe(formatted)
})

test('a currency without a minor unit, or with other signs, has its own format', () => {
  const yen = { currency: 'JPY', format: '¥{price}', decimal_point: '.', thousand_separator: ',', decimal_places: 0 }
  expect(money(1_234_567, yen).formatted).toBe('¥1,234,567')
  const euro = { currency: 'EUR', format: '{price} €', decimal_point: ',', thousand_separator: '.', decimal_places: 2 }
  expect(money(-123_456, euro).formatted).toBe('-1.234,56 €')
  const dollars = {
    currency: 'USD',
    format: '$&{price}',
    decimal_point: '$1',
    thousand_separator: '$',
    decimal_places: 2,
  }
  expect(money(100_000, dollars).formatted).toBe('$&1$000$100')
})

describe('taxes of equally taxed lines, computed together', () => {
  const lines = fc.array(
    fc.record({
      amount: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 100_000 })),
      includes_tax: fc.boolean(),
      taxes: fc
        .array(fc.constantFrom(0, 1, 70_000, 200_000, 3_000_000), { maxLength: 2 })
        .map((rates) => rates.map(tax)),
    }),
    { maxLength: 8 },
  )

  test('are rounded once for all lines, and never exceed the price of a line', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const figured = computeTaxesTogether(all)
        const taxOfLine = (index: number) => (figured[index] ?? []).reduce((sum, { amount }) => sum + amount, 0)
        for (const group of Map.groupBy(all.keys(), (index) => JSON.stringify({ ...all[index], amount: 0 })).values()) {
          const { taxes = [], includes_tax = false } = all[group[0] ?? 0] ?? {}
          const whole = group.reduce((sum, index) => sum + (all[index]?.amount ?? 0), 0)
          const asOne = computeTaxes(whole, taxes, includes_tax).reduce((sum, { amount }) => sum + amount, 0)
          expect(group.reduce((sum, index) => sum + taxOfLine(index), 0)).toBe(asOne)
        }
        for (const [index, { amount, includes_tax }] of all.entries()) {
          expect(taxOfLine(index)).toBeGreaterThanOrEqual(0)
          if (includes_tax) expect(taxOfLine(index)).toBeLessThanOrEqual(amount)
        }
      }),
    )
  })

  test('are 0.10 for three lines of 0.33 at 10%, not 3 times 0.03', () => {
    const line = { amount: 33, taxes: [tax(100_000)], includes_tax: false }
    const together = computeTaxesTogether([line, line, line]).map(([only]) => only?.amount)
    expect(together).toEqual([4, 3, 3])
  })

  test('keep externally computed taxes', () => {
    const own = { amount: 33, taxes: [{ name: 'Own', jurisdiction: '', code: '', amount: 9 }], includes_tax: false }
    const line = { amount: 33, taxes: [tax(100_000)], includes_tax: false }
    expect(computeTaxesTogether([own, line]).map(([only]) => only?.amount)).toEqual([9, 3])
  })
})
