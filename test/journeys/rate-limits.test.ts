import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, type NewKey } from '../../src/access/keys.ts'
import {
  type Answered,
  type App,
  type Client,
  eventually,
  openApp,
  openClient,
  openTenant,
  type Tenant,
} from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { readContract } from '../support/documents/contract.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const often = <T>(times: number, make: (at: number) => T) => Array.from({ length: times }, (_, at) => make(at))

async function openBehindProxy(env: Record<string, string>) {
  const app = await openApp(database, { parts: ['api'], env: { TIDINGS_TRUSTED_PROXIES: 'loopback', ...env } })
  const tenant = await openTenant(app)
  const { organization_id, store_id } = tenant
  const key = await createKey(database.db, { organization_id, store_id, name: 'web' }, Date.now())
  return { app, tenant, key }
}

async function askForToken(app: App, fields: Record<string, string>, address: string): Promise<Answered> {
  const init = { method: 'POST', body: new URLSearchParams(fields), headers: from(address) }
  const response = await fetch(`${app.origin}/oauth/access_token`, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const statusesOf = async (answers: Promise<Answered>[]) => (await Promise.all(answers)).map(({ status }) => status)

describe('request limits', () => {
  let app: App
  let tenant: Tenant
  let key: NewKey
  beforeAll(async () => {
    ;({ app, tenant, key } = await openBehindProxy({ TIDINGS_RATE_LIMIT: '2' }))
  })
  afterAll(() => app.close())

  const read = ({ call }: Client, address: string) => call('GET', '/v2/currencies', undefined, from(address))

  test('separate a shopper from the seller of the key and from other shoppers', async () => {
    const seller = await openClient(app, tenant, key, 'client_credentials')
    const [shopper, another] = [
      await openClient(app, tenant, key, 'implicit'),
      await openClient(app, tenant, key, 'implicit'),
    ]
    const answers = await Promise.all(often(15, () => read(shopper, '192.0.2.1')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body.errors[0].detail).toContain('each shopper')
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusesOf([read(seller, '192.0.2.1'), read(another, '192.0.2.1')])).toEqual([200, 200])
  })

  test('allow ten times as many for all shoppers of one address, and do not affect others', async () => {
    const seller = await openClient(app, tenant, key, 'client_credentials')
    const shoppers = await Promise.all(often(120, () => openClient(app, tenant, key, 'implicit')))
    const crowd = shoppers.slice(1).map((shopper) => read(shopper, '192.0.2.2'))
    const answers = await Promise.all(crowd)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20)
    expect(refused[0]?.body.errors[0].detail).toContain(
      '20 requests per second for all anonymous shoppers with one network address',
    )
    const [elsewhere] = shoppers
    if (elsewhere === undefined) throw new Error('No shopper.')
    expect(await statusesOf([read(seller, '192.0.2.2'), read(elsewhere, '192.0.2.3')])).toEqual([200, 200])
  })
})

describe('a server without a request limit', () => {
  let app: App
  let tenant: Tenant
  let key: NewKey
  beforeAll(async () => {
    ;({ app, tenant, key } = await openBehindProxy({ TIDINGS_TOKEN_LIMIT: '3' }))
  })
  afterAll(() => app.close())

  test('wrong secrets from one address get 429 after ten, the right secret and other keys do not', async () => {
    const wrong = { grant_type: 'client_credentials', client_id: key.client_id, client_secret: 'wrong' }
    const right = { ...wrong, client_secret: key.client_secret }
    const ask = (fields: Record<string, string>, address = '192.0.2.1') => askForToken(app, fields, address)
    const answers = await statusesOf(often(15, () => ask(wrong)))
    expect(answers.filter((status) => status === 401)).toHaveLength(10)
    const refused = await ask(wrong)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await statusesOf([ask(right), ask(right, '192.0.2.2')])).toEqual([200, 200])
    const other = { ...wrong, client_id: 'another' }
    expect(await statusesOf([ask(other), ask(wrong, '192.0.2.2')])).toEqual([401, 401])
    expect((await ask({ grant_type: 'implicit', client_id: key.client_id })).status).toBe(200)
  })

  test('new shopper tokens are limited by address', async () => {
    const implicit = { grant_type: 'implicit', client_id: key.client_id }
    const statuses = await statusesOf(often(5, () => askForToken(app, implicit, '192.0.2.9')))
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429])
    expect((await askForToken(app, implicit, '192.0.2.10')).status).toBe(200)
  })

  test('new carts of anonymous shoppers are limited by address, existing carts and sellers are not', async () => {
    const { shopper, seller } = tenant
    const name = (client: Client, id: string, address: string) =>
      client.call('PUT', `/v2/carts/${id}`, { data: { type: 'cart', name: 'Mine' } }, from(address))
    const statuses = await statusesOf(often(5, (at) => name(shopper, `cart-${at}`, '192.0.2.1')))
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    const there = `cart-${statuses.indexOf(200)}`
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect(await statusesOf([name(shopper, there, '192.0.2.1'), name(shopper, 'mine', '192.0.2.2')])).toEqual([
      200, 200,
    ])
    expect((await name(seller, 'theirs', '192.0.2.1')).status).toBe(200)
    const opened = await shopper.post('/v2/carts', { data: { type: 'cart' } }, from('192.0.2.1'))
    expect([opened.status, opened.body.errors[0].detail]).toEqual([429, expect.stringContaining('new carts')])
  })
})

test('429 limits the requests per second of one key, with Retry-After, and no other key', async () => {
  const app = await openApp(database, { env: { TIDINGS_RATE_LIMIT: '5' } })
  try {
    const { seller, organization } = await openTenant(app)
    const burst = await Promise.all(Array.from({ length: 30 }, () => seller.get('/v2/integrations')))
    const refused = burst.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(30 - 2 * 5)
    const contract = await readContract(app.origin)
    for (const answer of refused) {
      contract.check('GET', '/v2/integrations', answer)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.body.errors).toMatchObject([{ status: 429, title: 'Too Many Requests' }])
    }
    expect((await organization.get('/v2/integrations')).status).toBe(200)
    await eventually(
      () => seller.get('/v2/integrations'),
      ({ status }) => status === 200,
    )
  } finally {
    await app.close()
  }
})
