import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes } from '../../../src/event-types/catalog.ts'
import { type Client, eventually } from '../../support/app.ts'
import { jobsOnce, openSharedStage, publishOne, register, type Stage } from '../../support/stage.ts'

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

const KEY = 'acme.order.approved'
const SAMPLE = { data: { type: 'approval', id: 'A-1', order_id: '1001', approved_by: 'Ada' } }
const PAYLOAD = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['type', 'id', 'approved_by'],
      properties: { type: { const: 'approval' }, id: { type: 'string' }, approved_by: { type: 'string' } },
    },
  },
}
const TYPE = { type: 'event-type', description: 'A buyer approved an order.', payload: PAYLOAD, sample: SAMPLE }

const typeOf = (key: string) => `/v2/events/types/${key}`

/** Store with these event types. */
async function storeWith(...keys: string[]): Promise<Client> {
  const { store: client } = await stage.tenant()
  for (const key of keys) await declare(client, key)
  return client
}

async function declare(client: Client, key: string): Promise<void> {
  const sample = key.endsWith('.deleted') ? { type: 'approval', id: 'A-1' } : SAMPLE
  const { status, body } = await client.put(typeOf(key), { data: { sample } })
  if (status !== 201) throw new Error(`Not declared: ${JSON.stringify(body)}`)
}

function pointersIn({ body }: { body: { errors: { source?: { pointer: string } }[] } }): (string | undefined)[] {
  return body.errors.map(({ source }) => source?.pointer)
}

test('a store declares an event type, reads it, replaces it, and deletes it', async () => {
  const created = await store.put(typeOf(KEY), { data: TYPE })
  expect(created.status).toBe(201)
  const self = `${stage.app.base_url}/events/types/${KEY}`
  expect(created.headers.get('location')).toBe(self)
  expect(created.body.data).toEqual({
    id: KEY,
    type: 'event-type',
    key: KEY,
    entity: 'acme.order',
    level: 'Store',
    origin: 'outside',
    declared_by: 'store',
    description: 'A buyer approved an order.',
    payload: PAYLOAD,
    sample: SAMPLE,
    links: { self },
    meta: { timestamps: { created_at: expect.any(String), updated_at: expect.any(String) } },
  })
  expect((await store.get(typeOf(KEY))).body).toEqual(created.body)

  const replaced = await store.put(typeOf(KEY), { data: { sample: SAMPLE } })
  expect(replaced.status).toBe(200)
  expect(replaced.body.data).toMatchObject({ description: '', payload: { required: ['data'] }, sample: SAMPLE })
  expect(replaced.body.data.meta.timestamps.created_at).toBe(created.body.data.meta.timestamps.created_at)

  const deleted = await store.delete(typeOf(KEY))
  expect([deleted.status, deleted.body]).toEqual([200, { data: { id: KEY, type: 'event-type' } }])
  expect((await store.get(typeOf(KEY))).status).toBe(404)
  expect((await store.delete(typeOf(KEY))).status).toBe(404)
})

test('writing the same content or the content of a read changes nothing', async () => {
  const client = await storeWith(KEY)
  const before = await client.get(typeOf(KEY))
  expect(before.headers.get('etag')).toBe('"1"')
  for (const data of [{ sample: SAMPLE }, before.body.data]) {
    const again = await client.put(typeOf(KEY), { data })
    expect([again.status, again.headers.get('etag'), again.body]).toEqual([200, '"1"', before.body])
  }
  const stale = await client.put(typeOf(KEY), { data: TYPE }, { 'if-match': '"7"' })
  expect(stale.status).toBe(409)
  const fresh = await client.put(typeOf(KEY), { data: TYPE }, { 'if-match': '"1"' })
  expect([fresh.status, fresh.headers.get('etag')]).toEqual([200, '"2"'])
})

test('a schema and a sample are returned with the members in the order sent', async () => {
  const client = await storeWith()
  const text = '{"data":{"z":1,"a":{"2":null,"10":[],"b":"Ünïcødé 🏭"},"type":"x","id":"1"}}'
  await client.put(typeOf(KEY), {
    data: { payload: JSON.parse('{"type":"object","$comment":"b","$id":"a"}'), sample: JSON.parse(text) },
  })
  const { body } = await client.get(typeOf(KEY))
  expect(JSON.stringify(body.data.sample)).toBe(JSON.stringify(JSON.parse(text)))
  expect(Object.keys(body.data.payload)).toEqual(['type', '$comment', '$id'])
})

