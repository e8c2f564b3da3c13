import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Made, make } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
let other: Client
let shopper: Client
let made = 0
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  other = (await stage.openTenant()).store
})
afterAll(() => stage.close())

const sku = () => {
  made += 1
  return `SKU-${made}`
}

async function someProducts(count: number): Promise<Made[]> {
  const all: Made[] = []
  for (let index = 0; index < count; index += 1)
    all.push(await make(seller, '/products', 'product', { sku: sku(), name: `Lamp ${index}` }))
  return all
}

type Item = { id?: string; attributes: Record<string, unknown>; relationships?: object }
const update = (client: Client, items: readonly Item[], headers = {}) =>
  client.put('/v2/products', { data: items.map((item) => ({ type: 'product', ...item })) }, headers)
const read = async (id: string) => (await seller.get(`/v2/products/${id}`)).body.data
const problemsOf = (body: { errors: { detail: string; source?: { pointer: string } }[] }) =>
  body.errors.map(({ detail, source }) => [source?.pointer, detail])

test('several products are updated together and returned', async () => {
  const [first, second, third] = (await someProducts(3)) as [Made, Made, Made]
  const { body } = expectStatus(
    await update(seller, [
      { id: second.id, attributes: { name: 'Second', tags: ['brass', 'new'], weight: 7 } },
      {
        id: first.id.toUpperCase(),
        attributes: { options: [{ name: 'size', value: 'xl' }], extensions: { a: [1, null] } },
      },
      { id: third.id, attributes: { name: third.attributes.name } },
    ]),
    200,
  )
  expect(body.data).toEqual([await read(second.id), await read(first.id), await read(third.id)])
  expect(body.data[0].attributes).toMatchObject({ name: 'Second', sku: second.attributes.sku, weight: 7 })
  const versions = await Promise.all([first, second, third].map(({ id }) => seller.get(`/v2/products/${id}`)))
  expect(versions.map(({ headers }) => headers.get('etag'))).toEqual(['"2"', '"2"', '"1"'])
})

test('a batch update has the same result as single updates', async () => {
  const values = {
    name: 'Same',
    description: 'x',
    tags: ['a'],
    status: 'live',
    weight: 3,
    options: [{ name: 'size', value: 'm', locales: { 'fr-FR': { display_name: 'Taille' } } }],
    extensions: { deep: { list: [1, 'two'] } },
    external_ref: 'erp',
  }
  const [single, batched] = (await someProducts(2)) as [Made, Made]
  const data = { type: 'product', attributes: values }
  const one = expectStatus(await seller.put(`/v2/products/${single.id}`, { data }), 200).body.data
  const [two] = expectStatus(await update(seller, [{ id: batched.id, attributes: values }]), 200).body.data
  const { sku: _, slug: __, ...attributes } = one.attributes
  expect(two.attributes).toMatchObject(attributes)
})

test('a batch is applied whole or rejected, with an index for each error', async () => {
  const [first, second] = (await someProducts(2)) as [Made, Made]
  const stranger = (await make(other, '/products', 'product', { sku: 'S', name: 'S' })).id
  const unknown = await update(seller, [
    { id: first.id, attributes: { name: 'Changed' } },
    { id: stranger, attributes: { name: 'Mine' } },
    { id: first.id, attributes: { name: 'Twice' } },
  ])
  expect(problemsOf(expectStatus(unknown, 422).body)).toEqual([
    ['/data/1/id', 'data[1].id must be the id of a product.'],
    ['/data/2/id', 'data[2].id names the same product as data[0].'],
  ])
  const twice = [
    { name: 'a', value: '1' },
    { name: 'a', value: '2' },
  ]
  const invalid = await update(seller, [
    { id: second.id, attributes: { options: twice } },
    {
      id: first.id,
      attributes: { name: 'Changed' },
      relationships: { files: { data: [{ type: 'file', id: second.id }] } },
    },
  ])
  expect(problemsOf(expectStatus(invalid, 422).body).map(([pointer]) => pointer)).toEqual([
    '/data/0/attributes/options/1/name',
    '/data/1/relationships/files/data/0/id',
  ])
  const taken = await update(seller, [
    { id: first.id, attributes: { name: 'Changed' } },
    { id: second.id, attributes: { sku: first.attributes.sku } },
  ])
  expect(problemsOf(expectStatus(taken, 409).body)).toEqual([
    ['/data/1/attributes/sku', 'Another product has this sku.'],
  ])
  expect((await read(first.id)).attributes.name).toBe(first.attributes.name)
  for (const data of [[], Array.from({ length: 101 }, () => ({ id: first.id }))])
    expectStatus(await seller.put('/v2/products', { data }), 422)
})

