import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPasswords } from '../../../src/access/passwords/passwords.ts'
import { loadShop } from '../../../src/app/demo/shop/load-shop.ts'
import type { ByteStore } from '../../../src/store/files/bytes/bytes.ts'
import { type App, eventually, openApp, openTenant, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { make, publish } from '../../support/store/catalogs.ts'

let database: TestDatabase
let app: App
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** Loads the shop into a store; returns the parts that were left out. */
async function load({ organization_id, store_id }: Tenant, storage: Partial<ByteStore> = {}): Promise<string[]> {
  const left: string[] = []
  const { fileStorage } = app.foundation
  const bytes = { ...fileStorage.bytes, ...storage }
  const deps = { ...app.integrationDeps, passwords: openPasswords(10), fileStorage: { ...fileStorage, bytes } }
  await loadShop(deps, { organization_id, store_id }, (part, reason) => left.push(`${part}: ${reason}`))
  return left
}

async function count({ seller }: Tenant, path: string): Promise<number> {
  const { body } = await seller.get(`/v2${path}?page[total_method]=exact`)
  return body.meta.results.total
}

test('adds what a store of an older release lacks, and keeps what people changed', async () => {
  const tenant = await openTenant(app)
  const { seller } = tenant
  const ada = { type: 'customer', name: 'My Ada', email: 'ada.marsh@example.com' }
  const { id } = (await seller.post('/v2/customers', { data: ada })).body.data
  const euro = { type: 'currency', code: 'EUR', format: 'EUR {price}' }
  expect((await seller.post('/v2/currencies', { data: euro })).status).toBe(201)
  const mine = { sku: 'LMP-DK-001', name: 'My own lamp' }
  const product = await make(seller, '/products', 'product', mine)
  expect(await load(tenant)).toEqual([])
  expect(await count(tenant, '/products')).toBe(60)
  expect(await count(tenant, '/customers')).toBe(8)
  expect((await seller.get(`/v2/customers/${id}`)).body.data).toMatchObject({ name: 'My Ada', password: false })
  expect((await seller.get(`/v2/products/${product.id}`)).body.data.attributes).toMatchObject(mine)
  expect((await seller.get(`/v2/inventories/${product.id}`)).status).toBe(404)
  const currencies = (await seller.get('/v2/currencies')).body.data as { code: string; format: string }[]
  const formats = new Map(currencies.map(({ code, format }) => [code, format]))
  expect([formats.get('EUR'), formats.get('GBP'), formats.size]).toEqual(['EUR {price}', '£{price}', 3])
})

test('keeps publishing a catalog that people made', async () => {
  const tenant = await openTenant(app)
  const hierarchy = await make(tenant.seller, '/hierarchies', 'hierarchy', { name: 'Mine' })
  const catalog = await make(tenant.seller, '/catalogs', 'catalog', { name: 'Mine', hierarchy_ids: [hierarchy.id] })
  await publish(tenant.seller, catalog.id)
  expect(await load(tenant)).toEqual([])
  expect(await count(tenant, '/catalogs')).toBe(1)
  expect((await tenant.shopper.get('/v2/catalog/products')).status).toBe(200)
})

test('leaves out a conflicting part as a whole, and loads it once the conflict is gone', async () => {
  const tenant = await openTenant(app)
  const other = await make(tenant.seller, '/products', 'product', {
    sku: 'OTHER',
    name: 'Other',
    slug: 'waffle-blanket',
  })
  expect(await load(tenant)).toEqual(['catalog: Another product has this slug.'])
  expect(await count(tenant, '/products')).toBe(1)
  expect(await count(tenant, '/pricebooks')).toBe(0)
  expect(await count(tenant, '/customers')).toBe(8)
  await tenant.seller.delete(`/v2/products/${other.id}`)
  expect(await load(tenant)).toEqual([])
  expect(await count(tenant, '/products')).toBe(60)
})

type Shown = { attributes: { sku: string; slug: string; main_image_file_id: string | null } }

async function rows<Row>({ seller }: Tenant, path: string): Promise<Row[]> {
  return (await seller.get(`/v2${path}?page[limit]=100`)).body.data
}

test('every product has its own picture, visible to shoppers', async () => {
  const tenant = await openTenant(app)
  expect(await load(tenant)).toEqual([])
  const files = await rows<{ id: string; file_name: string; link: { href: string } }>(tenant, '/files')
  const names = new Map(files.map(({ id, file_name }) => [id, file_name]))
  const products = await rows<Shown>(tenant, '/products')
  expect(products.map(({ attributes }) => names.get(attributes.main_image_file_id ?? ''))).toEqual(
    products.map(({ attributes }) => `${attributes.slug}.svg`),
  )
  expect([products.length, names.size]).toEqual([60, 60])
  const { headers } = await fetch(files[0]?.link.href ?? '')
  expect(headers.get('content-type')).toBe('image/svg+xml')
  const offered = await eventually(
    () => rows<Shown>({ ...tenant, seller: tenant.shopper }, '/catalog/products').catch(() => []),
    (found) => (found ?? []).length > 0,
  )
  expect(offered.filter(({ attributes }) => attributes.main_image_file_id !== null)).toHaveLength(60)
  expect(await count(tenant, `/catalogs/${(await rows<{ id: string }>(tenant, '/catalogs'))[0]?.id}/releases`)).toBe(1)
})

test('adds pictures to products that have none, and publishes the catalog again', async () => {
  const tenant = await openTenant(app)
  const full = () => Promise.reject(new Error('no space'))
  expect(await load(tenant, { put: full })).toEqual(['pictures: The files cannot be stored: no space'])
  const [own] = await rows<{ id: string } & Shown>(tenant, '/products')
  const link = { file_location: 'https://images.example.com/own.jpg', public: true }
  const main_image_file_id = (await tenant.seller.post('/v2/files', { data: link })).body.data.id
  const changes = { data: { type: 'product', attributes: { main_image_file_id } } }
  expect((await tenant.seller.put(`/v2/products/${own?.id}`, changes)).status).toBe(200)
  expect(await load(tenant)).toEqual([])
  const images = (await rows<Shown>(tenant, '/products')).map(({ attributes }) => attributes.main_image_file_id)
  expect(new Set(images).size).toBe(60)
  expect(images).toContain(main_image_file_id)
  const [catalog] = await rows<{ id: string }>(tenant, '/catalogs')
  expect(await count(tenant, `/catalogs/${catalog?.id}/releases`)).toBe(2)
  expect(await load(tenant)).toEqual([])
  expect(await count(tenant, '/files')).toBe(61)
})

test('two concurrent loads make one shop', async () => {
  const tenant = await openTenant(app)
  expect((await Promise.all([load(tenant), load(tenant)])).flat()).toEqual([])
  for (const [path, total] of [
    ['/products', 60],
    ['/catalogs', 1],
    ['/accounts', 1],
    ['/files', 60],
    ['/taxes/zones', 4],
  ] as const)
    expect(await count(tenant, path), path).toBe(total)
})
