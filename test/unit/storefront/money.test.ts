import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cost } from '../../../src/storefront/money.ts'

const format = (decimal_places: number) => ({
  currency: 'XTS',
  format: '{price}',
  decimal_point: '.',
  thousand_separator: '',
  decimal_places,
})

test('an amount is printed as the exact decimal, in every currency', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.nat(4), (amount, places) => {
      const told = cost(amount, format(places))
      // What people read is made from digits, never divided.
      const [whole, fraction = ''] = told.display.split('.')
      const digits = fraction.replace(/0+$/, '')
      expect(String(told.amount)).toBe(digits === '' ? String(Number(whole)) : `${whole}.${digits}`)
    }),
  )
  expect(
    JSON.stringify([cost(1999, format(2)), cost(5, format(3)), cost(450, format(0))].map((one) => one.amount)),
  ).toBe('[19.99,0.005,450]')
})
