import fc from 'fast-check'
import { iso31662 } from 'iso-3166'
import { expect, test } from 'vitest'
import { coverageKeys, lookupKeys } from '../../../src/store/addresses/locations.ts'
import postal from '../../../src/store/addresses/postal-addresses.json' with { type: 'json' }
import { nearestRegions, regionCodes, regionOf, subdivisions } from '../../../src/store/addresses/regions.ts'
import { leastCpu } from '../../support/measures/least-cpu.ts'

const regions = [...subdivisions].flatMap(([country, names]) =>
  [...names].map(([code, name]) => ({ country, code, name })),
)
const cases = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => ` ${text.toUpperCase()} `,
  (text) => text.normalize('NFD'),
)

test('every region is found by its code, with or without the country, and by its name, in any case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...regions), cases, ({ country, code, name }, written) => {
      expect(regionCodes(country, written(code))).toEqual([code])
      expect(regionCodes(country, written(`${country}-${code}`))).toEqual([code])
      expect(regionCodes(country, written(name))).not.toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('every postal name is found, and maps to a code of ISO 3166-2 or of the post', () => {
  for (const [country, { regions: names }] of Object.entries(postal))
    for (const [code, written] of Object.entries(names))
      for (const name of written) expect(regionCodes(country, name), `${country} ${name}`).toContain(code)
})

test('no code maps to another region', () => {
  for (const { code } of iso31662) expect(regionCodes(code.slice(0, 2), code.slice(3))).toEqual([code.slice(3)])
})

test.each([
  ['US', 'California', 'CA'],
  ['CA', 'Quebec', 'QC'],
  ['CA', 'Québec', 'QC'],
  ['CA', 'Colombie Britannique', 'BC'],
  ['JP', '東京都', '13'],
  ['JP', 'Tokyo', '13'],
  ['ES', 'Comunidad de Madrid', 'MD'],
  ['ES', 'Asturias', 'AS'],
  ['IE', 'Cork', 'CO'],
  ['IE', 'County Cork', 'CO'],
  ['CN', '安徽省', 'AH'],
  ['DE', 'baden-wurttemberg', 'BW'],
  ['AE', 'Dubai', 'DU'],
  ['PL', 'Lodzkie', '10'],
  ['VN', 'Da Nang', 'DN'],
])('%s: %s is %s', (country, written, code) => {
  expect(regionCodes(country, written)).toContain(code)
  expect(lookupKeys({ country, region: written })).toContain(`${country}/${code}`)
  for (const region of [written, code, `${country}-${code}`]) {
    const [key = ''] = coverageKeys([{ country, regions: [region] }]).filter((one) =>
      lookupKeys({ country, region: written }).includes(one),
    )
    expect(key).not.toBe('')
  }
})

test('an unknown text stays as it is', () => {
  expect(regionCodes('GB', 'Greater Sunnyville')).toEqual([])
  expect(lookupKeys({ country: 'GB', region: ' Greater Sunnyville ' })).toEqual(['GB/GREATER SUNNYVILLE', 'GB', '*'])
  expect(coverageKeys([{ country: 'GB', regions: ['greater sunnyville'] }])).toEqual(['GB/GREATER SUNNYVILLE'])
})

test('a county is the region only of an address without one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...regions),
      fc.constantFrom(...regions),
      ({ country, name: county }, { name, code }) => {
        for (const region of [name, code, 'Sunnyville', ` ${name} `])
          expect(regionOf({ country, county, region })).toBe(region)
        for (const region of ['', ' '])
          expect(regionOf({ country, county, region })).toBe(country === 'US' ? '' : county)
        expect(regionOf({ country, county: `${county} Sunnyville` })).toBe('')
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  ['CA', 'Ontario', 'Ontario'],
  ['GB', 'Essex', 'Essex'],
  ['IE', 'Co. Cork', 'Co. Cork'],
  ['US', 'Nevada', ''],
  ['US', 'Washington', ''],
  ['US', 'NV', ''],
])('%s: the county %s replaces the region "%s"', (country, county, region) => {
  expect(regionOf({ country, county })).toBe(region)
})

/** CPU milliseconds, ten times the usual cost. */
const MAX_MS = 20

test.each([
  ['one phrase in each character', '\uFDFA'.repeat(255)],
  ['64 such characters', '\uFDFA'.repeat(64)],
  ['accents', 'e\u0301'.repeat(127)],
  ['64 letters', 'x'.repeat(64)],
])('regions of %s, and those of a store, are found quickly', async (_, written) => {
  const named = Array.from({ length: 60_000 }, (_, index) => `${written.slice(0, 90)}${index}`)
  expect(await leastCpu(MAX_MS, () => nearestRegions('GB', written, named))).toBeLessThan(MAX_MS)
  expect(await leastCpu(MAX_MS, () => lookupKeys({ country: 'GB', region: written }))).toBeLessThan(MAX_MS)
})
