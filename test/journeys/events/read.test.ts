import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, openApp, send } from '../../support/app.ts'
import { openSharedStage, publishOne, register, type Stage } from '../../support/stage.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

test('rejects a page of events that are too large together, and names the limit that fits', async () => {
  const { store } = await stage.tenant()
  const payload = { data: { type: 'order', id: '1', text: 'a'.repeat(7_000_000) } }
  for (let index = 0; index < 3; index += 1) await publishOne(store, { triggered_by: 'order.paid', payload })
  const { status, body } = await store.get('/v2/events?filter=eq(triggered_by,order.paid)')
  expect(status).toBe(400)
  expect(body.errors[0]).toMatchObject({
    detail: 'The page is larger than 16 MiB: request at most 2 with page[limit].',
    source: { parameter: 'page[limit]' },
  })
  const page = await store.get('/v2/events?filter=eq(triggered_by,order.paid)&page[limit]=2')
  expect(page.status).toBe(200)
  expect(page.body.data).toHaveLength(2)
})

describe('ListEvents', () => {
  let store: Client
  let ids: string[]
  beforeAll(async () => {
    store = (await stage.tenant()).store
    const { body } = await store.get('/v2/events')
    ids = body.data.map((event: { id: string }) => event.id).toReversed()
    for (const event of [
      { triggered_by: 'order.created', payload: { data: { type: 'order', id: '1' } }, resource_version: 1 },
      { triggered_by: 'order.paid', payload: { data: { type: 'order', id: '1' } }, resource_version: 2 },
      { triggered_by: 'order.paid', payload: { data: { type: 'order', id: '2' } }, id: 'paid, "twice"' },
      { triggered_by: 'cart.deleted', payload: { type: 'cart', id: 'c' }, id: 'A-1' },
    ]) {
      ids.push(await publishOne(store, event))
    }
  })

  async function read(query: string): Promise<string[]> {
    const { status, body } = await store.get(`/v2/events?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map((event: { id: string }) => event.id)
  }

  test('lists the events of the store, including its own changes, latest first', async () => {
    const { body } = await store.get('/v2/events')
    expect(body.data.map((event: { triggered_by: string }) => event.triggered_by)).toEqual([
      'cart.deleted',
      'order.paid',
      'order.paid',
      'order.created',
      'currency.created',
      'settings.created',
    ])
    expect(body.data[1]).toEqual((await store.get(`/v2/events/${ids[4]}`)).body.data)
    const address = `${stage.app.base_url}/events?page[offset]=0&page[limit]=25`
    expect(body.links).toEqual({ current: address, first: address, last: address, prev: null, next: null })
    expect(body.meta).toEqual({
      page: { limit: 25, offset: 0, current: 1, total: 1 },
      results: { total: 6, total_method: 'exact' },
    })
    expect(body).not.toHaveProperty('results')
  })

  test('has null links where none apply, and keeps the query in the others', async () => {
    const { body } = await store.get('/v2/events?sort=id&page[limit]=2&page[offset]=2&page[total_method]=observed')
    const at = (offset: number) =>
      `${stage.app.base_url}/events?sort=id&page[total_method]=observed&page[offset]=${offset}&page[limit]=2`
    expect(body.links).toEqual({ current: at(2), first: at(0), last: null, prev: at(0), next: at(4) })
    expect(body.meta.results).toEqual({ total: 5, total_method: 'observed' })
  })

  test('filters by key, id, version and time', async () => {
    expect(await read('filter=eq(triggered_by,order.paid)&sort=id')).toEqual(ids.slice(3, 5))
    expect(await read('filter=like(triggered_by,order.*)')).toHaveLength(3)
    expect(await read('filter=in(triggered_by,cart.deleted,order.created)&sort=created_at')).toEqual([ids[2], ids[5]])
    expect(await read('filter=eq(external_id,A-1)')).toEqual([ids[5]])
    expect(await read('filter=eq(external_id,"paid, \\"twice\\"")')).toEqual([ids[4]])
    expect(await read('filter=is_null(external_id)')).toHaveLength(4)
    expect(await read('filter=ge(resource_version,2)')).toEqual([ids[3]])
    expect(await read('filter=is_null(resource_version)')).toHaveLength(2)
    expect(await read(`filter=gt(id,${ids[4]})`)).toEqual([ids[5]])
    expect(await read('filter=lt(created_at,2018-04-16T10:11:59.715Z)')).toEqual([])
    expect(await read('filter=(eq(external_id,A-1)|eq(resource_version,2)):gt(created_at,1500000000000)')).toHaveLength(
      2,
    )
  })

  test('rejects unknown fields and operators, and lists the known ones', async () => {
    const detail = async (query: string) => {
      const { status, body } = await store.get(`/v2/events?${query}`)
      expect(status).toBe(400)
      return body.errors[0].detail
    }
    expect(await detail('filter=eq(payload,x)')).toContain(
      'allowed fields are [created_at external_id id resource_id resource_type resource_version triggered_by]',
    )
    expect(await detail('filter=like(resource_version,1)')).toContain('allowed operators are')
    expect(await detail('sort=triggered_by')).toContain('[created_at id resource_version]')
  })

  test('paging by the time of the last event repeats and misses no event', async () => {
    const seen = new Set<string>()
    for (let from = '2018-04-16T00:00:00.000Z', size = 0; size !== seen.size || size === 0; ) {
      size = seen.size
      const { body } = await store.get(`/v2/events?sort=created_at&page[limit]=3&filter=ge(created_at,${from})`)
      for (const event of body.data) seen.add(event.id)
      from = body.data.at(-1).meta.timestamps.created_at
    }
    expect([...seen]).toEqual(ids)
  })
})

describe('GetEvent', () => {
  test('responds 404 to an unknown id, an invalid UUID and an id of another store', async () => {
    const [one, other] = [await stage.tenant(), await stage.tenant()]
    const id = await publishOne(one.store, {
      triggered_by: 'order.paid',
      payload: { data: { type: 'order', id: '1' } },
    })
    for (const [client, path] of [
      [one.store, UNKNOWN_ID],
      [one.store, 'seven'],
      [other.store, id],
      [one.organization, id],
    ] as const) {
      const { status, body } = await client.get(`/v2/events/${path}`)
      expect(status).toBe(404)
      expect(body.errors).toMatchObject([{ status: 404, title: 'Not Found' }])
    }
  })

  test('hides a one-time password, which only the receiver gets', async () => {
    const { store } = await stage.tenant()
    await register(store, stage.receiver.url, ['one-time-password-token-request.created'])
    const payload = { data: { type: 'one_time_password_token_request', id: 'p', one_time_password_token: 'Zq7!42' } }
    const event = { triggered_by: 'one-time-password-token-request.created', payload }
    const id = await publishOne(store, event)
    const delivery = await stage.receiver.waitFor(({ body }) => body.id === id)
    expect(delivery.body.payload).toEqual(payload)
    for (const { body } of [await store.get(`/v2/events/${id}`), await store.get('/v2/events')]) {
      expect(JSON.stringify(body)).not.toContain('Zq7!42')
    }
  })
})

describe('ListEventTypes', () => {
  const SPECIFICATION: Record<string, string> = {
    address: 'created updated deleted',
    account: 'created updated deleted',
    'account-member': 'created updated deleted',
    'account-membership': 'created updated deleted',
    cart: 'updated deleted',
    currency: 'created updated deleted',
    customer: 'created updated deleted',
    customAPIEntryType: 'created updated deleted',
    file: 'created deleted',
    integration: 'created updated deleted',
    'one-time-password-token-request': 'created',
    order: 'created updated paid authorized fulfilled cancelled refunded',
    'payment-gateway': 'updated',
    'catalog-release': 'created updated deleted',
    'catalog-rule': 'created updated deleted',
    settings: 'created updated',
    'stock-transaction': 'created',
    transaction: 'created updated',
    'user-authentication-info': 'created updated deleted',
  }

  test('lists every key of the specification on one page, with level, schema and sample', async () => {
    const { store } = await stage.tenant()
    const { status, body } = await store.get('/v2/events/types')
    expect(status).toBe(200)
    expect(body.links.next).toBeNull()
    const types = body.data.filter((type: { origin: string }) => type.origin === 'store')
    const expected = Object.entries(SPECIFICATION).flatMap(([entity, actions]) =>
      actions.split(' ').map((action) => `${entity}.${action}`),
    )
    expect(types.map((type: { key: string }) => type.key)).toEqual(expected)
    for (const type of body.data) {
      const both = ['integration', 'catalog-release'].includes(type.key.split('.')[0])
      expect(type.level, type.key).toBe(both ? 'Store, Organization' : 'Store')
      expect(type.description, type.key).not.toBe('')
      expect(type.payload, type.key).toMatchObject({ type: 'object' })
      expect(type.sample, type.key).toBeTypeOf('object')
    }
  })

  test('pages on request', async () => {
    const { store } = await stage.tenant()
    const { body } = await store.get('/v2/events/types?page[limit]=5&page[offset]=5')
    expect(body.data).toHaveLength(5)
    expect(body.meta.page).toMatchObject({ limit: 5, offset: 5, current: 2 })
    expect(body.links.prev).toContain('page[offset]=0')
    expect((await store.get('/v2/events/types?page[limit]=0')).status).toBe(400)
    expect((await store.get('/v2/events/types?sort=level&sort=key')).status).toBe(400)
  })
})

describe('settings', () => {
  test('page_length applies at once to every list in every process', async () => {
    const { store } = await stage.tenant()
    const second = await openApp(stage.database)
    const headers = { authorization: `Bearer ${store.token}` }
    try {
      const one = await register(store, stage.receiver.url, ['order.paid'])
      const lists = [
        'integrations',
        'integrations/logs',
        `integrations/${one.id}/logs`,
        `integrations/${one.id}/jobs`,
        'events',
      ]
      for (const page_length of [1, 100, 7]) {
        const put = await store.put('/v2/settings', { data: { type: 'settings', page_length } })
        expect(put.status).toBe(200)
        expect(put.body).toMatchObject({ data: { id: store.store_id, page_length }, meta: { owner: 'store' } })
        for (const list of lists) {
          expect((await store.get(`/v2/${list}`)).body.meta.page.limit, list).toBe(page_length)
          expect((await store.get(`/v2/${list}?page[limit]=3`)).body.meta.page.limit, list).toBe(3)
          const elsewhere = await send(`${second.origin}/v2/${list}`, 'GET', undefined, headers)
          expect(elsewhere.body.meta.page.limit, list).toBe(page_length)
        }
      }
    } finally {
      await second.close()
    }
  })

  test('page_length of a store applies neither to other stores nor to the organization', async () => {
    const [one, other] = [await stage.tenant(), await stage.tenant()]
    await one.store.put('/v2/settings', { data: { type: 'settings', page_length: 2 } })
    for (const client of [other.store, one.organization]) {
      expect((await client.get('/v2/events')).body.meta.page.limit).toBe(25)
    }
    expect((await one.organization.get('/v2/settings')).status).toBe(400)
  })

  test.each([0, 101, 1.5, '10', null])('rejects the page_length %j', async (page_length) => {
    const { store } = await stage.tenant()
    const { status, body } = await store.put('/v2/settings', { data: { type: 'settings', page_length } })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/page_length' } }])
    expect((await store.get('/v2/settings')).body.data.page_length).toBe(25)
  })

  test('emits settings.updated for a change, nothing for no change, and rejects a stale version', async () => {
    const { store } = await stage.tenant()
    const put = (page_length: number, headers?: Record<string, string>) =>
      store.put('/v2/settings', { data: { type: 'settings', page_length } }, headers)
    expect((await put(25)).headers.get('etag')).toBe('"1"')
    expect((await put(30, { 'if-match': '"1"' })).headers.get('etag')).toBe('"2"')
    expect((await put(40, { 'if-match': '"1"' })).status).toBe(409)
    const { body } = await store.get('/v2/events?filter=eq(triggered_by,settings.updated)')
    expect(body.data).toMatchObject([{ resource_version: 2, payload: { data: { page_length: 30 } } }])
  })
})

test('the versions of one resource are filtered by time, and sorted in both directions', async () => {
  const { store: seller } = await stage.tenant()
  const { store: stranger } = await stage.tenant()
  const version = (id: string, resource_version: number, more: object = {}) => ({
    triggered_by: 'order.updated',
    resource_version,
    payload: { data: { type: 'order', id, ...more } },
  })
  const tricky = 'o-"1"\\ö'
  const published = await seller.post('/v2/events', [
    version(tricky, 2),
    version(tricky, 1),
    version('other', 1, { related: { type: 'cart', id: tricky } }),
    { triggered_by: 'order.deleted', resource_version: 3, payload: { type: 'order', id: tricky } },
    {
      triggered_by: 'cart.updated',
      resource_version: 9,
      payload: { data: { type: 'cart', id: tricky } },
    },
  ])
  expect(published.status, JSON.stringify(published.body)).toBe(201)
  await stranger.post('/v2/events', version(tricky, 1))
  const id = encodeURIComponent(`eq(resource_id,"${tricky.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}")`)
  const list = async (filter: string, sort = 'resource_version') =>
    (await seller.get(`/v2/events?sort=${sort}&filter=${filter}`)).body
  const versions = ({ data }: { data: { resource_version: number }[] }) => data.map((event) => event.resource_version)
  const orders = `gt(created_at,2020-01-01):${id}:eq(resource_type,order)`
  expect(versions(await list(orders))).toEqual([1, 2, 3])
  expect(versions(await list(orders, '-resource_version'))).toEqual([3, 2, 1])
  expect(versions(await list(`gt(created_at,2020-01-01):${id}`))).toEqual([1, 2, 3, 9])
  expect((await list(orders)).meta.results).toEqual({ total: 3, total_method: 'exact' })
  expect((await list(id)).errors[0].detail).toContain('needs a time range')
  expect((await list('gt(created_at,2020-01-01)')).errors[0].detail).toContain('needs a resource')
})

describe('ListEventSubjects', () => {
  test('names what the events of the store are about, without those of others', async () => {
    const { store } = await stage.tenant()
    const { store: other } = await stage.tenant()
    const order = { type: 'order', id: 'o', name: 'Ada', order_number: '1042' }
    const product = { type: 'product', id: 'p', attributes: { name: 'Lamp', sku: 'LAMP-1' } }
    const published: [object, string][] = [
      [{ triggered_by: 'order.paid', payload: { data: order } }, 'order 1042'],
      [{ triggered_by: 'order.updated', payload: { data: product } }, 'product LAMP-1'],
      [{ triggered_by: 'cart.deleted', payload: { type: 'cart', id: 'c' } }, 'cart null'],
      [
        { triggered_by: 'order.paid', payload: { data: { id: 'x', email: 'ada@example.com' } } },
        'undefined ada@example.com',
      ],
    ]
    const ids = await Promise.all(published.map(([event]) => publishOne(store, event)))
    const large = { triggered_by: 'order.paid', payload: { data: { ...order, text: 'a'.repeat(70_000) } } }
    const others = [await publishOne(store, large), await publishOne(other, large), UNKNOWN_ID]
    const { status, body } = await store.get(`/v2/events/subjects?ids=${[...ids, ...others]}`)
    expect(status).toBe(200)
    const named = body.data.map((one: { id: string; resource?: { type: string }; label: string }) => [
      one.id,
      `${one.resource?.type} ${one.label}`,
    ])
    expect(new Map(named)).toEqual(new Map(ids.map((id, index) => [id, published[index]?.[1]])))
  })

  test.each(['', '?ids=', '?ids=x', `?ids=${Array(101).fill(UNKNOWN_ID)}`])('rejects %s', async (query) => {
    const { store, shopper } = await stage.tenant()
    const { status, body } = await store.get(`/v2/events/subjects${query}`)
    expect([status, body.errors[0].source]).toEqual([400, { parameter: 'ids' }])
    expect((await shopper.get(`/v2/events/subjects?ids=${UNKNOWN_ID}`)).status).toBe(403)
  })
})
