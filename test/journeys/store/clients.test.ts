import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, openApp, openTenant, type Tenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'

// Requests by clients written for other servers of this API.

let database: TestDatabase
let app: App
let tenant: Tenant
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  tenant = await openTenant(app)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

describe('a body without data.type', () => {
  const currency = {
    code: 'GBP',
    exchange_rate: 1,
    format: '£{price}',
    decimal_point: '.',
    thousand_separator: ',',
    decimal_places: 2,
    default: false,
    enabled: true,
  }

  test.each([
    ['PUT', '/v2/carts/basket', { name: 'Basket' }, 200],
    ['PUT', '/v2/gateways/manual', { enabled: true }, 200],
    ['POST', '/v2/currencies', currency, 201],
    ['PUT', '/v2/settings', { page_length: 30 }, 200],
    ['POST', '/v2/customers', { name: 'Ada', email: 'ada@example.com' }, 201],
    ['POST', '/v2/hierarchies', { attributes: { name: 'Clothes', slug: 'clothes' } }, 201],
  ])('%s %s is accepted', async (method, path, data, status) => {
    const response = await tenant.seller.call(method, path, { data })
    expect(response.status, JSON.stringify(response.body)).toBe(status)
    expect(response.body.data.type).toEqual(expect.any(String))
  })

  test('is rejected in an update of an integration, as is a wrong type everywhere', async () => {
    const { seller } = tenant
    const url = 'https://receiver.example.com/hook'
    const created = await seller.post('/v2/integrations', {
      data: { integration_type: 'webhook', name: 'Hook', observes: ['order.paid'], configuration: { url } },
    })
    expect(created.status).toBe(201)
    const update = await seller.put(`/v2/integrations/${created.body.data.id}`, { data: { name: 'Other' } })
    expect(update.status).toBe(422)
    expect(update.body.errors[0].source.pointer).toBe('/data/type')
    const wrong = await seller.put('/v2/settings', { data: { type: 'setting', page_length: 30 } })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors[0].detail).toBe('data.type must be "settings".')
  })
})

describe('a double slash counts as one', () => {
  test.each(['//v2/integrations', '/v2//integrations', '//v2//integrations//', '//pcm/products'])(
    '%s',
    async (path) => {
      const { status, body } = await tenant.seller.get(`${path}?page[limit]=5`)
      expect(status).toBe(200)
      expect(body.links.current).not.toMatch(/[^:]\/\//)
    },
  )

  test('is kept in the query', async () => {
    const { status, body } = await tenant.seller.get('/v2//customers?filter=eq(name,a//b)')
    expect(status).toBe(200)
    expect(body.links.current).toContain('a//b')
  })
})

test('deleting a missing cart is 204 without a body, and emits nothing', async () => {
  const { shopper, seller } = tenant
  const missing = await shopper.call('DELETE', '/v2/carts/never-used')
  expect([missing.status, missing.body]).toEqual([204, null])
  expect((await shopper.put('/v2/carts/used', { data: { name: 'Used' } })).status).toBe(200)
  const deleted = await shopper.call('DELETE', '/v2/carts/used')
  expect([deleted.status, deleted.body]).toEqual([200, { data: { type: 'cart', id: 'used' } }])
  expect((await shopper.call('DELETE', '/v2/carts/used')).status).toBe(204)
  const events = await seller.get('/v2/events?filter=eq(triggered_by,cart.deleted)')
  expect(events.body.data.map(({ payload }: { payload: { id: string } }) => payload.id)).toEqual(['used'])
})

describe('GET /v2/stores/ID', () => {
  test('shows a token its store, and an organization each of its stores', async () => {
    const { seller, organization, store_id, organization_id } = tenant
    const { status, body } = await seller.get(`/v2/stores/${store_id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: store_id,
      type: 'store',
      name: 'Test',
      relationships: { organization: { data: { type: 'organization', id: organization_id } } },
    })
    expect((await organization.get(`/v2/stores/${store_id.toUpperCase()}`)).body).toEqual(body)
  })

  test('is 404 for another store, and closed to shoppers', async () => {
    const other = await openTenant(app)
    for (const client of [tenant.seller, tenant.organization]) {
      expect((await client.get(`/v2/stores/${other.store_id}`)).status).toBe(404)
    }
    expect((await tenant.seller.get('/v2/stores/no-uuid')).status).toBe(404)
    expect((await tenant.shopper.get(`/v2/stores/${tenant.store_id}`)).status).toBe(403)
  })
})
