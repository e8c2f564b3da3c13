import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { makeShelf, publish } from '../../support/store/catalogs.ts'
import { ADDRESS, checkOut, customItem, expectStatus, fillCart, makeOrder, putOrder } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  const shelf = await makeShelf(seller, { LAMP: 1000 })
  await publish(seller, shelf.catalog)
})
afterAll(() => stage.close())

const LAMP = { type: 'cart_item', sku: 'LAMP', quantity: 1 }

/** The fields that a checkout is refused for; none when it is not. */
const fieldsOf = ({ status, body }: Answered): string[] =>
  status === 201
    ? []
    : [String(status), ...body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)]

async function refused(item: object, addresses: Record<string, unknown>): Promise<string[]> {
  return fieldsOf(await checkOut(shopper, await fillCart(shopper, [item]), addresses))
}

const without = (...fields: string[]) => ({ ...ADDRESS, ...Object.fromEntries(fields.map((field) => [field, ''])) })

test.each(['first_name', 'last_name', 'line_1', 'region', 'postcode', 'country'])(
  'what is delivered goes to no address without %s',
  async (field) => {
    const { [field as keyof typeof ADDRESS]: _, ...rest } = ADDRESS
    const address = { ...rest }
    expect(await refused(LAMP, { shipping_address: address })).toEqual(['422', `/data/shipping_address/${field}`])
    const billing = { shipping_address: undefined, billing_address: address }
    expect(await refused(LAMP, billing)).toEqual(['422', `/data/billing_address/${field}`])
  },
)

test('everything that is missing is named at once', async () => {
  expect(await refused(LAMP, { shipping_address: without('last_name', 'postcode', 'region') })).toEqual([
    '422',
    ...['last_name', 'postcode', 'region'].map((field) => `/data/shipping_address/${field}`),
  ])
})

test('a country that is none and a region of another country buy nothing, nor does a cart go there', async () => {
  expect(await refused(LAMP, { shipping_address: { ...ADDRESS, country: 'ZZ' } })).toEqual([
    '422',
    '/data/shipping_address/country',
  ])
  expect(await refused(LAMP, { shipping_address: { ...ADDRESS, region: 'BY' } })).toEqual([
    '422',
    '/data/shipping_address/region',
  ])
  const cart_id = await fillCart(shopper, [LAMP])
  const sent = await shopper.put(`/v2/carts/${cart_id}`, { data: { type: 'cart', country: 'ZZ' } })
  expect(fieldsOf(sent)).toEqual(['422', '/data/country'])
})

test('a country without regions or postcodes asks for neither', async () => {
  const address = { ...without('region', 'postcode', 'county'), country: 'HK' }
  expect(await refused(LAMP, { shipping_address: address })).toEqual([])
})

test('what is not delivered needs no shipping address, but a real country and region to be taxed by', async () => {
  const bill = { line_1: '41 Juniper Street', country: 'US', region: 'OR' }
  const item = customItem(1000)
  const only = (billing_address: object) => refused(item, { billing_address, shipping_address: undefined })
  expect(await only(bill)).toEqual([])
  expect(await only({ ...bill, country: 'ZZ' })).toEqual(['422', '/data/billing_address/country'])
  expect(await only({ line_1: 'x' })).toEqual(['422', '/data/billing_address/country'])
  expect(await only({ ...bill, region: '' })).toEqual(['422', '/data/billing_address/region'])
})

test('an address of an order is not made partial later', async () => {
  const { id } = await makeOrder(seller)
  expect(fieldsOf(await putOrder(seller, id, { shipping_address: { region: 'BY' } }))).toEqual([
    '422',
    '/data/shipping_address/region',
  ])
  expect(fieldsOf(await putOrder(seller, id, { billing_address: { line_1: ' ' } }))).toEqual([
    '422',
    '/data/billing_address/line_1',
  ])
  expectStatus(await putOrder(seller, id, { shipping_address: { region: 'WA', city: 'Seattle' } }), 200)
})
