import { CloudEvent, HTTP } from 'cloudevents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, eventually } from '../../support/app.ts'
import { countEvents, openSharedStage, register, type Stage } from '../../support/stage.ts'

let stage: Stage
let store: Client
let organization: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.tenant()
  store = tenant.store
  organization = tenant.organization
})
afterAll(() => stage.close())

const order = (id: string) => ({ data: { type: 'order', id, name: 'Ünïcødé 🏭' } })
const plain = (id: string, more: object = {}) => ({ triggered_by: 'order.paid', payload: order(id), ...more })
const cloud = (id: string, more: object = {}) => ({
  specversion: '1.0',
  id: `cloud-${id}`,
  source: 'https://erp.example.com',
  type: 'order.updated',
  data: { type: 'order', id, included: { items: [{ type: 'order_item', id: 'i1' }] } },
  ...more,
})

describe('an event is accepted in every format of producers, and stored in one', () => {
  const stored = {
    plain: { triggered_by: 'order.paid', payload: order('1'), external_id: null, resource_version: null },
    cloud: {
      triggered_by: 'order.updated',
      payload: { data: { type: 'order', id: '1' }, included: { items: [{ type: 'order_item', id: 'i1' }] } },
      external_id: 'cloud-1',
      resource_version: null,
    },
  }

  const forms: [name: string, body: unknown, kinds: ('plain' | 'cloud')[], type?: string][] = [
    ['bare', plain('1'), ['plain']],
    ['in data', { data: plain('1') }, ['plain']],
    ['a list', [plain('1'), plain('1')], ['plain', 'plain']],
    ['a list in data', { data: [plain('1')] }, ['plain']],
    ['a CloudEvent', cloud('1'), ['cloud']],
    ['a CloudEvent in data', { data: cloud('1') }, ['cloud']],
    ['a CloudEvent, labeled', cloud('1'), ['cloud'], 'application/cloudevents+json'],
    ['a batch of CloudEvents, labeled', [cloud('1')], ['cloud'], 'application/cloudevents-batch+json; charset=utf-8'],
    ['both kinds mixed', [plain('1'), cloud('1'), plain('1')], ['plain', 'cloud', 'plain']],
    ['both kinds mixed in data', { data: [cloud('1'), plain('1')] }, ['cloud', 'plain']],
  ]

  test('a CloudEvent in binary mode is accepted as an SDK sends it', async () => {
    const { store: own } = await stage.tenant()
    const text = 'Grüße, 100 %'
    const event = new CloudEvent({
      ...cloud('1'),
      resourceversion: '1800000000000',
      text,
    })
    const { headers, body } = HTTP.binary(event)
    const post = () => own.post('/v2/events', JSON.parse(String(body)), Object(headers))
    const { status, body: response } = await post()
    expect(status, JSON.stringify(response)).toBe(201)
    const read = await own.get(`/v2/events/${response.data[0].id}`)
    expect(read.body.data).toMatchObject({ ...stored.cloud, resource_version: 1_800_000_000_000 })
    expect((await post()).body).toEqual(response)
  })

  test('an error in a binary CloudEvent names its header or its pointer in the body', async () => {
    const headers = {
      'content-type': 'application/json',
      'ce-id': 'x',
      'ce-type': 'order.payed',
      'ce-resourceversion': 'new',
    }
    const { status, body } = await store.post('/v2/events', ['no resource'], headers)
    expect(status).toBe(422)
    expect(body.errors.map(({ source }: { source: object }) => source)).toEqual([
      { header: 'ce-specversion' },
      { header: 'ce-source' },
      { pointer: '' },
      { header: 'ce-resourceversion' },
      { header: 'ce-type' },
    ])
    const deleted = {
      ...headers,
      'ce-specversion': '1.0',
      'ce-source': 'a',
      'ce-type': 'order.deleted',
      'ce-resourceversion': '1',
    }
    const wrong = await store.post('/v2/events', { type: 'order' }, deleted)
    expect(wrong.body.errors).toEqual([expect.objectContaining({ source: { pointer: '/id' } })])
  })

  test.each(forms)('%s', async (_, body, kinds, type = 'application/json') => {
    const { store: own } = await stage.tenant()
    const { status, body: response } = await own.post('/v2/events', body, { 'content-type': type })
    expect(status, JSON.stringify(response)).toBe(201)
    expect(response.data).toHaveLength(kinds.length)
    for (const [index, kind] of kinds.entries()) {
      const accepted = response.data[index]
      expect(accepted).toEqual({
        id: accepted.id,
        type: 'event',
        triggered_by: stored[kind].triggered_by,
        external_id: stored[kind].external_id,
        links: { self: `${stage.app.base_url}/events/${accepted.id}` },
        meta: accepted.meta,
      })
      const read = await own.get(`/v2/events/${accepted.id}`)
      expect(read.body.data).toEqual({
        ...accepted,
        ...stored[kind],
        org_id: own.organization_id,
        store_id: own.store_id,
      })
    }
  })
})

