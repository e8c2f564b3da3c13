import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { operationsOf } from '../../src/http/document/operations.ts'
import { anyText } from '../support/any-text.ts'
import { type Answered, type Client, eventually, openClient, send } from '../support/app.ts'
import { resolved } from '../support/documents/body-places.ts'
import { isOfStore, type Promised, unseen } from '../support/documents/contract.ts'
import { nearly } from '../support/documents/odd-bodies.ts'
import { quotedIn, specified } from '../support/documents/specification.ts'
import { bodies } from '../support/documents/valid-bodies.ts'
import { lawRuns } from '../support/measures/law-runs.ts'
import { openOperator } from '../support/people/operator.ts'
import { jobsOnce, openStage, publishOne, register, type Stage } from '../support/stage.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const ORDER_PAID = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }

let stage: Stage
let store: Client
let organization: Client
beforeAll(async () => {
  stage = await openStage({ env: { TIDINGS_RETRY_SCHEDULE: '3600' } })
  const tenant = await stage.tenant()
  store = tenant.store
  organization = tenant.organization
})
afterAll(() => stage.close())

/** Sends a request with any headers and checks the response against the document. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
  const answer = await send(`${stage.app.origin}${path}`, method, body, headers)
  stage.contract.check(method, path, answer)
  return answer
}

describe('the published document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(stage.contract.document.openapi).toBe('3.1.0')
    const document = stage.contract.document as Parameters<Validator['validate']>[0]
    const valid = await new Validator().validate(document)
    expect(valid).toMatchObject({ valid: true })
  })

  test('is also served as YAML', async () => {
    const yaml = await fetch(`${stage.app.origin}/docs/yaml`)
    expect(await yaml.text()).toContain('operationId: CreateIntegration')
  })

  test('names each operation once and describes its parameters, body and responses', () => {
    const placed = operationsOf<Record<string, unknown>>(stage.contract.document)
    const operations = placed.map(({ operation }) => operation)
    const ids = operations.map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of operations) {
      expect(operation.summary, String(operation.operationId)).toBeTypeOf('string')
      expect(operation.tags, String(operation.operationId)).toHaveLength(1)
      for (const response of Object.values(operation.responses as Record<string, Record<string, unknown>>)) {
        expect(resolved(stage.contract.document, response).description, String(operation.operationId)).not.toBe('')
      }
    }
  })

  test('keeps the names of the nine integration operations', () => {
    const named = stage.contract.operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`)
    const operations = specified('integrations', 'Operations').map(
      (row) => `${row.get('Operation')} ${row.get('Method')} /v2${quotedIn(row.get('Path'))[0]}`,
    )
    expect(operations).toHaveLength(9)
    expect(named).toEqual(expect.arrayContaining(operations))
  })
})

describe('responses', () => {
  test('match the document for integrations of every kind, from creation to deletion', async () => {
    const created = await register(store, 'https://a.example', ['order.paid'], { enabled: false })
    const path = `/v2/integrations/${created.id}`
    await store.get(path)
    for (const [integration_type, configuration] of [
      ['aws_sqs', { url: 'https://q.example', region: 'x', aws_access_key_id: 'a', aws_secret_access_key: 'b' }],
      ['stomp', { addresses: ['stomp://b.example:1'], destination: '/q', password: 'x', more: [null, { a: 1 }] }],
    ] as const) {
      const data = { type: 'integration', integration_type, configuration }
      expect((await store.put(path, { data })).status).toBe(200)
    }
    await store.get('/v2/integrations?page[limit]=1')
    await store.post('/v2/integrations', { data: {} })
    await store.put(path, { data: { type: 'integration', name: '' } })
    await store.put(path, { data: { type: 'integration' } }, { 'if-match': '"0"' })
    await store.put(path, '{')
    await store.put(`/v2/integrations/${UNKNOWN_ID}`, { data: { type: 'integration' } })
    await store.delete(path)
    await store.delete(path)
    await store.get(path)
    await store.get('/v2/integrations?sort=none')
  })

  test('match the document for succeeded, failed, timed out, cancelled and retried deliveries', async () => {
    const { store: own } = await stage.tenant()
    const refusing = await register(own, `${stage.receiver.url}?refusing`, ['order.paid'])
    const closed = await register(own, 'http://127.0.0.1:9/', ['order.paid'])
    const queue = await register(own, '', ['order.paid'], {
      integration_type: 'stomp',
      configuration: { addresses: ['stomp://b.example:1'], destination: '/q' },
    })
    const well = await register(organization, stage.receiver.url, ['integration.created'])
    stage.receiver.answer = (response, { body }) => {
      response.statusCode = body.triggered_by === 'order.paid' ? 410 : 200
      response.setHeader('content-type', 'text/plain')
      response.end('Answered.')
    }
    await publishOne(own, ORDER_PAID)
    await publishOne(organization, {
      triggered_by: 'integration.created',
      payload: { data: { type: 'integration', id: 'i' } },
    })
    for (const [client, id] of [
      [own, refusing.id],
      [own, closed.id],
      [own, queue.id],
      [organization, well.id],
    ]) {
      const path = `/v2/integrations/${id}`
      const [job] = await jobsOnce(client, id, ([first]) => first?.attempts === 1 && first.status !== 'delivering')
      expect((await client.get(`${path}/jobs/${job?.id}/logs`)).body.data).toHaveLength(1)
      expect((await client.get(`${path}/logs`)).body.data).not.toEqual([])
    }
    const path = `/v2/integrations/${refusing.id}`
    const disabled = await eventually(
      () => own.get(path),
      ({ body }) => body.data.enabled === false,
    )
    expect(disabled.body.data.meta.disabled.code).toBe('gone')
    const [job] = (await own.get(`${path}/jobs`)).body.data
    expect((await own.post(`${path}/jobs/${job.id}/retry`)).status).toBe(409)
    const [waiting] = (await own.get(`/v2/integrations/${closed.id}/jobs`)).body.data
    expect((await own.post(`/v2/integrations/${closed.id}/jobs/${waiting.id}/retry`)).status).toBe(200)
    await own.put(`/v2/integrations/${closed.id}`, { data: { type: 'integration', enabled: false } })
    await jobsOnce(own, closed.id, ([first]) => first?.status === 'cancelled')
    await own.get('/v2/integrations/logs')
    await own.get('/v2/integrations/logs?filter=x')
    const [log] = (await own.get(`${path}/logs`)).body.data
    for (const address of [
      '/v2/integrations/jobs',
      `${path}/jobs/${job.id}`,
      `${path}/logs/${log.id}`,
      `${path}/logs/${log.id}/request`,
      `/v2/events/${job.event.id}/jobs`,
      `/v2/events/${job.event.id}/deliveries`,
    ]) {
      expect((await own.get(address)).status, address).toBe(200)
      const refused = await own.get(
        `${address.replace(job.id, UNKNOWN_ID).replace(log.id, UNKNOWN_ID).replace(job.event.id, UNKNOWN_ID)}?filter=x`,
      )
      expect(refused.status, address).toBeGreaterThanOrEqual(400)
    }
    for (const list of ['logs', 'jobs', `jobs/${UNKNOWN_ID}/logs`]) {
      expect((await own.get(`${path}/${list}?page[limit]=0`)).status).toBe(400)
      expect((await own.get(`/v2/integrations/${UNKNOWN_ID}/${list}`)).status).toBe(404)
    }
  })

  test('match the document for the audit log', async () => {
    const { body } = await store.get('/v2/audit/entries?page[limit]=1')
    expect((await store.get(`/v2/audit/entries/${body.data[0].id}`)).status).toBe(200)
    expect((await store.get(`/v2/audit/entries/${UNKNOWN_ID}`)).status).toBe(404)
    expect((await store.get('/v2/audit/entries?filter=eq(x,y)')).status).toBe(400)
    expect((await store.get('/v2/audit/export?filter=eq(operation,None)')).status).toBe(200)
    expect((await store.get('/v2/audit/export?filter=eq(x,y)')).status).toBe(400)
  })

  test('match the document for test deliveries, events, event types and settings', async () => {
    const integration = await register(store, stage.receiver.url, ['cart.updated'])
    const path = `/v2/integrations/${integration.id}/test`
    expect((await store.post(path)).status).toBe(201)
    expect((await store.post(path, { data: { triggered_by: 'no' } })).status).toBe(422)
    expect((await store.post(path, { data: 7 })).status).toBe(422)
    const id = await publishOne(store, { ...ORDER_PAID, id: 'own', resource_version: 3 })
    expect((await store.post('/v2/events', [{}])).status).toBe(422)
    expect((await store.get(`/v2/events/${id}`)).status).toBe(200)
    expect((await store.get(`/v2/events/${UNKNOWN_ID}`)).status).toBe(404)
    for (const found of ['', '/types', `/subjects?ids=${id}`])
      expect((await store.get(`/v2/events${found}`)).status).toBe(200)
    expect((await organization.get('/v2/events?page[limit]=1')).status).toBe(200)
    for (const wrong of ['?filter=eq(x,y)', '/types?page[offset]=-1', '/subjects?ids=1'])
      expect((await store.get(`/v2/events${wrong}`)).status).toBe(400)
    const type = '/v2/events/types/acme.approved'
    expect((await store.put(type, { data: { sample: { data: {} } } })).status).toBe(201)
    expect((await store.put(type, { data: { sample: {} } })).status).toBe(422)
    expect((await store.get(type)).status).toBe(200)
    expect((await store.delete(type)).status).toBe(200)
    expect((await store.delete(type)).status).toBe(404)
    expect((await store.get(type)).status).toBe(404)
    expect((await store.get('/v2/settings')).status).toBe(200)
    expect((await organization.get('/v2/settings')).status).toBe(400)
    expect((await store.put('/v2/settings', { data: { type: 'settings', page_length: 25 } })).status).toBe(200)
    expect((await store.put('/v2/settings', { data: { type: 'settings', page_length: 0 } })).status).toBe(422)
    for (const [part, member] of [
      ['cart', 'cart_expiry_days'],
      ['account-membership', 'membership_limit'],
    ] as const) {
      const at = `/v2/settings/${part}`
      expect((await store.get(at)).status).toBe(200)
      expect((await organization.get(at)).status).toBe(400)
      expect((await store.put(at, { data: { [member]: 9 } })).status).toBe(200)
      expect((await store.put(at, { data: { [member]: 0 } })).status).toBe(422)
    }
    expect((await store.delete('/v2/settings')).status).toBe(204)
    expect((await organization.delete('/v2/settings')).status).toBe(400)
  })

  test('match the document for health and replays', async () => {
    stage.receiver.answer = (response) => response.end()
    const integration = await register(store, stage.receiver.url, ['order.paid'])
    const path = `/v2/integrations/${integration.id}`
    expect((await store.get(`${path}/health`)).status).toBe(200)
    expect((await store.get(`/v2/integrations/${UNKNOWN_ID}/health`)).status).toBe(404)
    // At one event a second the replay is still running at the last request.
    expect((await store.post('/v2/events', Array(60).fill(ORDER_PAID))).status).toBe(201)
    const from = new Date(Date.now() - 60_000).toISOString()
    const created = await store.post(`${path}/replays`, { data: { from, selection: 'all', rate: 1 } })
    expect(created.status).toBe(201)
    expect((await store.post(`${path}/replays`, { data: { from: 'long ago' } })).status).toBe(422)
    expect((await store.post(`${path}/replays/preview`, { data: { from } })).status).toBe(200)
    expect((await store.get('/v2/integrations/retry-schedule')).status).toBe(200)
    const one = `${path}/replays/${created.body.data.id}`
    expect((await store.get(`${path}/replays`)).status).toBe(200)
    expect((await store.get(`${path}/replays?page[limit]=0`)).status).toBe(400)
    expect((await store.get(one)).status).toBe(200)
    expect((await store.get(`${path}/replays/${UNKNOWN_ID}`)).status).toBe(404)
    for (const change of ['pause', 'resume', 'cancel']) {
      expect((await store.post(`${one}/${change}`)).status).toBe(200)
      expect((await store.post(`${path}/replays/${UNKNOWN_ID}/${change}`)).status).toBe(404)
    }
  })

  test('match the document for the health of all integrations, series and the deployment', async () => {
    const { id } = await register(store, stage.receiver.url, ['order.paid'])
    const operator = stage.contract.watch(await openOperator(stage.app))
    expect((await store.get('/v2/integrations/health?include=series')).status).toBe(200)
    expect((await store.get('/v2/integrations/health?filter=eq(status,fine)')).status).toBe(400)
    for (const [client, path] of [
      [store, '/v2/integrations/series'],
      [store, `/v2/integrations/${id}/series`],
      [operator, '/v2/operations/series'],
    ] as const) {
      expect((await client.get(path)).status).toBe(200)
      expect((await client.get(`${path}?step=1m&from=2020-01-01`)).status).toBe(400)
    }
    expect((await store.get(`/v2/integrations/${UNKNOWN_ID}/series`)).status).toBe(404)
    for (const path of ['', '/workers', '/transport', '/partitions'].map((part) => `/v2/operations${part}`)) {
      expect((await operator.get(path)).status).toBe(200)
      expect((await store.get(path)).status).toBe(403)
    }
  })

  test('match the document for tests of drafts, secrets and job runs', async () => {
    const configuration = { url: 'http://127.0.0.1:9/', secret_key: 'a secret of the test' }
    const draft = { integration_type: 'webhook', observes: ['order.paid'], configuration }
    const filter = await store.post('/v2/integrations/test-filter', { data: { filter: 'eq(a,1)', observes: ['*'] } })
    expect([filter.status, (await store.post('/v2/integrations/test', { data: draft })).status]).toEqual([200, 200])
    expect((await store.post('/v2/integrations/test', { data: { integration_type: 'webhook' } })).status).toBe(422)
    const { id } = await register(store, 'http://127.0.0.1:9/', ['order.paid'], { configuration })
    const secret = `/v2/integrations/${id}/secret`
    expect((await store.get(secret)).status).toBe(200)
    for (const status of [200, 409]) expect((await store.post(`${secret}/rotate`)).status).toBe(status)
    expect((await store.post(`${secret}/end-previous`)).status).toBe(200)
    for (const end of ['rotate', 'end-previous'])
      expect((await store.post(`/v2/integrations/${UNKNOWN_ID}/secret/${end}`)).status).toBe(404)
    expect((await store.get(`/v2/integrations/${UNKNOWN_ID}/secret`)).status).toBe(404)
    const runs = '/v2/integrations/job-runs'
    const data = { action: 'retry', integration_ids: [id], rate: 1 }
    expect((await store.post(`${runs}/preview`, { data })).status).toBe(200)
    expect((await store.post(`${runs}/preview`, { data: {} })).status).toBe(422)
    expect((await store.post(runs, { data: { ...data, integration_ids: [UNKNOWN_ID] } })).status).toBe(422)
    expect((await store.post(runs, { data })).status).toBe(201)
    const paused = await store.post(runs, { data: { action: 'cancel', integration_ids: [id] } })
    const one = `${runs}/${paused.body.data.id}`
    expect((await store.get(runs)).status).toBe(200)
    expect((await store.get(`${runs}?page[limit]=0`)).status).toBe(400)
    expect((await store.get(one)).status).toBe(200)
    expect((await store.get(`${runs}/${UNKNOWN_ID}`)).status).toBe(404)
    for (const change of ['pause', 'resume', 'cancel'])
      expect((await store.post(`${runs}/${UNKNOWN_ID}/${change}`)).status).toBe(404)
    await changeRun(runs, id)
  })

  /** A run that cannot progress because its jobs wait is paused, resumed and cancelled. */
  async function changeRun(runs: string, integration_id: string): Promise<void> {
    expect((await store.post('/v2/events', Array(3).fill(ORDER_PAID))).status).toBe(201)
    const jobs = (await store.get(`/v2/integrations/${integration_id}/jobs`)).body.data as { id: string }[]
    await jobsOnce(store, integration_id, (all) => all.every((job) => job.status === 'pending'))
    const data = { action: 'retry', job_ids: jobs.map((job) => job.id), rate: 1 }
    const { body } = await store.post(runs, { data })
    for (const change of ['pause', 'resume', 'cancel'])
      expect((await store.post(`${runs}/${body.data.id}/${change}`)).status).toBe(200)
  }

  test('match the document for alerts', async () => {
    const data = { type: 'alert', name: 'On call', channel: 'chat', url: `${stage.receiver.url}?alerts` }
    const created = await store.post('/v2/alerts', { data })
    expect(created.status).toBe(201)
    expect((await store.post('/v2/alerts', { data: { ...data, channel: 'email' } })).status).toBe(422)
    expect((await store.get('/v2/alerts')).status).toBe(200)
    expect((await store.get('/v2/alerts?sort=none')).status).toBe(400)
    const path = `/v2/alerts/${created.body.data.id}`
    for (const [one, status] of [
      [path, 200],
      [`/v2/alerts/${UNKNOWN_ID}`, 404],
    ] as const) {
      expect((await store.get(one)).status).toBe(status)
      expect((await store.put(one, { data: { type: 'alert', name: 'At night' } })).status).toBe(status)
      expect((await store.post(`${one}/test`)).status).toBe(status)
      expect((await store.get(`${one}/incidents`)).status).toBe(status)
    }
    for (const status of [200, 404]) expect((await store.delete(path)).status).toBe(status)
  })

  test('match the document for the store of a token', async () => {
    expect((await store.get(`/v2/stores/${store.store_id}`)).status).toBe(200)
    expect((await store.get(`/v2/stores/${UNKNOWN_ID}`)).status).toBe(404)
    const path = `/v2/stores/${store.store_id}`
    expect((await store.put(path, { data: { name: 'Renamed' } })).status).toBe(200)
    expect((await store.put(path, { data: { name: ' ' } })).status).toBe(422)
    expect((await store.put(`/v2/stores/${UNKNOWN_ID}`, { data: { name: 'x' } })).status).toBe(404)
    const scope = `outlet-${Date.now()}`
    const data = { name: 'Outlet', scope, currency: 'EUR' }
    expect((await organization.post('/v2/stores', { data })).status).toBe(201)
    expect((await organization.post('/v2/stores', { data })).status).toBe(409)
    expect((await store.post('/v2/stores', { data })).status).toBe(403)
    expect((await organization.get(`/v2/stores?filter=eq(scope,${scope})`)).body.data).toHaveLength(1)
    expect((await organization.get('/v2/stores?sort=none')).status).toBe(400)
    const itself = `/v2/organizations/${store.organization_id}`
    expect((await organization.get(itself)).status).toBe(200)
    expect((await organization.put(itself, { data: { type: 'organization', name: 'Alder & Sons' } })).status).toBe(200)
  })

  test('match the document for keys and roles, and organizations of the deployment', async () => {
    const created = await store.post('/v2/keys', { data: { name: 'x', permissions: ['orders:read'] } })
    expect(created.status).toBe(201)
    expect((await store.post('/v2/keys', { data: { name: 'x', permissions: ['no:read'] } })).status).toBe(422)
    expect((await store.post('/v2/keys', { data: { name: 'x', permissions: ['deployment:read'] } })).status).toBe(403)
    const path = `/v2/keys/${created.body.data.id}`
    expect((await store.get(path)).status).toBe(200)
    expect((await store.get('/v2/keys')).status).toBe(200)
    expect((await store.get('/v2/keys?filter=eq(x,y)')).status).toBe(400)
    expect((await store.delete(path)).status).toBe(200)
    for (const method of ['GET', 'DELETE'])
      expect((await store.call(method, `/v2/keys/${UNKNOWN_ID}`)).status).toBe(404)
    expect((await store.get('/v2/roles')).status).toBe(200)
    expect((await store.get('/v2/roles?page[offset]=-1')).status).toBe(400)
    const key = await createKey(stage.database.db, { organization_id: null, store_id: null, name: 'x' }, Date.now())
    const operator = stage.contract.watch(await openClient(stage.app, store, key, 'client_credentials'))
    expect((await operator.post('/v2/organizations', { data: { name: 'Marsh & Sons' } })).status).toBe(201)
    expect((await operator.post('/v2/organizations', { data: {} })).status).toBe(422)
    expect((await operator.get('/v2/organizations')).status).toBe(200)
    expect((await store.get('/v2/organizations')).status).toBe(403)
  })

  test('match the document for the index and the token endpoint, which need no token', async () => {
    expect((await ask('GET', '/')).status).toBe(200)
    expect((await ask('GET', '/?x=%00')).status).toBe(400)
    for (const probe of ['/health', '/ready']) {
      expect((await ask('GET', probe)).status).toBe(200)
      expect((await ask('GET', `${probe}?x=%00`)).status).toBe(400)
    }
    const ids = { organization_id: store.organization_id, store_id: store.store_id }
    const { client_id, client_secret } = await createKey(stage.database.db, { ...ids, name: 'x' }, Date.now())
    const good = { grant_type: 'client_credentials', client_id, client_secret }
    const token = (body: unknown) => ask('POST', '/oauth/access_token', {}, body)
    expect((await token(good)).status).toBe(200)
    expect((await token({ grant_type: 'implicit', client_id })).body.identifier).toBe('implicit')
    expect((await token({ ...good, client_secret: 'wrong' })).status).toBe(401)
    expect((await token({ grant_type: 'password' })).status).toBe(400)
    expect((await token('')).status).toBe(400)
  })

  test('match the document without a token or permission, and for another store', async () => {
    const { shopper, organization: other } = await stage.tenant()
    for (const { method, path, access } of operations()) {
      if (access === 'public') continue
      const address = path.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID)
      expect((await ask(method, address)).status).toBe(401)
      if (access === 'seller') expect((await shopper.call(method, address)).status).toBe(403)
      expect((await other.call(method, address, undefined, { 'x-store-id': store.store_id })).status).toBe(404)
    }
  })

  test('cover a success and a failure of every operation', () => {
    // The response of a stream does not end; test/journeys/delivery-stream.test.ts covers it.
    const isSeen = (operation: Promised) => !isOfStore(operation) && operation.operationId !== 'StreamDeliveries'
    expect(unseen(stage.contract, isSeen)).toEqual([])
  })
})

