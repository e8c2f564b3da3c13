import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { countEvents, LEVELS, openSharedStage, type Stage } from '../../support/stage.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

describe.each(LEVELS)('CreateIntegration at $level level', ({ level, observes }) => {
  let client: Client
  beforeAll(async () => {
    client = (await stage.tenant())[level]
  })

  const complete = {
    type: 'integration',
    integration_type: 'webhook',
    name: 'Warehouse',
    description: 'Tells the warehouse',
    enabled: true,
    observes: [...observes],
    configuration: { url: 'https://warehouse.example.com/hook', secret_key: 'open sesame, if you please' },
  }

  function create(data: unknown) {
    return client.post('/v2/integrations', { data })
  }

  test('responds 201 with every field, the URL in Location and the version in ETag', async () => {
    const { status, body, headers } = await create(complete)
    expect(status).toBe(201)
    const { id, meta } = body.data
    expect(body).toEqual({
      data: { ...complete, id, links: { self: `${stage.app.base_url}/integrations/${id}` }, meta },
    })
    expect(id).toMatch(UUID)
    expect(meta).toEqual({
      timestamps: { created_at: expect.stringMatching(TIME), updated_at: meta.timestamps.created_at },
      secret: { since: meta.timestamps.created_at, previous_until: null },
    })
    expect(headers.get('location')).toBe(body.data.links.self)
    expect(headers.get('etag')).toBe('"1"')
    expect((await client.get(`/v2/integrations/${id}`)).body).toEqual(body)
  })

  test('has an empty description and is disabled by default', async () => {
    const { description: _, enabled: __, ...required } = complete
    const { status, body } = await create(required)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ description: '', enabled: false })
  })

  test('does not require the type, which the path implies', async () => {
    expect((await create({ ...complete, type: undefined })).status).toBe(201)
  })

  test.each(['name', 'integration_type', 'observes', 'configuration'])(
    'requires %s, and rejects its absence with a pointer',
    async (member) => {
      const { status, body } = await create({ ...complete, [member]: undefined })
      expect(status).toBe(422)
      expect(body.errors).toEqual([
        {
          status: 422,
          title: 'Validation Error',
          detail: `data.${member} is required.`,
          source: { pointer: `/data/${member}` },
        },
      ])
    },
  )

  test.each([
    ['type', 'order'],
    ['type', 7],
    ['name', 7],
    ['name', ''],
    ['name', null],
    ['name', 'x'.repeat(256)],
    ['name', 'a\u0000b'],
    ['description', {}],
    ['description', null],
    ['description', 'x'.repeat(10_001)],
    ['enabled', 'true'],
    ['enabled', 1],
    ['enabled', null],
    ['integration_type', 'email'],
    ['integration_type', 'Webhook'],
    ['integration_type', null],
    ['observes', 'order.paid'],
    ['observes', []],
    ['observes', {}],
    ['configuration', 'https://a.example'],
    ['configuration', []],
    ['configuration', null],
  ])('rejects %s = %j with a pointer', async (member, value) => {
    const { status, body } = await create({ ...complete, [member]: value })
    expect(status).toBe(422)
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0]).toMatchObject({ status: 422, source: { pointer: `/data/${member}` } })
  })

  test('rejects every unobservable key with its name and pointer', async () => {
    const keys = [observes[0], 'order.payed', observes[1], 'cart.created']
    const { status, body } = await create({ ...complete, observes: keys })
    expect(status).toBe(422)
    expect(body.errors.map((error: { source: unknown }) => error.source)).toEqual([
      { pointer: '/data/observes/1' },
      { pointer: '/data/observes/3' },
    ])
    expect(body.errors[0].detail).toContain('order.payed')
    expect(body.errors[1].detail).toContain('cart.created')
  })

  test('rejects an observed key that is not text', async () => {
    const { status, body } = await create({ ...complete, observes: [observes[0], 5] })
    expect(status).toBe(422)
    expect(body.errors[0].source).toEqual({ pointer: '/data/observes/1' })
  })

  test('reports all problems at once', async () => {
    const { body } = await create({ ...complete, name: 5, enabled: 'yes', observes: [] })
    const pointers = body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)
    expect(pointers.sort()).toEqual(['/data/enabled', '/data/name', '/data/observes'])
  })

  test('observes a repeated key once', async () => {
    const { body } = await create({ ...complete, observes: [observes[1], observes[0], observes[1]] })
    expect(body.data.observes).toEqual([observes[1], observes[0]])
  })

  test('stores names and descriptions in any script unchanged', async () => {
    const name = 'Ünïcødé 倉庫 🏭 مستودع \u202e \u0301'
    const description = '\t"quoted" \\ \n ½ 👩‍👩‍👧'
    const { status, body } = await create({ ...complete, name, description })
    expect(status).toBe(201)
    const read = await client.get(`/v2/integrations/${body.data.id}`)
    expect(read.body.data).toMatchObject({ name, description })
    expect((await create({ ...complete, name: '倉'.repeat(255) })).status).toBe(201)
  })

  test('ignores read-only members including an id, and rejects unknown members with 422', async () => {
    const id = '0199f3a0-7c00-7000-8000-000000000001'
    const { status, body } = await create({ ...complete, id, links: { self: 'x' }, meta: 1 })
    expect(status).toBe(201)
    expect(body.data.id).not.toBe(id)
    expect(body.data.links.self).toBe(`${stage.app.base_url}/integrations/${body.data.id}`)
    const unknown = await create({ ...complete, color: 'red' })
    expect([unknown.status, unknown.body.errors[0].source.pointer]).toEqual([422, '/data/color'])
  })

  test.each([[undefined], [{}], [{ data: null }], [{ data: [] }], [{ data: 'x' }], [[]], ['"text"'], ['null'], ['7']])(
    'rejects %j, which contains no integration',
    async (body) => {
      const { status, body: response } = await client.post('/v2/integrations', body)
      expect(status).toBe(422)
      expect(response.errors[0].source.pointer).toMatch(/^(\/data)?$/)
    },
  )

  test('emits integration.created with the first version, and nothing for a rejected integration', async () => {
    const own = (await stage.tenant())[level]
    await own.post('/v2/integrations', { data: { ...complete, observes: ['no.such'] } })
    await own.post('/v2/integrations', { data: { ...complete, configuration: {} } })
    expect((await own.get('/v2/integrations')).body.meta.results.total).toBe(0)
    expect(await countEvents(own, 'integration.created')).toBe(0)
    const { body } = await own.post('/v2/integrations', { data: complete })
    const events = await own.get('/v2/events?filter=eq(triggered_by,integration.created)')
    expect(events.body.data).toMatchObject([{ resource_version: 1, payload: { data: { id: body.data.id } } }])
  })
})

