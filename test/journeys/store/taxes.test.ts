import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import { currencies } from '../../../src/store/currencies/currency.ts'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import { findTaxRates, type TaxRequest } from '../../../src/store/taxes/sql/rates.ts'
import { taxClasses } from '../../../src/store/taxes/tax-class.ts'
import { taxRates } from '../../../src/store/taxes/tax-rate.ts'
import { taxZones } from '../../../src/store/taxes/tax-zone.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { bodyOf } from '../../support/store/resource-samples.ts'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

const pathOf = ({ path }: AnyResource) => `/v2${path}`

async function make(resource: AnyResource, attributes: Record<string, unknown>, client = seller) {
  const { status, body } = await client.post(pathOf(resource), bodyOf(resource, attributes))
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data as { id: string; default?: boolean }
}

describe.each([
  { resource: taxClasses, one: { name: 'A', code: 'a' }, other: { name: 'B', code: 'b', default: true } },
  {
    resource: currencies,
    one: { code: 'EUR', format: '{price}', default: true },
    other: { code: 'GBP', format: '{price}', default: true },
  },
])('$resource.plural', ({ resource, one, other }) => {
  test('have exactly one default, which moves to a new default and cannot be unset or deleted', async () => {
    const { store } = await stage.tenant()
    const first = await make(resource, one, store)
    expect(first.default).toBe(true)
    const second = await make(resource, other, store)
    const at = (id: string) => `${pathOf(resource)}/${id}`
    expect((await store.get(at(first.id))).body.data.default).toBe(false)
    const given = await store.put(at(second.id), bodyOf(resource, { default: false }))
    expect([given.status, given.body.errors[0].source]).toEqual([422, { pointer: '/data/default' }])
    expect((await store.delete(at(second.id))).status).toBe(409)
    await store.put(at(first.id), bodyOf(resource, { default: true }))
    expect((await store.delete(at(second.id))).status).toBe(200)
    const { body } = await store.get(pathOf(resource))
    const defaults = body.data.filter((one: { default: boolean }) => one.default)
    expect(defaults).toMatchObject([{ id: first.id }])
  })
})

test('the first tax class is always the default, and the last can be deleted', async () => {
  const { store } = await stage.tenant()
  const only = await make(taxClasses, { name: 'A', code: 'a', default: false }, store)
  expect(only.default).toBe(true)
  expect((await store.delete(`${pathOf(taxClasses)}/${only.id}`)).status).toBe(200)
  expect((await make(taxClasses, { name: 'A', code: 'a' }, store)).default).toBe(true)
})

describe('invalid values are rejected', () => {
  async function refused(resource: AnyResource, attributes: Record<string, unknown>, status: number) {
    const response = await seller.post(pathOf(resource), bodyOf(resource, attributes))
    expect(response.status).toBe(status)
    return response.body.errors[0]
  }

  test('a duplicate code, and deleting what rates need', async () => {
    const tax_class_id = (await make(taxClasses, { name: 'A', code: 'twice' })).id
    expect((await refused(taxClasses, { name: 'B', code: 'twice' }, 409)).source).toEqual({ pointer: '/data/code' })
    const tax_zone_id = (await make(taxZones, { name: 'Z', countries: [{ country: 'DE' }] })).id
    await make(taxClasses, { name: 'Other', code: 'other', default: true })
    await make(taxRates, { tax_class_id, tax_zone_id, name: 'R', code: 'r', rate: 1 })
    for (const path of [`${pathOf(taxClasses)}/${tax_class_id}`, `${pathOf(taxZones)}/${tax_zone_id}`]) {
      const { status, body } = await seller.delete(path)
      expect([status, body.errors[0].detail]).toEqual([409, expect.stringContaining('Tax rates belong to')])
    }
  })

  test('rates with classes and zones of other stores', async () => {
    const { store: other } = await stage.tenant()
    const foreign = (await make(taxClasses, { name: 'F', code: 'f' }, other)).id
    const tax_class_id = (await make(taxClasses, { name: 'A', code: 'own' })).id
    const tax_zone_id = (await make(taxZones, { name: 'Z', countries: [{ country: 'DE' }] })).id
    const rate = { tax_class_id, tax_zone_id, name: 'R', code: 'r', rate: 1 }
    const wrongClass = await refused(taxRates, { ...rate, tax_class_id: foreign }, 422)
    expect(wrongClass.source).toEqual({ pointer: '/data/tax_class_id' })
    const wrongZone = await refused(taxRates, { ...rate, tax_zone_id: newId(0) }, 422)
    expect(wrongZone.source).toEqual({ pointer: '/data/tax_zone_id' })
    for (const wrong of [-1, 0.5, 10_000_001]) {
      expect((await refused(taxRates, { ...rate, rate: wrong }, 422)).source).toEqual({ pointer: '/data/rate' })
    }
    const backwards = { valid_from: '2026-01-01T00:00:00Z', valid_to: '2026-01-01T01:00:00+01:00' }
    expect((await refused(taxRates, { ...rate, ...backwards }, 422)).source).toEqual({ pointer: '/data/valid_to' })
    const leap = { valid_from: '2016-12-31T23:59:60Z' }
    expect((await refused(taxRates, { ...rate, ...leap }, 422)).source).toEqual({ pointer: '/data/valid_from' })
  })

  test('unknown countries, and zones without countries', async () => {
    const nowhere = await refused(taxZones, { name: 'Z', countries: [] }, 422)
    expect(nowhere.source).toEqual({ pointer: '/data/countries' })
    const unknown = await refused(taxZones, { name: 'Z', countries: [{ country: 'XX' }] }, 422)
    expect(unknown.source).toEqual({ pointer: '/data/countries/0/country' })
    const both = { country: 'US', regions: ['CA'], postcodes: ['94*'] }
    const two = await refused(taxZones, { name: 'Z', countries: [{ country: 'DE' }, both] }, 422)
    expect(two.source).toEqual({ pointer: '/data/countries/1' })
  })
})