test('built-in types are read the same way, and cannot be changed', async () => {
  const { body } = await store.get(typeOf('order.paid'))
  expect(body.data).toMatchObject({ key: 'order.paid', entity: 'Order', origin: 'store', declared_by: 'tidings' })
  expect((await store.get(typeOf('wishlist_ext.created'))).body.data).toMatchObject({ declared_by: 'tidings' })
  for (const key of ['order.paid', 'subscription.created', 'wishlist_ext.created']) {
    for (const response of [await store.put(typeOf(key), { data: TYPE }), await store.delete(typeOf(key))]) {
      expect(response.status, key).toBe(403)
      expect(response.body.errors[0].detail).toContain(`${key} is a built-in event type`)
    }
  }
})

test("the list pages built-in types first, then the store's own by key", async () => {
  const client = await storeWith('zeta.x.y', 'acme.b.c', 'acme.b-2.c')
  const keys: string[] = []
  for (let offset = 0; ; offset += 7) {
    const { body } = await client.get(`/v2/events/types?page[limit]=7&page[offset]=${offset}`)
    expect(body.meta.results).toEqual({ total: eventTypes.length + 3, total_method: 'exact' })
    keys.push(...body.data.map((type: { key: string }) => type.key))
    if (body.links.next === null) break
  }
  expect(keys).toEqual([...eventTypes.map(({ key }) => key), 'acme.b-2.c', 'acme.b.c', 'zeta.x.y'])
  const past = await client.get(`/v2/events/types?page[offset]=${eventTypes.length + 3}`)
  expect(past.body.data).toEqual([])
})

describe('errors in a declaration have pointers', () => {
  const frame = 'acme.x.deleted'
  const large = { data: { text: 'x'.repeat(66_000) } }
  test.each<[string, string, object, string[]]>([
    ['a key of one segment', 'acme', TYPE, ['/data/key']],
    ['a built-in beginning', 'order.approved', TYPE, ['/data/key']],
    ['no sample', KEY, { description: 'x' }, ['/data/sample']],
    ['a sample without resource', KEY, { sample: { id: '1' } }, ['/data/sample/data']],
    [
      'a sample with related resources as a list',
      KEY,
      { sample: { data: {}, included: [] } },
      ['/data/sample/included'],
    ],
    ['a deletion in data', frame, { sample: { data: { type: 'x', id: '1' } } }, ['/data/sample/data']],
    ['a deletion without id', frame, { sample: { type: 'x' } }, ['/data/sample/id']],
    [
      'a sample that does not satisfy the schema',
      KEY,
      { payload: PAYLOAD, sample: { data: { type: 'approval', id: 7, approved_by: 'x' } } },
      ['/data/sample/data/id'],
    ],
    ['an invalid schema', KEY, { payload: { properties: 7 }, sample: SAMPLE }, ['/data/payload/properties']],
    [
      'a reference to elsewhere',
      KEY,
      { payload: { $ref: 'https://example.com/x.json' }, sample: SAMPLE },
      ['/data/payload/$ref'],
    ],
    ['a schema that is itself', KEY, { payload: { $ref: '#' }, sample: SAMPLE }, ['/data/payload']],
    ['a schema that is no object', KEY, { payload: true, sample: SAMPLE }, ['/data/payload']],
    ['too large a sample', KEY, { sample: large }, ['/data/sample']],
    ['too large a schema', KEY, { payload: { examples: [large] }, sample: SAMPLE }, ['/data/payload']],
    ['an unknown member', KEY, { sample: SAMPLE, schema: {} }, ['/data/schema']],
    ['another type', KEY, { type: 'event', sample: SAMPLE }, ['/data/type']],
  ])('%s', async (_, key, data, pointers) => {
    const response = await store.put(typeOf(key), { data })
    expect(response.status, JSON.stringify(response.body)).toBe(422)
    expect(pointersIn(response)).toEqual(pointers)
  })
})

