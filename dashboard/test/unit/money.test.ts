import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, formatRate, parseAmount, parseRate, printAmount, printRate } from '../../src/kit/values/money.ts'

const amounts = fc.maxSafeInteger()

describe('amounts', () => {
  test('are formatted as the currency is configured', () => {
    expect(formatAmount(1250, { currency: 'EUR' })).toBe('€12.50')
    expect(formatAmount(-5, { currency: 'USD' })).toBe('-$0.05')
    expect(formatAmount(1250, { currency: 'JPY' })).toBe('¥1,250')
    expect(formatAmount(1250, { currency: 'IQD' }).replace(/\s/, ' ')).toBe('IQD 1.250')
    expect(formatAmount(1250, { currency: 'EUR', decimal_places: 3 })).toBe('€1.250')
    expect(formatAmount(1250, { currency: 'PTS', decimal_places: 0 }).replace(/\s/, ' ')).toBe('PTS 1,250')
    expect(formatAmount(123_456_789_012_345_678_901n, { currency: 'USD' })).toBe('$1,234,567,890,123,456,789.01')
  })

  test('keep every digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 0, max: 4 }),
        (amount, places) => {
          const text = formatAmount(amount, { currency: 'USD', decimal_places: places })
          expect(BigInt(text.replace(/[^\d]/g, ''))).toBe(amount < 0n ? -amount : amount)
        },
      ),
    )
  })

  test('parse as a field shows them', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 4 }), (amount, places) => {
        expect(parseAmount(printAmount(amount, places), places)).toEqual({ value: amount })
      }),
    )
  })

  test('parse as formatted in many locales', () => {
    const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'cs-CZ', 'sv-SE')
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 2 }), locale, (amount, decimal_places, country) => {
        const shown = formatAmount(amount, { currency: 'EUR', decimal_places, locale: country })
        expect(parseAmount(shown, decimal_places)).toEqual({ value: amount })
      }),
    )
  })
})

describe('typed amounts', () => {
  test.each([
    ['12,50', 2, 1250],
    ['1 234.5', 2, 123_450],
    ['1.234,56', 2, 123_456],
    ["1'234.5", 2, 123_450],
    ['$5', 2, 500],
    ['5 EUR', 2, 500],
    ['.5', 2, 50],
    ['1,234', 2, 123_400],
    ['1,234', 0, 1234],
    ['1.234', 3, 1234],
    ['0,125', 3, 125],
    ['-0', 2, 0],
  ])('%s with %d decimals', (typed, places, value) => {
    expect(parseAmount(typed, places)).toEqual({ value })
  })

  test.each([
    ['', 2, 'Enter an amount.'],
    ['12.345,6,7', 2, '“12.345,6,7” has separators in the wrong places: write thousands without any.'],
    ['12.3456', 2, 'At most 2 decimals are allowed.'],
    ['1.5', 0, 'This currency has no decimals.'],
    ['1,234', 3, '“1,234” may mean 1234 or 1.234: write one of these.'],
    ['1e5', 2, '“1e5” is not an amount: use digits and one decimal separator.'],
    ['99999999999999999', 2, 'This amount is too large.'],
  ])('rejects %s with %d decimals', (typed, places, error) => {
    expect(parseAmount(typed, places)).toEqual({ error })
  })

  test('any typed text either parses or is rejected', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-\d., ]*$/)),
        fc.integer({ min: 0, max: 4 }),
        (typed, places) => {
          const parsed = parseAmount(typed, places)
          if ('value' in parsed) expect(Number.isSafeInteger(parsed.value)).toBe(true)
          if ('error' in parsed) expect(parsed.error).toMatch(/\.$/)
        },
      ),
    )
  })
})

describe('rates', () => {
  test('are in millionths', () => {
    expect(formatRate(120_000)).toBe('12%')
    expect(formatRate(99_750)).toBe('9.975%')
    expect(formatRate(1_000_000)).toBe('100%')
    expect(formatRate(0)).toBe('0%')
    expect(formatRate(1)).toBe('0.0001%')
    expect(parseRate('12 %')).toEqual({ value: 120_000 })
    expect(parseRate('9,975')).toEqual({ value: 99_750 })
    expect(parseRate('1.23456')).toEqual({ error: 'At most 4 decimals are allowed.' })
    expect(parseRate('twelve')).toEqual({
      error: '“twelve” is not a percentage: use digits and one decimal separator.',
    })
    expect(parseRate(' ')).toEqual({ error: 'Enter a percentage.' })
  })

  test('parse as they are shown', () => {
    fc.assert(
      fc.property(amounts, (ppm) => {
        expect(parseRate(formatRate(ppm))).toEqual({ value: ppm })
        expect(parseRate(printRate(ppm))).toEqual({ value: ppm })
      }),
    )
  })
})