test('an organization observes its six keys but no key of a store', async () => {
  const { organization } = await stage.tenant()
  const configuration = { url: 'https://a.example' }
  const data = { type: 'integration', integration_type: 'webhook', name: 'x', configuration }
  const six = ['integration', 'catalog-release'].flatMap((entity) =>
    ['created', 'updated', 'deleted'].map((action) => `${entity}.${action}`),
  )
  expect((await organization.post('/v2/integrations', { data: { ...data, observes: six } })).status).toBe(201)
  for (const key of ['order.paid', 'wishlist_ext.created', 'product.created']) {
    const { status, body } = await organization.post('/v2/integrations', { data: { ...data, observes: [key] } })
    expect(status, key).toBe(422)
    expect(body.errors[0].detail).toContain(key)
    for (const allowed of six) expect(body.errors[0].detail).toContain(allowed)
  }
})

test('one integration can observe every key of the catalog', async () => {
  const { store } = await stage.tenant()
  const { body: types } = await store.get('/v2/events/types')
  const observes = [...types.data.map((type: { key: string }) => type.key), 'wishlist_ext.created']
  const configuration = { url: 'https://a.example' }
  const data = { type: 'integration', integration_type: 'webhook', name: 'All', observes, configuration }
  const { status, body } = await store.post('/v2/integrations', { data })
  expect(status).toBe(201)
  expect(body.data.observes).toEqual(observes)
})

test('an organization key creates for a store that it names, and only that store sees the integration', async () => {
  const { store, organization } = await stage.tenant()
  const configuration = { url: 'https://a.example' }
  const data = { type: 'integration', integration_type: 'webhook', name: 'x', observes: ['order.paid'], configuration }
  for (const header of ['X-Store-Id', 'EP-Store-ID']) {
    const { status, body } = await organization.post('/v2/integrations', { data }, { [header]: store.store_id })
    expect(status).toBe(201)
    const path = `/v2/integrations/${body.data.id}`
    expect((await store.get(path)).status).toBe(200)
    expect((await organization.get(path)).status).toBe(404)
    expect((await organization.call('GET', path, undefined, { [header]: store.store_id })).status).toBe(200)
  }
})
