import { expect, test } from 'vitest'
import { countryCodes } from '../../../src/kernel/countries/countries.ts'
import { type AddressRules, addressFaults } from '../../../src/store/addresses/validate.ts'

const WHOLE = {
  first_name: 'Ada',
  last_name: 'Marsh',
  line_1: '41 Juniper Street',
  region: 'OR',
  postcode: '97205',
  country: 'US',
}

const wrong = (more: object, rules: Partial<AddressRules> = {}) =>
  addressFaults({ ...WHOLE, ...more }, { use: 'delivered', ...rules }).map(({ field, kind }) => `${field} ${kind}`)

test("a delivery needs a name, a line, a real country and the country's postal fields", () => {
  expect(wrong({})).toEqual([])
  for (const field of ['line_1', 'country', 'postcode', 'region'])
    expect(wrong({ [field]: ' ' })).toContain(`${field} missing`)
  expect([wrong({ first_name: '' }), wrong({ last_name: ' ' })]).toEqual([[], []])
  expect(wrong({ first_name: '', last_name: '' })).toEqual(['first_name missing'])
  expect(addressFaults({}, { use: 'delivered' }).map(({ field }) => field)).toEqual(['first_name', 'line_1', 'country'])
})

test.each([
  ['ZZ', 'country unknown'],
  ['us', 'country unknown'],
  ['XK', 'country unknown'],
])('%s is not a country', (country, fault) => {
  expect(wrong({ country })).toEqual([fault])
  expect(wrong({ country }, { use: 'billed' })).toEqual([fault])
})

/** Countries whose post requires a region according to libaddressinput; ISO 3166-2 lists regions of 200. */
const WITH_REGION = 'AE AU BR CA CN CO CR ES FM HN ID IN IQ IT JM KN KR MH MX NR PG PW RU SO SV TW UM US VE'.split(' ')
const WITH_POSTCODE = (
  'AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU LV MF MH MP MQ MX ' +
  'MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA AS'
).split(' ')

test.each(countryCodes.map((country) => ({ country })))(
  '$country: a delivery needs the fields that its post requires',
  ({ country }) => {
    const needs = wrong({ country, region: '', postcode: '' })
    expect(needs.includes('region missing')).toBe(WITH_REGION.includes(country))
    expect(needs.includes('postcode missing')).toBe(WITH_POSTCODE.includes(country))
    expect(wrong({ country, region: 'Anywhere', postcode: '1' })).toEqual([])
    expect(wrong({ country, region: '', postcode: '' }, { use: 'taxed' })).toEqual([])
    expect(wrong({ country, region: '', postcode: '' }, { use: 'billed' })).toEqual([])
  },
)

test('a known region is required where the store names regions, also for taxes', () => {
  const rules = { named: ['QC', 'Ontario'] }
  const canada = { country: 'CA', postcode: 'H3Z 2Y7' }
  expect(wrong({ ...canada, region: '' }, rules)).toEqual(['region missing'])
  expect(wrong({ ...canada, region: '' }, { ...rules, use: 'taxed' })).toEqual(['region missing'])
  expect(wrong({ ...canada, region: '' }, { ...rules, use: 'billed' })).toEqual([])
  for (const region of ['QC', 'qc', 'CA-QC', 'Quebec', 'QUÉBEC', 'Ontario', 'Nova Scotia', 'nouvelle-écosse'])
    expect(wrong({ ...canada, region }, rules)).toEqual([])
  const [fault] = addressFaults({ ...WHOLE, ...canada, region: 'Qeubec' }, { use: 'taxed', ...rules })
  expect(fault).toMatchObject({ field: 'region', kind: 'unknown' })
  expect(fault?.sentence).toMatch(/^must be a region of CA, its code or its name: QC \(Quebec\), /)
  expect(fault?.sentence.split(', ')).toHaveLength(11)
})

test("a region in the store's own words is known", () => {
  const rules = { named: ['The islands'] }
  expect(wrong({ country: 'GR', region: ' the ISLANDS' }, rules)).toEqual([])
  expect(wrong({ country: 'GR', region: 'Islandss' }, rules)).toEqual(['region unknown'])
  const [fault] = addressFaults({ ...WHOLE, country: 'GR', region: '' }, { use: 'taxed', ...rules })
  expect(fault?.sentence).toMatch(/^is required, such as The islands, /)
})

test('a county replaces a region if the store names it', () => {
  const canada = { country: 'CA', postcode: 'K1A 0B1', region: '' }
  expect(wrong({ ...canada, county: 'Ontario' })).toEqual([])
  expect(wrong({ ...canada, county: 'Sunnyville' })).toEqual(['region missing'])
  const states = { country: 'US', county: 'Nevada', region: '' }
  expect(wrong(states)).toEqual(['region missing'])
  expect(wrong(states, { use: 'taxed', named: ['CA', 'NV'] })).toEqual(['region missing'])
  expect(wrong({ ...states, region: 'CA' }, { use: 'taxed', named: ['CA', 'NV'] })).toEqual([])
})

test('a bill needs a line and a country, and the store may require more', () => {
  expect(wrong({ line_1: '', country: '' }, { use: 'billed' })).toEqual(['line_1 missing', 'country missing'])
  expect(wrong({ region: '' }, { use: 'taxed', mandatory: ['city', 'region'] })).toEqual([
    'city missing',
    'region missing',
  ])
})
