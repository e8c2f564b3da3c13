import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryCodes } from '../../../src/kernel/countries/countries.ts'
import { subdivisions } from '../../../src/store/addresses/regions.ts'
import { countryName } from '../../../src/storefront/geographies/country-names.ts'
import { parseLocale } from '../../../src/storefront/locale.ts'
import { anyText } from '../../support/any-text.ts'

test('a country has a name in every locale, valid or not', () => {
  const locales = fc.oneof(anyText(), fc.stringMatching(/^[a-z]{2,3}([_-][A-Za-z0-9]{1,8}){0,3}$/))
  fc.assert(
    fc.property(locales, fc.constantFrom(...countryCodes), (locale, code) => {
      expect(countryName(parseLocale(locale), code)).not.toBe('')
    }),
  )
  expect(countryName(null, 'DE')).toBe('Germany')
})

test('subdivisions are sorted, exist for every country, and are of the first level only', () => {
  expect([...subdivisions.keys()]).toEqual(countryCodes)
  for (const regions of subdivisions.values()) expect([...regions.keys()]).toEqual([...regions.keys()].sort())
  expect(subdivisions.get('CA')?.get('BC')).toBe('British Columbia')
  // Subdivisions: a county of the region `21`, and the region itself.
  expect(['TO', '21'].map((code) => subdivisions.get('IT')?.get(code))).toEqual([undefined, 'Piemonte'])
})
