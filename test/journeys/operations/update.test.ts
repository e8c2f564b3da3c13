import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { countEvents, LEVELS, openSharedStage, register, type Stage } from '../../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

describe.each(LEVELS)('UpdateIntegration at $level level', ({ level, observes }) => {
  let client: Client
  beforeAll(async () => {
    client = (await stage.tenant())[level]
  })

  async function make(more: Record<string, unknown> = {}, own = client) {
    return register(own, 'https://a.example/hook', observes.slice(0, 1), { description: 'About it', ...more })
  }

  function update(id: string, attributes: Record<string, unknown>, headers?: Record<string, string>, own = client) {
    return own.put(`/v2/integrations/${id}`, { data: { type: 'integration', ...attributes } }, headers)
  }

  test.each([
    ['name', 'Ümbenannt 🏭'],
    ['description', ''],
    ['enabled', false],
    ['observes', [observes[1], observes[0]]],
    ['integration_type', 'webhook'],
  ])('changes only %s to %j', async (member, value) => {
    const made = await make()
    const { status, body } = await update(made.id, { [member]: value })
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...made, [member]: value, meta: body.data.meta })
    expect(body.data.meta.timestamps.created_at).toBe(made.meta.timestamps.created_at)
    expect((await client.get(`/v2/integrations/${made.id}`)).body).toEqual(body)
  })

  test('changes single members of the configuration, and null removes a member', async () => {
    const made = await make({ configuration: { url: 'https://a.example', secret_key: 'kept', note: { a: 1 } } })
    const configuration = { url: 'https://b.example/', note: null, extra: [1] }
    const { body } = await update(made.id, { configuration })
    expect(body.data.configuration).toEqual({ url: 'https://b.example/', secret_key: 'kept', extra: [1] })
  })

  test('every change increments the version, moves updated_at and emits integration.updated once', async () => {
    const own = (await stage.tenant())[level]
    const made = await make({}, own)
    let before = made.meta.timestamps.updated_at
    for (const version of [2, 3, 4]) {
      const { headers, body } = await update(made.id, { name: `Version ${version}` }, {}, own)
      expect(headers.get('etag')).toBe(`"${version}"`)
      expect(body.data.meta.timestamps.updated_at >= before).toBe(true)
      before = body.data.meta.timestamps.updated_at
    }
    const { body } = await own.get('/v2/events?filter=eq(triggered_by,integration.updated)&sort=created_at')
    const emitted = body.data.map((one: { resource_version: number; payload: { data: { name: string } } }) => [
      one.resource_version,
      one.payload.data.name,
    ])
    expect(emitted).toEqual([2, 3, 4].map((version) => [version, `Version ${version}`]))
  })

  test('empty attributes, equal values and read-only members change and emit nothing', async () => {
    const own = (await stage.tenant())[level]
    const made = await make({ observes: [...observes] }, own)
    for (const attributes of [
      {},
      { id: made.id },
      { name: made.name, enabled: made.enabled, observes: made.observes },
      { configuration: {} },
      { configuration: made.configuration },
      { configuration: { nothing: null } },
      { observes: [...observes, observes[0]] },
      { meta: { timestamps: { updated_at: '2000-01-01T00:00:00.000Z' } }, links: {} },
      made,
    ]) {
      const { status, body, headers } = await update(made.id, attributes, {}, own)
      expect(status).toBe(200)
      expect(body.data, JSON.stringify(attributes)).toEqual(made)
      expect(headers.get('etag')).toBe('"1"')
    }
    expect(await countEvents(own, 'integration.updated')).toBe(0)
  })

  test('the path selects the integration, even if the body repeats an id', async () => {
    const made = await make()
    const other = await make()
    const { status, body } = await update(made.id, { id: made.id, name: 'Mine' })
    expect(status).toBe(200)
    expect(body.data.id).toBe(made.id)
    expect((await client.get(`/v2/integrations/${other.id}`)).body.data).toEqual(other)
  })

  test.each([
    [{ type: undefined }, '/data/type'],
    [{ type: 'integrations' }, '/data/type'],
    [{ name: '' }, '/data/name'],
    [{ name: null }, '/data/name'],
    [{ name: 7 }, '/data/name'],
    [{ description: null }, '/data/description'],
    [{ enabled: 'false' }, '/data/enabled'],
    [{ enabled: null }, '/data/enabled'],
    [{ integration_type: 'mail' }, '/data/integration_type'],
    [{ observes: [] }, '/data/observes'],
    [{ observes: null }, '/data/observes'],
    [{ observes: ['order.payed'] }, '/data/observes/0'],
    [{ observes: [observes[0], 'no'] }, '/data/observes/1'],
    [{ configuration: null }, '/data/configuration'],
    [{ configuration: 'https://b.example' }, '/data/configuration'],
    [{ configuration: { url: 'b.example' } }, '/data/configuration/url'],
    [{ configuration: { url: null } }, '/data/configuration/url'],
    [{ configuration: { secret_key: 5 } }, '/data/configuration/secret_key'],
  ])('rejects %j with a pointer, and changes nothing', async (attributes, pointer) => {
    const made = await make()
    const { status, body } = await update(made.id, { name: 'Not this', ...attributes })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ status: 422, title: 'Validation Error', source: { pointer } }])
    expect((await client.get(`/v2/integrations/${made.id}`)).body.data).toEqual(made)
  })

  test.each([[undefined], [{}], [{ data: null }], [{ data: [] }], [[]], ['"text"']])(
    'rejects %j, which contains no integration',
    async (body) => {
      const made = await make()
      expect((await client.put(`/v2/integrations/${made.id}`, body)).status).toBe(422)
    },
  )

  test('a change of type requires a valid configuration for the new type', async () => {
    const made = await make()
    const alone = await update(made.id, { integration_type: 'stomp' })
    expect(alone.status).toBe(422)
    expect(alone.body.errors).toMatchObject([{ source: { pointer: '/data/configuration' } }])
    const wrong = await update(made.id, { integration_type: 'stomp', configuration: { url: 'https://b.example' } })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors.map((error: { source: object }) => error.source)).toEqual([
      { pointer: '/data/configuration/addresses' },
      { pointer: '/data/configuration/destination' },
    ])
    const configuration = { addresses: ['stomp://b.example:61613'], destination: '/q', password: 'short' }
    const right = await update(made.id, { integration_type: 'stomp', configuration })
    expect(right.status).toBe(200)
    expect(right.body.data).toMatchObject({ integration_type: 'stomp', name: made.name, observes: made.observes })
    expect(right.body.data.configuration).toEqual({ ...configuration, password: '*****' })
  })

  test('a change of type drops the old configuration and null members', async () => {
    const made = await register(client, 'https://a.example', observes, { configuration: { url: 'https://a.example' } })
    const stomp = { addresses: ['stomp://b.example:61613'], destination: '/q', password: 'a long password' }
    await update(made.id, { integration_type: 'stomp', configuration: stomp })
    const configuration = { url: 'https://c.example', secret_key: null, note: null }
    const { status, body } = await update(made.id, { integration_type: 'webhook', configuration })
    expect(status).toBe(200)
    expect(body.data.configuration).toEqual({ url: 'https://c.example' })
  })

  test('changing between the two names of the queue type requires no configuration', async () => {
    const configuration = { url: 'https://q.example', region: 'x', access_key_id: 'a', secret_access_key: 'b' }
    const made = await make({ integration_type: 'cloud_sqs', configuration })
    const { status, body } = await update(made.id, { integration_type: 'aws_sqs' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ integration_type: 'aws_sqs', configuration: made.configuration })
  })

  test('If-Match allows a change at the named version, and rejects it with 409 at any other', async () => {
    const made = await make()
    expect((await update(made.id, { name: 'Two' }, { 'if-match': '"1"' })).status).toBe(200)
    const stale = await update(made.id, { name: 'Three' }, { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(stale.body.errors).toMatchObject([{ status: 409, title: 'Conflict', source: { header: 'If-Match' } }])
    expect((await update(made.id, {}, { 'if-match': '"1"' })).status).toBe(409)
    const read = await client.get(`/v2/integrations/${made.id}`)
    expect(read.body.data.name).toBe('Two')
    for (const match of [read.headers.get('etag') ?? '', 'W/"3"', '*']) {
      expect((await update(made.id, { name: `By ${match}` }, { 'if-match': match })).status).toBe(200)
    }
  })

  test.each(['1', '"one"', '"1", "2"', ''])('If-Match %j is not an ETag and is a 400', async (match) => {
    const made = await make()
    const { status, body } = await update(made.id, { name: 'x' }, { 'if-match': match })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ source: { header: 'If-Match' } }])
  })

  test('exactly one of many concurrent changes to the same version succeeds', async () => {
    const own = (await stage.tenant())[level]
    const made = await make({}, own)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(made.id, { name: `By ${index}` }, { 'if-match': '"1"' }, own)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(409)])
    const { headers } = await own.get(`/v2/integrations/${made.id}`)
    expect(headers.get('etag')).toBe('"2"')
    expect(await countEvents(own, 'integration.updated')).toBe(1)
  })

  test('concurrent changes without If-Match all succeed, each with its own version and event', async () => {
    const own = (await stage.tenant())[level]
    const made = await make({}, own)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => update(made.id, { name: `By ${index}` }, {}, own)),
    )
    const versions = answers.map(({ headers }) => headers.get('etag')).sort()
    expect(versions).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((version) => `"${version}"`))
    expect(await countEvents(own, 'integration.updated')).toBe(8)
  })
})
