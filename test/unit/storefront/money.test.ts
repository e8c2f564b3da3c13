import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLocale } from '../../../src/storefront/locale.ts'
import { amountFormat, cost } from '../../../src/storefront/money.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

const format = (decimal_places: number, currency = 'XTS') => ({
  currency,
  format: '{price}',
  decimal_point: '.',
  thousand_separator: '',
  decimal_places,
})
const shown = (amount: number, decimal_places: number) => cost(amount, amountFormat(null, format(decimal_places)))
const display = (locale: string, currency: string, amount: number, decimal_places = 2) =>
  cost(amount, amountFormat(parseLocale(locale), format(decimal_places, currency))).display

test('an amount is printed as the exact decimal, in every currency', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.nat(4), (amount, places) => {
      const text = shown(amount, places)
      // Displayed amounts are built from digits, because division would be inexact.
      const [whole, fraction = ''] = text.display.split('.')
      const digits = fraction.replace(/0+$/, '')
      expect(String(text.amount)).toBe(digits === '' ? String(Number(whole)) : `${whole}.${digits}`)
    }),
  )
  expect(JSON.stringify([shown(1999, 2), shown(5, 3), shown(450, 0)].map((one) => one.amount))).toBe(
    '[19.99,0.005,450]',
  )
})

test.each([
  ['fr-CA', 'CAD', 1050, '10,50\u00a0$'],
  ['FR_CA', 'CAD', 1050, '10,50\u00a0$'],
  ['en-US', 'USD', 123_450, '$1,234.50'],
  ['en', 'EUR', 60, '€0.60'],
  ['en-CA', 'USD', 1000, 'US$10.00'],
  ['de-DE', 'EUR', 123_450, '1.234,50\u00a0€'],
  ['ar-EG', 'EGP', 123_450, '\u200f١٬٢٣٤٫٥٠\u00a0ج.م.\u200f'],
  ['en-US', 'USD', -5, '-$0.05'],
  ['en-u-nu-thai', 'USD', 100, '$1.00'],
])('the locale %s writes %s %i as %s', (locale, currency, amount, text) => {
  expect(display(locale, currency, amount)).toBe(text)
})

test.each([
  ['no-language-at-all', 'USD'],
  ['', 'USD'],
  ['tlh', 'USD'],
  ['und', 'USD'],
  ['en-US', 'PTS'],
  ['en-US', 'XXX'],
])('the store writes amounts for the locale %j and the currency %s', (locale, currency) => {
  expect(display(locale, currency, 123_450)).toBe('1234.50')
})

const LOCALES = [
  ...['en', 'en-IN', 'fr', 'fr-CA', 'fr-CH', 'de', 'de-AT', 'de-CH', 'da', 'pt-BR', 'pt-PT', 'es', 'it-CH', 'pl', 'ru'],
  ...['ar-EG', 'ar-AE', 'fa', 'he', 'hi', 'bn', 'mr', 'my', 'th', 'ja', 'zh-Hant-TW', 'ko', 'tr', 'sv', 'bg', 'ne'],
]
const CURRENCIES = ['USD', 'CAD', 'EUR', 'JPY', 'KWD', 'CLF', 'INR', 'CHF', 'DKK', 'BGN', 'AED', 'BRL', 'XOF', 'IRR']

/** Converts digits of any script to ASCII. */
function asciiDigits(locale: string, text: string): string {
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse()
  return [...text].map((character) => (digits.includes(character) ? digits.indexOf(character) : character)).join('')
}

test('a localized amount parses back to itself, at every size and number of decimal places', () => {
  const amounts = fc.oneof(fc.integer({ min: -99_999, max: 99_999 }), fc.maxSafeInteger())
  const locales = fc.constantFrom(...LOCALES)
  fc.assert(
    fc.property(locales, fc.constantFrom(...CURRENCIES), amounts, fc.nat(4), (locale, currency, amount, places) => {
      const text = display(locale, currency, amount, places)
      const ascii = asciiDigits(locale, text)
      expect(ascii.replace(/\D/g, ''), text).toBe(String(Math.abs(amount)).padStart(places + 1, '0'))
      expect(/[-−]/.test(ascii), text).toBe(amount < 0)
      const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 1 })
      const decimal = parts.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
      const separators = [...ascii.matchAll(/(?<=\d)\D(?=\d)/g)].map(([separator]) => separator)
      if (places === 0) expect(separators).not.toContain(decimal)
      else expect(ascii, text).toMatch(new RegExp(`\\d\\${decimal}\\d{${places}}(?!\\d)`))
    }),
    { numRuns: lawRuns(1_000) },
  )
})