describe('the rates of an address', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  let store: Client
  let standard: string
  let books: string
  let food: string

  /** Names and rates by requested class. */
  async function found(question: Partial<TaxRequest> & { country: string | null }) {
    const owner = { organization_id: store.organization_id, store_id: store.store_id }
    const request = { tax_class_ids: [null, standard, books, food], now, ...question }
    const rates = await findTaxRates(stage.database.db, owner, request)
    return Object.fromEntries([...rates].map(([id, list]) => [id, list.map(({ name, ppm }) => `${name} ${ppm}`)]))
  }

  beforeAll(async () => {
    store = (await stage.tenant()).store
    const classOf = async (code: string) => (await make(taxClasses, { name: code, code }, store)).id
    standard = await classOf('standard')
    books = await classOf('books')
    food = await classOf('food')
    const zone = async (name: string, countries: object[]) => (await make(taxZones, { name, countries }, store)).id
    const germany = await zone('Germany', [{ country: 'AT' }, { country: 'DE' }])
    const island = await zone('Island', [{ country: 'DE', postcodes: ['27 498'] }])
    const usa = await zone('USA', [{ country: 'US' }])
    const california = await zone('California', [{ country: 'US', regions: ['ca', 'NV'] }])
    const bay = await zone('Bay', [{ country: 'US', postcodes: ['94*'] }])
    const rate = (tax_class_id: string, tax_zone_id: string, name: string, ppm: number, more = {}) =>
      make(taxRates, { tax_class_id, tax_zone_id, name, code: name, rate: ppm, ...more }, store)
    await rate(standard, germany, 'VAT', 190_000)
    await rate(books, germany, 'Reduced VAT', 70_000)
    await rate(standard, island, 'Free', 0)
    await rate(standard, usa, 'Federal', 10_000)
    await rate(standard, california, 'State', 72_500)
    await rate(standard, california, 'District', 5_000)
    await rate(books, usa, 'Old', 1, { valid_to: '2026-06-01T00:00:00Z' })
    await rate(books, usa, 'New', 2, { valid_from: '2026-06-01T00:00:00Z', valid_to: '2026-07-01T00:00:00Z' })
    await rate(books, california, 'Gone', 4, { valid_to: '2026-06-01T00:00:00Z' })
    await rate(food, bay, 'Bay', 3)
    const swiss = await zone('Switzerland', [{ country: 'CH' }])
    const mixed = await zone('Mixed', [{ country: 'CH' }, { country: 'CH', regions: ['GR'] }])
    await rate(standard, mixed, 'Mixed', 5)
    await rate(standard, swiss, 'Swiss', 6)
  })

  test('are those of its country for each class, or of the default class', async () => {
    expect(await found({ country: 'DE' })).toEqual({
      default: ['VAT 190000'],
      [standard]: ['VAT 190000'],
      [books]: ['Reduced VAT 70000'],
      [food]: [],
    })
    const { store: other } = await stage.tenant()
    const stranger = (await make(taxClasses, { name: 'Foreign', code: 'foreign' }, other)).id
    expect(await found({ country: 'AT', tax_class_ids: [stranger, books.toUpperCase()] })).toEqual({
      default: ['VAT 190000'],
      [stranger]: ['VAT 190000'],
      [books.toUpperCase()]: ['Reduced VAT 70000'],
    })
  })

  test('are those of the most specific zone with any for the class: postcode, region, country', async () => {
    expect(await found({ country: 'US', region: 'ny', tax_class_ids: [] })).toEqual({ default: ['Federal 10000'] })
    expect(await found({ country: 'US', region: ' Ca ', postcode: '94103' })).toEqual({
      default: ['District 5000', 'State 72500'],
      [standard]: ['District 5000', 'State 72500'],
      [books]: ['New 2'],
      [food]: ['Bay 3'],
    })
    expect((await found({ country: 'DE', postcode: '27498' })).default).toEqual(['Free 0'])
    expect((await found({ country: 'DE', postcode: '27499' })).default).toEqual(['VAT 190000'])
    expect((await found({ country: 'CH', region: 'GR' })).default).toEqual(['Mixed 5'])
    expect((await found({ country: 'CH', region: 'ZH' })).default).toEqual(['Swiss 6'])
    expect((await found({ country: 'FR', postcode: '94103', region: 'CA' })).default).toEqual([])
  })

  test('are those valid at the time, from the start until before the end', async () => {
    const at = async (time: string) => (await found({ country: 'US', now: Date.parse(time) }))[books]
    expect(await at('2026-05-31T23:59:59.999Z')).toEqual(['Old 1'])
    expect(await at('2026-06-01T00:00:00.000Z')).toEqual(['New 2'])
    expect(await at('2026-07-01T00:00:00.000Z')).toEqual([])
  })

  test('are empty without an address, and never those of another store', async () => {
    expect(await found({ country: null })).toEqual({ default: [], [standard]: [], [books]: [], [food]: [] })
    const own = store
    store = (await stage.tenant()).store
    expect((await found({ country: 'DE' }))[standard]).toEqual([])
    store = own
  })
})