test('events of one request are listed and delivered in the order sent', async () => {
  const { store: own } = await stage.tenant()
  const integration = await register(own, stage.receiver.url, ['order.paid'])
  const { status, body } = await own.post(
    '/v2/events',
    Array.from({ length: 1_000 }, (_, index) => plain(String(index))),
  )
  expect(status).toBe(201)
  const ids: string[] = body.data.map((one: { id: string }) => one.id)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1_000)
  const list = await own.get('/v2/events?sort=id&filter=eq(triggered_by,order.paid)&page[limit]=100&page[offset]=900')
  expect(list.body.data.map((one: { id: string }) => one.id)).toEqual(ids.slice(900))
  expect(list.body.data.map((one: { payload: { data: { id: string } } }) => one.payload.data.id)).toEqual(
    Array.from({ length: 100 }, (_, index) => String(900 + index)),
  )
  const delivered = await eventually(
    async () => {
      const mine = stage.receiver.received.filter(({ text }) => text.includes(integration.id))
      return new Set(mine.map(({ body: received }) => received.id))
    },
    (found) => found.size === 1_000,
  )
  expect(delivered).toEqual(new Set(ids))
})

describe('one invalid event rejects all events of the request, with a pointer', () => {
  const { payload: _, ...withoutPayload } = plain('1')
  const { data: __, ...withoutData } = cloud('1')
  const { type: ___, ...withoutType } = cloud('1')
  const deleted = { triggered_by: 'order.deleted', payload: { type: 'order', id: 'o' } }

  // biome-ignore format: one row each
  const wrong: [name: string, event: unknown, pointers: string[]][] = [
    ['no object', 'order.paid', ['']],
    ['null', null, ['']],
    ['a list', [plain('1')], ['']],
    ['no key', { payload: order('1') }, ['/triggered_by']],
    ['an unknown key', plain('1', { triggered_by: 'order.payed' }), ['/triggered_by']],
    ['a key that is no text', plain('1', { triggered_by: 7 }), ['/triggered_by']],
    ['no payload', withoutPayload, ['/payload']],
    ['a payload that is text', plain('1', { payload: '{}' }), ['/payload']],
    ['a payload without its resource', plain('1', { payload: {} }), ['/payload/data']],
    ['a resource that is a list', plain('1', { payload: { data: [] } }), ['/payload/data']],
    ['included that is a list', plain('1', { payload: { ...order('1'), included: [] } }), ['/payload/included']],
    ['a deleted resource in data', { ...deleted, payload: { data: deleted.payload } }, ['/payload/data']],
    ['a deleted resource with more than type and id', { ...deleted, payload: { ...deleted.payload, name: 'x' } }, ['/payload']],
    ['an empty id', plain('1', { id: '' }), ['/id']],
    ['an id of 129 characters', plain('1', { id: 'x'.repeat(129) }), ['/id']],
    ['an id with a line break', plain('1', { id: 'a\nb' }), ['/id']],
    ['an id that is not ASCII', plain('1', { id: 'ü' }), ['/id']],
    ['an id that is a number', plain('1', { id: 7 }), ['/id']],
    ['a negative version', plain('1', { resource_version: -1 }), ['/resource_version']],
    ['a version that is text', plain('1', { resource_version: '1' }), ['/resource_version']],
    ['a misspelled member', plain('1', { resource_verison: 1 }), ['/resource_verison']],
    ['an id under the name that responses give it', plain('1', { external_id: '7' }), ['/external_id']],
    ['a CloudEvent of another version', cloud('1', { specversion: '0.3' }), ['/specversion']],
    ['a CloudEvent without source', cloud('1', { source: '' }), ['/source']],
    ['a CloudEvent whose source is no text', cloud('1', { source: { toString: '' } }), ['/source']],
    ['a CloudEvent without id', cloud('1', { id: undefined }), ['/id']],
    ['a CloudEvent without type', withoutType, ['/type']],
    ['a CloudEvent of an unknown key', cloud('1', { type: 'order.payed' }), ['/type']],
    ['a CloudEvent without data', withoutData, ['/data']],
    ['a CloudEvent of base64', { ...withoutData, data_base64: 'e30=' }, ['/data']],
    ['a CloudEvent with included that is a list', cloud('1', { data: { type: 'order', included: [] } }), ['/data/included']],
    ['a CloudEvent of a deletion without id', cloud('1', { type: 'cart.deleted', data: { type: 'cart' } }), ['/data/id']],
    ['a CloudEvent with a wrong version', cloud('1', { resourceversion: 1.5 }), ['/resourceversion']],
    ['two things', plain('1', { triggered_by: 'no', payload: 7 }), ['/triggered_by', '/payload']],
  ]

  test.each(wrong)('%s', async (_, event, pointers) => {
    const { store: own } = await stage.tenant()
    for (const [body, start] of [
      [[plain('1'), cloud('1'), event, plain('2')], '/2'],
      [{ data: [event, plain('1')] }, '/data/0'],
    ] as const) {
      const { status, body: response } = await own.post('/v2/events', body)
      expect(status).toBe(422)
      const found = response.errors.map((error: { source: { pointer: string } }) => error.source.pointer)
      expect(found.sort()).toEqual(pointers.map((pointer) => start + pointer).sort())
      expect(response.errors[0]).toMatchObject({ status: 422, title: 'Validation Error' })
    }
    expect(await countEvents(own, 'order.paid')).toBe(0)
    expect(await countEvents(own, 'order.updated')).toBe(0)
  })

  test('an event as read can be published again', async () => {
    const [accepted] = (await store.post('/v2/events', plain('1', { id: 'shown' }))).body.data
    const { data: shown } = (await store.get(`/v2/events/${accepted.id}`)).body
    expect((await store.post('/v2/events', { data: shown })).status).toBe(201)
  })

  test('the pointer of a single event starts at the event, bare or in data', async () => {
    const pointer = async (body: unknown) => (await store.post('/v2/events', body)).body.errors[0].source.pointer
    expect(await pointer(plain('1', { triggered_by: 'no' }))).toBe('/triggered_by')
    expect(await pointer({ data: plain('1', { triggered_by: 'no' }) })).toBe('/data/triggered_by')
    expect(await pointer(cloud('1', { type: 'no' }))).toBe('/type')
  })

  test('a list holds 1 to 1,000 events', async () => {
    for (const length of [0, 1_001]) {
      for (const list of [Array(length).fill(plain('1')), { data: Array(length).fill(plain('1')) }]) {
        const { status, body } = await store.post('/v2/events', list)
        expect(status).toBe(422)
        expect(body.errors).toHaveLength(1)
        expect(body.errors[0].detail).toContain(`not ${length}`)
      }
    }
  })

  test('errors cover the first hundred of many invalid events', async () => {
    const { body } = await store.post('/v2/events', Array(1_000).fill({ triggered_by: 'no' }))
    expect(body.errors).toHaveLength(100)
    expect(body.errors[99].source.pointer).toMatch(/^\/49\//)
  })

  test('an empty body and text that the database cannot store are rejected', async () => {
    expect((await store.post('/v2/events')).status).toBe(422)
    expect((await store.post('/v2/events', plain('a\u0000b'))).status).toBe(422)
    expect(
      (await store.post('/v2/events', '{"triggered_by":"order.paid","payload":{"data":{"x":"\\ud800"}}}')).status,
    ).toBe(422)
  })
})

test('the sample of every key can be published, and is stored unchanged', async () => {
  const { store: own } = await stage.tenant()
  const { body: types } = await own.get('/v2/events/types')
  const events = types.data.map((type: { key: string; sample: object }) => ({
    triggered_by: type.key,
    payload: type.sample,
  }))
  const { status, body } = await own.post('/v2/events', events)
  expect(status).toBe(201)
  for (const [index, { id }] of body.data.entries()) {
    const { triggered_by, payload } = (await own.get(`/v2/events/${id}`)).body.data
    expect(triggered_by).toBe(events[index].triggered_by)
    if (triggered_by !== 'one-time-password-token-request.created') expect(payload).toEqual(events[index].payload)
  }
})

describe('publishing at organization level', () => {
  const release = { data: { type: 'catalog-release', id: 'r1' } }

  test('accepts the six organization keys, and the events name only the organization', async () => {
    for (const [triggered_by, payload] of [
      ['catalog-release.created', release],
      ['catalog-release.updated', release],
      ['catalog-release.deleted', { type: 'catalog-release', id: 'r1' }],
      ['integration.created', { data: { type: 'integration', id: 'i1' } }],
      ['integration.updated', { data: { type: 'integration', id: 'i1' } }],
      ['integration.deleted', { type: 'integration', id: 'i1' }],
    ] as const) {
      const { status, body } = await organization.post('/v2/events', { triggered_by, payload })
      expect(status, triggered_by).toBe(201)
      const read = await organization.get(`/v2/events/${body.data[0].id}`)
      expect(read.body.data).toMatchObject({ triggered_by, payload, org_id: organization.organization_id })
      expect(read.body.data).not.toHaveProperty('store_id')
      expect((await store.get(`/v2/events/${body.data[0].id}`)).status).toBe(404)
    }
  })

  test('rejects keys of a store', async () => {
    for (const key of ['order.paid', 'settings.updated', 'wishlist_ext.created', 'product.created']) {
      const { status, body } = await organization.post('/v2/events', plain('1', { triggered_by: key }))
      expect(status, key).toBe(422)
      expect(body.errors[0].source.pointer).toBe('/triggered_by')
      expect(body.errors[0].detail).toContain(key)
    }
  })

  test('an organization key publishes for the store that it names', async () => {
    const { store: own, organization: its } = await stage.tenant()
    const { status, body } = await its.post('/v2/events', plain('1'), { 'x-store-id': own.store_id })
    expect(status).toBe(201)
    expect((await own.get(`/v2/events/${body.data[0].id}`)).body.data.store_id).toBe(own.store_id)
    expect((await its.get(`/v2/events/${body.data[0].id}`)).status).toBe(404)
  })
})
