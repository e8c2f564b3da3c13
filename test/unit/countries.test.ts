import fc from 'fast-check'
import { iso31661Alpha2ToAlpha3 } from 'iso-3166'
import { expect, test } from 'vitest'
import { countryCode, countryCodes, unknownCountry } from '../../src/kernel/countries/countries.ts'
import names from '../../src/kernel/countries/names.json' with { type: 'json' }
import { leastCpu } from '../support/measures/least-cpu.ts'

const COUNTRIES = Object.entries(names).map(([code, written]) => ({ code, written }))
const ENGLISH = new Intl.DisplayNames('en', { type: 'region' })
const SHARED = ['Congo', 'Korea']

test('all countries have names', () => {
  expect(countryCodes).toHaveLength(249)
  expect(COUNTRIES.map(({ code }) => code)).toEqual(countryCodes)
})

test.each(COUNTRIES)('$code is found by its codes and names, in any case', ({ code, written }) => {
  const alpha3 = iso31661Alpha2ToAlpha3[code] ?? ''
  const own = new Intl.DisplayNames(new Intl.Locale(`und-${code}`).maximize().toString(), { type: 'region' })
  for (const name of [code, alpha3, ENGLISH.of(code) ?? '', ...written].filter((name) => !SHARED.includes(name)))
    for (const text of [name, name.toLowerCase(), ` ${name.toUpperCase()} `, name.normalize('NFD')])
      expect([text, countryCode(text)]).toEqual([text, code])
  // Languages without names of their own share those of another language, but not its code.
  expect([code, undefined]).toContain(countryCode(own.of(code) ?? ''))
  expect(unknownCountry(`${ENGLISH.of(code)}x`)).toContain(code)
})

test.each([
  ['UK', 'GB'],
  ['u.k.', 'GB'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['Österreich', 'AT'],
  ['osterreich', 'AT'],
  ['Suisse', 'CH'],
  ['SCHWEIZ', 'CH'],
  ['Belgique', 'BE'],
  ['België', 'BE'],
  ['Ελλάδα', 'GR'],
  ['Россия', 'RU'],
  ['日本', 'JP'],
  ['مصر', 'EG'],
  ['Srbija', 'RS'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ['Trinidad and Tobago', 'TT'],
  ['Democratic Republic of the Congo', 'CD'],
])('%s is %s', (written, code) => {
  expect(countryCode(written)).toBe(code)
})

test.each(['', ' ', 'XX', 'Kosovo', 'Germanyy', ...SHARED])('%j does not name exactly one country', (written) => {
  expect(countryCode(written)).toBeUndefined()
})

test.each([
  ['Deutchland', 'DE (Germany)'],
  ['Untied Kingdom', 'GB (United Kingdom)'],
  ['Korea', 'KP (North Korea), KR (South Korea)'],
  ['Congo', 'CD (Congo - Kinshasa), CG (Congo - Brazzaville)'],
  ['', 'DE (Germany)'],
  [null, 'DE (Germany)'],
])('the error about %j suggests %s first', (written, nearest) => {
  expect(unknownCountry(written)).toContain(`such as ${nearest}`)
})

test('any text resolves to at most one country, quickly', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect([undefined, ...countryCodes]).toContain(countryCode(text))
      expect(unknownCountry(text)).toMatch(/^must be a country, /)
    }),
  )
  const MAX_MS = 20
  for (const text of ['\uFDFA'.repeat(100_000), '\uFDFA'.repeat(64), 'x'.repeat(64), 'x'.repeat(1_000_000)])
    expect(await leastCpu(MAX_MS, () => [countryCode(text), unknownCountry(text)])).toBeLessThan(MAX_MS)
})
