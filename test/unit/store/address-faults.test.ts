import { expect, test } from 'vitest'
import { addressFaults, type Use } from '../../../src/store/addresses/validate.ts'

const WHOLE = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '41 Juniper Street',
  region: 'OR',
  postcode: '97205',
  country: 'US',
}

const wrong = (more: object, use: Use = 'delivered', mandatory: readonly string[] = []) =>
  addressFaults({ ...WHOLE, ...more }, use, mandatory).map(({ field, kind }) => `${field} ${kind}`)

test('what is delivered needs a name, a line, a real country, a region of it and a postcode', () => {
  expect(wrong({})).toEqual([])
  for (const field of ['first_name', 'last_name', 'line_1', 'country', 'postcode', 'region'])
    expect(wrong({ [field]: ' ' })).toContain(`${field} missing`)
  expect(addressFaults({}, 'delivered').map(({ field }) => field)).toEqual([
    'first_name',
    'last_name',
    'line_1',
    'country',
  ])
})

test.each([
  ['ZZ', 'country unknown'],
  ['us', 'country unknown'],
  ['XK', 'country unknown'],
])('%s is not a country', (country, fault) => {
  expect(wrong({ country })).toEqual([fault])
  expect(wrong({ country }, 'billed')).toEqual([fault])
})

test('a region is one of the list of its country, in either case; countries without a list take any', () => {
  expect(wrong({ region: 'or' })).toEqual([])
  for (const region of ['MD', 'M']) expect(wrong({ country: 'ES', region, postcode: '28001' })).toEqual([])
  expect(wrong({ region: 'Oregon' })).toEqual(['region unknown'])
  expect(wrong({ country: 'DE' })).toEqual(['region unknown'])
  expect(wrong({ country: 'DE', region: 'BY' })).toEqual([])
  expect([wrong({ country: 'PR', region: '' }), wrong({ country: 'PR', region: 'Ponce' })]).toEqual([[], []])
  const [fault] = addressFaults({ ...WHOLE, country: 'CA' }, 'delivered')
  expect(fault?.sentence).toBe(
    'must be a region of CA (ISO 3166-2 without the country): AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT.',
  )
})

test.each(['AE', 'HK', 'QA', 'ZW'])('%s has no postcodes', (country) => {
  expect(wrong({ country, postcode: '' })).not.toContain('postcode missing')
})

test('taxes need a country and a region alone; a bill needs a line and a country; the store may ask for more', () => {
  const bare = { first_name: '', last_name: '', postcode: '' }
  expect(wrong(bare, 'taxed')).toEqual([])
  expect(wrong({ ...bare, region: '' }, 'taxed')).toEqual(['region missing'])
  expect(wrong({ ...bare, region: '' }, 'billed')).toEqual([])
  expect(wrong({ ...bare, line_1: '', country: '' }, 'billed')).toEqual(['line_1 missing', 'country missing'])
  expect(wrong({ region: '' }, 'taxed', ['city', 'region'])).toEqual(['city missing', 'region missing'])
})