function operations(): readonly Promised[] {
  return stage.contract.operations.filter(({ path }) => path.startsWith('/v2/'))
}

describe('no input causes a 5xx or an undocumented response', () => {
  let disabled: string
  let alert_id: string
  beforeAll(async () => {
    disabled = (await register(store, 'https://a.example', ['order.paid'], { enabled: false })).id
    alert_id = (await store.post('/v2/alerts', bodies.CreateAlert)).body.data.id
  })

  function post({ operationId, method, path }: Promised, body: unknown): Promise<Answered> {
    const address = path
      .replace('{integration_id}', disabled)
      .replace('{event_key}', 'acme.approved')
      .replace('{store_id}', String(store.store_id))
      .replace('{alert_id}', alert_id)
    return operationId === 'CreateAccessToken' ? ask(method, address, {}, body) : store.call(method, address, body)
  }

  test('covers every operation that takes a body', () => {
    const takers = stage.contract.operations
      .filter((operation) => operation.body !== null && !isOfStore(operation))
      .map(({ operationId }) => operationId)
    expect(takers.sort()).toEqual(Object.keys(bodies).sort())
  })

  test.each(Object.keys(bodies))('%s rejects with 4xx what its schema rejects', async (operationId) => {
    const operation = stage.contract.operations.find((one) => one.operationId === operationId) as Promised
    const valid = bodies[operationId]
    expect(stage.contract.accepts(operation, valid)).toBe(true)
    await fc.assert(
      fc.asyncProperty(nearly(valid), async (body) => {
        const { status } = await post(operation, body)
        expect(status).toBeLessThan(500)
        // An empty text is sent as no body, which is valid where no member is required.
        if (body !== '' && !stage.contract.accepts(operation, body)) expect(status).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: lawRuns(40) },
    )
  })

  test('lists respond to any filter, sort and page with 200 or 400', async () => {
    const word = fc.constantFrom(
      'eq',
      'gt',
      'like',
      'in',
      'is_null',
      'id',
      'name',
      'created_at',
      'enabled',
      'status',
      'attempt',
    )
    const piece = fc.oneof(
      word,
      fc.constantFrom('(', ')', ',', ':', '|', '"', "'", '\\', '*', '%', ' ', '-', '0', '1e9', '7'),
      anyText({ maxLength: 4 }),
    )
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const condition = fc.tuple(word, word, fc.oneof(text, fc.constantFrom('true', '2018-04-16', UNKNOWN_ID)))
    const filter = fc.oneof(
      text,
      condition.map(([operator, field, value]) => `${operator}(${field},${value})`),
    )
    const name = fc.constantFrom('filter', 'sort', 'page[limit]', 'page[offset]', 'page[total_method]')
    const list = fc.constantFrom(
      'integrations',
      'integrations/logs',
      `integrations/${'ID'}/logs`,
      'integrations/ID/jobs',
      'events',
      'events/types',
    )
    await fc.assert(
      fc.asyncProperty(
        list,
        fc.array(fc.tuple(name, filter), { minLength: 1, maxLength: 3 }),
        async (path, parameters) => {
          const query = parameters.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')
          const { status } = await store.get(`/v2/${path.replace('ID', disabled)}?${query}`)
          expect([200, 400]).toContain(status)
        },
      ),
      { numRuns: lawRuns(100) },
    )
  })

  test('any unknown id is 404, and one with U+0000 is 400', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ minLength: 1, maxLength: 40 }), async (id) => {
        const part = encodeURIComponent(id).replaceAll('.', '%2E')
        if (/^%2E(%2E)?$/.test(part)) return
        for (const path of [`/v2/events/${part}`, `/v2/integrations/${disabled}/jobs/${part}/logs`]) {
          expect((await store.get(path)).status).toBe(id.includes('\0') ? 400 : 404)
        }
      }),
      { numRuns: lawRuns(30) },
    )
  })
})