test('a sku can move from one product of the batch to another', async () => {
  const [first, second] = (await someProducts(2)) as [Made, Made]
  const freed = [
    { id: first.id, attributes: { sku: sku() } },
    { id: second.id, attributes: { sku: first.attributes.sku } },
  ]
  const { body } = expectStatus(await update(seller, freed), 200)
  expect(body.data[1].attributes.sku).toBe(first.attributes.sku)
})

test('a batch repeated with its idempotency key is applied once', async () => {
  const [{ id }] = (await someProducts(1)) as [Made]
  const key = { 'idempotency-key': `batch-${id}` }
  const items = [{ id, attributes: { name: 'Once' } }]
  const first = expectStatus(await update(seller, items, key), 200)
  expectStatus(await update(seller, [{ id, attributes: { name: 'Later' } }]), 200)
  const second = expectStatus(await update(seller, items, key), 200)
  expect([second.body, second.headers.get('idempotent-replay')]).toEqual([first.body, 'true'])
  expect((await read(id)).attributes.name).toBe('Later')
})

test('the number of statements is independent of the batch size', async () => {
  const all = await someProducts(20)
  let round = 0
  const count = (products: readonly Made[]) =>
    statementsOf(stage, () => {
      round += 1
      return update(
        seller,
        products.map(({ id }) => ({ id, attributes: { weight: round } })),
      )
    })
  expect(await count(all)).toBe(await count(all.slice(0, 1)))
})

async function aBook() {
  const { id } = await make(seller, '/pricebooks', 'pricebook', { name: 'Retail' })
  const path = `/pricebooks/${id}/prices`
  const price = (attributes: object) =>
    make(seller, path, 'product-price', { currencies: { USD: { amount: 100 } }, ...attributes })
  return { path: `/v2${path}`, price }
}

test('prices are updated by id or sku, with valid_from if the sku has several', async () => {
  const { path, price } = await aBook()
  const [one, two] = [sku(), sku()]
  const always = await price({ sku: one })
  const summer = await price({ sku: one, valid_from: '2031-06-01T00:00:00.000Z' })
  await price({ sku: two })
  const usd = (amount: number) => ({ currencies: { USD: { amount } } })
  const put = (data: readonly Item[]) => seller.put(path, { data })
  const { body } = expectStatus(
    await put([
      { attributes: { sku: two, ...usd(1) } },
      { id: always.id, attributes: usd(2) },
      { attributes: { sku: one, valid_from: '2031-06-01', ...usd(3) } },
    ]),
    200,
  )
  expect(body.data.map(({ attributes }: Made) => attributes.currencies)).toMatchObject([
    { USD: { amount: 1 } },
    { USD: { amount: 2 } },
    { USD: { amount: 3 } },
  ])
  expect(body.data[2].id).toBe(summer.id)
  expectStatus(await put([{ attributes: { sku: one, valid_from: null, ...usd(4) } }]), 200)
  const refused = await put([
    { attributes: { sku: one, ...usd(5) } },
    { attributes: usd(5) },
    { attributes: { sku: 'NONE', ...usd(5) } },
  ])
  expect(problemsOf(expectStatus(refused, 422).body).map(([pointer]) => pointer)).toEqual([
    '/data/0/attributes/sku',
    '/data/1',
    '/data/2/attributes/sku',
  ])
})

test('other stores and shoppers cannot update a batch, and an unknown price book is 404', async () => {
  const [{ id }] = (await someProducts(1)) as [Made]
  expectStatus(await update(other, [{ id, attributes: { name: 'Theirs' } }]), 422)
  expectStatus(await update(shopper, [{ id, attributes: { name: 'Theirs' } }]), 403)
  expectStatus(await seller.put(`/v2/pricebooks/${id}/prices`, { data: [{ attributes: { sku: 'X' } }] }), 404)
})

test('covers a success and a failure of each batch operation', () => {
  const names = ['UpdateProducts', 'UpdateProductPrices']
  expect(unseen(stage.contract, ({ operationId }) => names.includes(operationId))).toEqual([])
})