test('a schema that would run forever is rejected while other requests are served', async () => {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/$defs/l${level + 1}` }
    return [`l${level}`, { anyOf: [next, { allOf: [next] }] }]
  })
  const payload = { $ref: '#/$defs/l0', $defs: { ...Object.fromEntries(levels), l40: false } }
  let isOver = false
  const refused = store.put(typeOf(KEY), { data: { payload, sample: SAMPLE } }).finally(() => {
    isOver = true
  })
  expect((await store.get(typeOf('order.paid'))).status).toBe(200)
  expect(isOver).toBe(false)
  const response = await refused
  expect([response.status, ...pointersIn(response)]).toEqual([422, '/data/payload'])
})

test('an organization cannot declare types, and the error asks for a store', async () => {
  const put = await organization.put(typeOf(KEY), { data: TYPE })
  expect([put.status, put.body.errors[0].title]).toEqual([400, 'Store Needed'])
  expect((await organization.delete(typeOf(KEY))).status).toBe(400)
  const named = { 'x-store-id': organization.store_id }
  expect((await organization.call('PUT', typeOf('acme.named'), { data: TYPE }, named)).status).toBe(201)
  expect((await store.get(typeOf('acme.named'))).status).toBe(200)
  const { status, body } = await organization.post('/v2/events', { triggered_by: 'acme.named', payload: SAMPLE })
  expect([status, body.errors[0].source.pointer]).toEqual([422, '/triggered_by'])
})

test('a store has at most 200 own types, even when several are declared concurrently', async () => {
  const client = await storeWith(...Array.from({ length: 198 }, (_, at) => `acme.t${at}`))
  const last = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => client.put(typeOf(`acme.${name}`), { data: { sample: SAMPLE } })),
  )
  expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  expect(last.find(({ status }) => status === 409)?.body.errors[0].detail).toContain('at most 200 event types')
  expect((await client.put(typeOf('acme.t0'), { data: TYPE })).status).toBe(200)
  await client.delete(typeOf('acme.t1'))
  expect((await client.put(typeOf('acme.e'), { data: { sample: SAMPLE } })).status).toBe(201)
})

test('types of other stores are invisible, and another store may use the same key', async () => {
  const client = await storeWith('acme.secret')
  const other = await storeWith()
  const event = { triggered_by: 'acme.secret', payload: SAMPLE }
  expect((await other.get(typeOf('acme.secret'))).status).toBe(404)
  expect((await other.delete(typeOf('acme.secret'))).status).toBe(404)
  expect((await other.post('/v2/events', event)).status).toBe(422)
  const observing = await other.post('/v2/integrations', {
    data: {
      type: 'integration',
      name: 'x',
      integration_type: 'webhook',
      observes: ['acme.*'],
      configuration: { url: stage.receiver.url },
    },
  })
  expect([observing.status, JSON.stringify(observing.body).includes('acme.secret')]).toEqual([422, false])
  expect((await other.put(typeOf('acme.secret'), { data: { ...TYPE, description: 'Another' } })).status).toBe(201)
  expect((await client.get(typeOf('acme.secret'))).body.data.description).toBe('')
})

describe('events of an own type', () => {
  const cloud = {
    specversion: '1.0',
    id: 'c1',
    source: 'erp',
    type: KEY,
    data: { ...SAMPLE.data, included: { items: [] } },
  }

  test('are published in every format, validated only in their envelope, and filtered', async () => {
    const client = await storeWith('acme.order.deleted')
    await client.put(typeOf(KEY), { data: TYPE })
    const plain = { triggered_by: KEY, payload: { data: { nothing: 'of the schema' } } }
    const deleted = { triggered_by: 'acme.order.deleted', payload: { type: 'approval', id: 'A-1' } }
    for (const body of [plain, { data: plain }, [plain, cloud, deleted]])
      expect((await client.post('/v2/events', body)).status).toBe(201)
    const binary = await client.post('/v2/events', SAMPLE.data, {
      'content-type': 'application/json',
      ...{ 'ce-specversion': '1.0', 'ce-id': 'b1', 'ce-source': 'erp', 'ce-type': KEY },
    })
    expect(binary.status).toBe(201)
    const wrong = await client.post('/v2/events', [
      { ...plain, payload: {} },
      { ...deleted, payload: SAMPLE },
    ])
    expect(pointersIn(wrong)).toEqual(expect.arrayContaining(['/0/payload/data', '/1/payload/data']))
    const { body } = await client.get(`/v2/events?filter=eq(triggered_by,${KEY})&page[total_method]=exact`)
    expect(body.meta.results.total).toBe(5)
  })

  test('can be published right after the declaration, and an unknown key suggests similar keys', async () => {
    const client = await storeWith(KEY)
    await publishOne(client, { triggered_by: KEY, payload: SAMPLE })
    // Keys are cached now, and unknown types are looked up again.
    await declare(client, 'acme.order.rejected')
    await publishOne(client, { triggered_by: 'acme.order.rejected', payload: SAMPLE })
    const { body } = await client.post('/v2/events', { triggered_by: 'acme.order.aproved', payload: SAMPLE })
    expect(body.errors[0].detail).toContain('Did you mean acme.order.approved, acme.order.rejected?')
  })

  test('cannot be published a second after the type was deleted', async () => {
    const client = await storeWith(KEY)
    await publishOne(client, { triggered_by: KEY, payload: SAMPLE })
    await client.delete(typeOf(KEY))
    await eventually(
      () => client.post('/v2/events', { triggered_by: KEY, payload: SAMPLE }),
      ({ status }) => status === 422,
    )
  })

  test.each([[[KEY]], [['acme.*']], [['acme.order.*']], [['*']]])(
    'reach a webhook that observes %j',
    async (observes) => {
      const client = await storeWith(KEY, 'other.order.approved')
      const integration = await register(client, stage.receiver.url, observes)
      const id = await publishOne(client, { triggered_by: KEY, payload: SAMPLE })
      if (observes[0] !== '*') await publishOne(client, { triggered_by: 'other.order.approved', payload: SAMPLE })
      const arrived = await eventually(
        async () => stage.receiver.received.filter(({ body }) => body.id === id),
        (found) => found.length > 0,
      )
      expect(arrived[0]?.headers['x-integration-trigger']).toBe(KEY)
      expect(arrived[0]?.body).toMatchObject({ triggered_by: KEY, resources: JSON.stringify(SAMPLE) })
      const jobs = await jobsOnce(client, integration.id, (found) => found.some(({ status }) => status === 'succeeded'))
      if (observes[0] !== '*') expect(jobs).toHaveLength(1)
    },
  )

  test('are tested with the unchanged sample of the type, even without a key', async () => {
    const client = await storeWith(KEY)
    const { id } = await register(client, stage.receiver.url, ['acme.*'])
    for (const data of [{}, { triggered_by: KEY }]) {
      const { status, body } = await client.post(`/v2/integrations/${id}/test`, { data })
      expect([status, body.data.event.triggered_by]).toEqual([201, KEY])
      const event = await client.get(`/v2/events/${body.data.event.id}`)
      expect(event.body.data.payload).toEqual(SAMPLE)
    }
    await jobsOnce(client, id, (jobs) => jobs.length === 2 && jobs.every(({ status }) => status === 'succeeded'))
    const unknown = await client.post(`/v2/integrations/${id}/test`, { data: { triggered_by: 'acme.order.gone' } })
    expect([unknown.status, ...pointersIn(unknown)]).toEqual([422, '/data/triggered_by'])
  })

  test('are replayed by key and by pattern', async () => {
    const client = await storeWith(KEY, 'acme.order.rejected')
    const from = new Date(Date.now() - 60_000).toISOString()
    const id = await publishOne(client, { triggered_by: KEY, payload: SAMPLE })
    await publishOne(client, { triggered_by: 'acme.order.rejected', payload: SAMPLE })
    const integration = await register(client, stage.receiver.url, ['order.paid'])
    const replays = `/v2/integrations/${integration.id}/replays`
    const replay = (keys: string[]) => client.post(replays, { data: { from, selection: 'all', keys } })
    expect((await replay([KEY])).status).toBe(201)
    const jobs = await jobsOnce(client, integration.id, (found) => found.some(({ status }) => status === 'succeeded'))
    expect(jobs.map(({ event }) => event.id)).toEqual([id])
    expect((await replay(['acme.*'])).status).toBe(201)
    await jobsOnce(client, integration.id, (found) => found.length === 3)
    expect(pointersIn(await replay(['acme.order.gone']))).toEqual(['/data/keys/0'])
  })
})

describe('deleting a used type', () => {
  test('is rejected while an integration names it, and identifies the integration', async () => {
    const client = await storeWith(KEY)
    const { id } = await register(client, stage.receiver.url, ['order.paid', KEY, '*'])
    const refused = await client.delete(typeOf(KEY))
    expect(refused.status).toBe(409)
    expect(refused.body.errors).toHaveLength(1)
    expect(refused.body.errors[0].detail).toContain(`(${id}) still needs this event type: it names ${KEY}.`)
    await client.put(`/v2/integrations/${id}`, { data: { type: 'integration', observes: ['order.paid', '*'] } })
    expect((await client.delete(typeOf(KEY))).status).toBe(200)
  })

  test('is rejected while it is the last type of a pattern', async () => {
    const client = await storeWith(KEY, 'acme.other')
    const { id } = await register(client, stage.receiver.url, ['acme.*'])
    expect((await client.delete(typeOf('acme.other'))).status).toBe(200)
    const refused = await client.delete(typeOf(KEY))
    expect([refused.status, refused.body.errors[0].detail]).toEqual([409, expect.stringContaining('it names acme.*.')])
    await client.delete(`/v2/integrations/${id}`)
    expect((await client.delete(typeOf(KEY))).status).toBe(200)
  })

  test('is rejected while a replay of it runs', async () => {
    const client = await storeWith(KEY)
    const integration = await register(client, stage.receiver.url, ['order.paid'])
    const from = new Date(Date.now() - 60_000).toISOString()
    for (let at = 0; at < 20; at += 1) await publishOne(client, { triggered_by: KEY, payload: SAMPLE })
    const replays = `/v2/integrations/${integration.id}/replays`
    const { body } = await client.post(replays, { data: { from, selection: 'all', keys: [KEY], rate: 1 } })
    const refused = await client.delete(typeOf(KEY))
    expect([refused.status, refused.body.errors[0].detail]).toEqual([409, expect.stringContaining(body.data.id)])
    await client.post(`${replays}/${body.data.id}/cancel`)
    expect((await client.delete(typeOf(KEY))).status).toBe(200)
  })

  test('a concurrent integration either finds the type or prevents its deletion', async () => {
    const client = await storeWith()
    for (let round = 0; round < 10; round += 1) {
      await declare(client, KEY)
      const integration = { type: 'integration', name: 'x', integration_type: 'webhook', observes: [KEY] }
      const body = { data: { ...integration, configuration: { url: stage.receiver.url } } }
      const [created, deleted] = await Promise.all([client.post('/v2/integrations', body), client.delete(typeOf(KEY))])
      expect([`201 409`, `422 200`]).toContain(`${created.status} ${deleted.status}`)
      if (created.status !== 201) continue
      await client.delete(`/v2/integrations/${created.body.data.id}`)
      await client.delete(typeOf(KEY))
    }
  })
})

test('the list returns only the requested members, and 304 while it is unchanged', async () => {
  const { store } = await stage.tenant()
  const path = '/v2/events/types?fields[event-type]=key,entity,level,origin,description'
  const { status, body, headers } = await store.get(path)
  expect(status).toBe(200)
  expect(Object.keys(body.data[0]).sort()).toEqual(['description', 'entity', 'id', 'key', 'level', 'origin', 'type'])
  const whole = await store.get('/v2/events/types')
  expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(whole.body).length / 8)
  expect(whole.body.data.map(({ key }: { key: string }) => key)).toEqual(
    body.data.map(({ key }: { key: string }) => key),
  )

  const tag = headers.get('etag') ?? ''
  expect(tag).toMatch(/^(W\/)?"[\w-]{27}"$/)
  const unchanged = () => store.call('GET', path, undefined, { 'if-none-match': tag })
  expect(await unchanged()).toMatchObject({ status: 304, body: null })
  await store.put(typeOf('acme.order.approved'), { data: { sample: { data: { type: 'approval', id: '1' } } } })
  expect((await unchanged()).status).toBe(200)

  const refused = await store.get('/v2/events/types?fields[event-type]=key,color')
  expect(refused.status).toBe(400)
  expect(refused.body.errors[0]).toMatchObject({
    detail: expect.stringContaining('"color" is not a member of event types; allowed are key, entity'),
    source: { parameter: 'fields[event-type]' },
  })
})
