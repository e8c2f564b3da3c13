import { expect, test } from 'vitest'
import { detailsOf } from '../../../src/storefront/catalog/details.ts'
import { parseLocale } from '../../../src/storefront/locale.ts'

test.each([
  [null, ['1234.5', '1998', '15000', '1e-7', 'true', '1,5']],
  ['no language', ['1234.5', '1998', '15000', '1e-7', 'true', '1,5']],
  ['en-US', ['1234.5', '1998', '15,000', '0.0000001', 'true', '1,5']],
  ['de-DE', ['1234,5', '1998', '15.000', '0,0000001', 'true', '1,5']],
  ['fr-FR', ['1234,5', '1998', '15\u202f000', '0,0000001', 'true', '1,5']],
])('details are written as the locale %s does, numbers alone', (locale, texts) => {
  const members = { weight_g: 1234.5, year: 1998, pieces: 15_000, tiny: 1e-7, dishwasher: true, code: '1,5', list: [1] }
  const details = detailsOf(locale === null ? null : parseLocale(locale), members)
  expect(details.map((detail) => detail['display-value'])).toEqual(texts)
  expect(details.map(({ value }) => value)).toEqual(Object.values(members).slice(0, -1))
})
