import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/access/keys.ts'
import { query } from '../../src/db/database.ts'
import { type Answered, type Client, eventually, openApp, openClient, openTenant, send } from '../support/app.ts'
import { isOfStore, type Promised } from '../support/documents/contract.ts'
import { needy } from '../support/documents/needed-tables.ts'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { openWire } from '../support/servers/wire.ts'
import { jobsOnce, openStage, publishOne, register, type Stage } from '../support/stage.ts'

const MIB = 1_048_576
const ORDER_PAID = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } }

let stage: Stage
let store: Client
let shopper: Client
let organization: Client
let operator: Client
let integration: { id: string }
let job_id: string
let event_id: string
let shift = 0
beforeAll(async () => {
  stage = await openStage({ clock: () => Date.now() + shift })
  const tenant = await stage.tenant()
  store = tenant.store
  shopper = tenant.shopper
  organization = tenant.organization
  const { db } = stage.app.foundation
  const key = await createKey(db, { organization_id: null, store_id: null, name: 'operations' }, Date.now())
  operator = stage.contract.watch(await openClient(stage.app, store, key, 'client_credentials'))
  integration = await register(store, stage.receiver.url, ['order.paid'])
  event_id = await publishOne(store, ORDER_PAID)
  const [job] = await jobsOnce(store, integration.id, ([first]) => first?.status === 'succeeded')
  job_id = job?.id ?? ''
})
afterAll(() => stage.close())

/** The same request with this header instead of the token of the client. */
async function withAuthorization(authorization: string | null, method: string, path: string): Promise<Answered> {
  const headers: Record<string, string> = authorization === null ? {} : { authorization }
  const answer = await send(`${stage.app.origin}${path}`, method, undefined, headers)
  stage.contract.check(method, path, answer)
  return answer
}

/** URL of each operation that needs a token, with ids that exist. */
function addresses(): Promised[] {
  return stage.contract.operations
    .filter(({ path, access }) => path.startsWith('/v2/') && access !== 'public')
    .map(({ path, ...operation }) => ({
      ...operation,
      path: path
        .replace('{integration_id}', integration.id)
        .replace('{job_id}', job_id)
        .replace('{event_id}', '0199f3a0-7c00-7000-8000-000000000001')
        .replace('{event_key}', 'acme.approved'),
    }))
}

describe('500: internal failures have the same response in every operation', () => {
  const sender = () => {
    const one = `/v2/integrations/${integration.id}`
    return { store, organization, operator, one, integration_id: integration.id, job_id, event_id }
  }

  async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
    await query(stage.database.db, `alter table ${table} rename to ${table}_away`, [])
    return work().finally(() => query(stage.database.db, `alter table ${table}_away rename to ${table}`, []))
  }

  test.each(needy)('%s without its table %s', async (_, table, request) => {
    const { status, body, headers } = await without(table, () => request(sender()))
    expect(status).toBe(500)
    expect(body).toEqual({
      errors: [
        {
          status: 500,
          title: 'Internal Server Error',
          detail: 'Internal error. Quote the request id when you report it.',
          request_id: headers.get('x-request-id'),
        },
      ],
    })
    const response_text = JSON.stringify([body, ...headers])
    for (const secret of [
      table,
      'relation',
      'select',
      'insert',
      'node_modules',
      '.ts',
      'must not leak',
      'must-not-leak',
    ]) {
      expect(response_text).not.toContain(secret)
    }
  })

  test('covers every operation that reads the database', () => {
    // Roles are in code, the schedule in a setting, the transport in memory, and partitions in the database catalog.
    const without_tables = ['ListRoles', 'GetRetrySchedule', 'GetTransport', 'ListPartitions']
    const covered = new Set([...needy.map(([operationId]) => operationId), ...without_tables])
    const others = addresses().filter((operation) => !isOfStore(operation) && !covered.has(operation.operationId))
    expect(others.map(({ operationId }) => operationId)).toEqual([])
  })

  test('a failed change leaves nothing behind', async () => {
    expect((await store.get('/v2/integrations')).body.data).toMatchObject([{ id: integration.id, enabled: true }])
    const { body } = await store.get('/v2/events')
    const keys = body.data.map((event: { triggered_by: string }) => event.triggered_by)
    expect(keys.sort()).toEqual(['currency.created', 'integration.created', 'order.paid', 'settings.created'])
    expect((await store.get(`/v2/integrations/${integration.id}/jobs`)).body.data).toHaveLength(1)
  })

  test('the token endpoint fails in the same format', async () => {
    const form = new URLSearchParams({ grant_type: 'implicit', client_id: 'somebody' })
    const answer = await without('api_keys', () =>
      fetch(`${stage.app.origin}/oauth/access_token`, { method: 'POST', body: form }),
    )
    expect(answer.status).toBe(500)
    const body = (await answer.json()) as { errors: { request_id: string }[] }
    expect(body.errors[0]?.request_id).toBe(answer.headers.get('x-request-id'))
  })

  test('the request id of a client is adopted if it is valid', async () => {
    const ask = (id: string) =>
      without('integrations', () => store.call('GET', '/v2/integrations', undefined, { 'x-request-id': id }))
    const own = await ask('my-request.1')
    expect(own.headers.get('x-request-id')).toBe('my-request.1')
    expect(own.body.errors[0].request_id).toBe('my-request.1')
    const other = await ask('a"b<script>')
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('every other response has a request id too', async () => {
    const ids = [
      (await store.get('/v2/integrations')).headers.get('x-request-id'),
      (await store.get('/v2/integrations/x')).headers.get('x-request-id'),
      (await fetch(`${stage.app.origin}/nowhere`)).headers.get('x-request-id'),
      (await fetch(`${stage.app.origin}/docs/json`)).headers.get('x-request-id'),
    ]
    expect(new Set(ids.map((id) => id?.length))).toEqual(new Set([36]))
    expect(new Set(ids).size).toBe(4)
  })
})

test('503 while the database is unreachable, with Retry-After, until the database is back', async () => {
  const wire = await openWire(stage.database.url)
  const app = await openApp({ ...stage.database, url: wire.url })
  try {
    const { seller } = await openTenant(app)
    wire.cut()
    for (const answer of [await seller.get('/v2/integrations'), await seller.post('/v2/events', ORDER_PAID)]) {
      stage.contract.check('GET', '/v2/integrations', answer)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.body.errors).toMatchObject([{ status: 503, title: 'Service Unavailable' }])
      expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|connection terminated/i)
    }
    wire.mend()
    await eventually(
      () => seller.get('/v2/integrations'),
      ({ status }) => status === 200,
    )
    await publishOne(seller, ORDER_PAID)
  } finally {
    await app.close()
    await wire.close()
  }
})

describe('401: a valid token is required', () => {
  test('every operation requires a token, and sends WWW-Authenticate', async () => {
    for (const { method, path, operationId } of addresses()) {
      const { status, body, headers } = await withAuthorization(null, method, path)
      expect(status, operationId).toBe(401)
      expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
      expect(body.errors).toMatchObject([{ status: 401, title: 'Unable to validate access token' }])
      expect(body.errors[0].source).toEqual({ header: 'Authorization' })
    }
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjp3b3Jk',
    'Token abc',
    'Bearer not.a.token',
    'Bearer a b',
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  ])('rejects the header %j', async (authorization) => {
    const { status, headers } = await withAuthorization(authorization, 'GET', '/v2/integrations')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  test('rejects a token with one character changed', async () => {
    const [head, body = '', signature = ''] = store.token.split('.')
    const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    for (const forged of [`${head}.${flip(body, 20)}.${signature}`, `${head}.${body}.${flip(signature, 5)}`]) {
      expect((await withAuthorization(`Bearer ${forged}`, 'GET', '/v2/integrations')).status).toBe(401)
    }
  })

  test('rejects a token after one hour', async () => {
    try {
      shift = 3_000_000
      expect((await store.get('/v2/integrations')).status).toBe(200)
      shift = 3_601_000
      const { status, body } = await store.get('/v2/integrations')
      expect(status).toBe(401)
      expect(body.errors[0].detail).toContain('expired')
    } finally {
      shift = 0
    }
  })

  test('rejects the token of a revoked key within 5 seconds', async () => {
    const { db } = stage.database
    const ids = { organization_id: store.organization_id, store_id: store.store_id }
    const key = await createKey(db, { ...ids, name: 'to be revoked' }, Date.now())
    const { client_id, client_secret } = key
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const ask = () => fetch(`${stage.app.origin}/oauth/access_token`, { method: 'POST', body: form })
    const { access_token } = (await (await ask()).json()) as { access_token: string }
    expect((await withAuthorization(`Bearer ${access_token}`, 'GET', '/v2/integrations')).status).toBe(200)
    const revoked = startStopwatch()
    await revokeKey(db, key.id, Date.now())
    expect((await ask()).status).toBe(401)
    const { body } = await eventually(
      () => withAuthorization(`Bearer ${access_token}`, 'GET', '/v2/integrations'),
      ({ status }) => status === 401,
    )
    expect(revoked.stop()).toBeLessThan(5_000)
    expect(body.errors[0].detail).toContain('revoked')
  })

  test.each([
    (token: string) => `Bearer: ${token}`,
    (token: string) => `bearer ${token}`,
    (t: string) => `BEARER:${t}`,
  ])('accepts a stray colon or another case in the scheme: %s', async (write) => {
    expect((await withAuthorization(write(store.token), 'GET', '/v2/integrations')).status).toBe(200)
  })
})

test('403: a shopper token may use no seller operation', async () => {
  for (const { method, path, operationId } of addresses().filter(({ access }) => access === 'seller')) {
    const { status, body } = await shopper.call(method, path)
    expect(status, operationId).toBe(403)
    expect(body.errors).toMatchObject([{ status: 403, title: 'Forbidden' }])
  }
})

describe('404: missing or not visible to the caller', () => {
  test('an unknown route', async () => {
    const answer = await send(`${stage.app.origin}/v2/webhooks`, 'GET', undefined, {})
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ status: 404, title: 'Not Found' }] } })
  })

  test("another organization's store", async () => {
    const { organization } = await stage.tenant()
    for (const id of [store.store_id, 'seven', '0199f3a0-7c00-7000-8000-000000000001']) {
      const answer = await organization.call('GET', '/v2/events/types', undefined, { 'x-store-id': id })
      expect(answer.status).toBe(404)
    }
  })
})

describe('400: unreadable requests', () => {
  test.each([
    '{',
    '{"data":}',
    "{'data':1}",
    'data=1',
    '\u0000',
    '{"data":{}}x',
    `${'['.repeat(600)}${']'.repeat(600)}`,
  ])('a body of invalid JSON: %j', async (body) => {
    for (const [method, path] of [
      ['POST', '/v2/integrations'],
      ['PUT', `/v2/integrations/${integration.id}`],
      ['POST', '/v2/events'],
    ] as const) {
      const answer = await store.call(method, path, body)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([{ status: 400, title: 'Malformed Body' }])
    }
  })

  test.each(['{"data":{"__proto__":{"x":1}}}', '{"data":{"constructor":{"prototype":{}}}}'])(
    'a body that would change prototypes: %s',
    async (body) => {
      expect((await store.post('/v2/integrations', body)).status).toBe(400)
    },
  )

  test.each(['page[limit]=0', 'page[offset]=-1', 'filter=eq(', 'sort=nothing', 'filter=%00'])(
    'the query %s, on every list',
    async (text) => {
      const one = `/v2/integrations/${integration.id}`
      for (const list of ['/v2/integrations', '/v2/integrations/logs', `${one}/logs`, `${one}/jobs`, '/v2/events']) {
        const { status, body } = await store.get(`${list}?${text}`)
        expect(status, list).toBe(400)
        expect(body.errors).toMatchObject([{ status: 400, title: 'Bad Request' }])
      }
    },
  )

  test('a malformed URL', async () => {
    expect((await send(`${stage.app.origin}/v2/integrations/%E0%A4%A`, 'GET', undefined, {})).status).toBe(400)
  })
})

describe('413: bodies above the limit', () => {
  const padded = (body: object, size: number, member = 'padding') => {
    const bare = Buffer.byteLength(JSON.stringify({ ...body, [member]: '' }))
    return JSON.stringify({ ...body, [member]: 'x'.repeat(size - bare) })
  }

  test('accepts 1 MiB and rejects one byte more', async () => {
    const path = `/v2/integrations/${integration.id}`
    const body = { data: { type: 'integration' } }
    expect((await store.put(path, padded(body, MIB))).status).toBe(200)
    const answer = await store.put(path, padded(body, MIB + 1))
    expect(answer.status).toBe(413)
    expect(answer.body.errors).toMatchObject([{ status: 413, title: 'Payload Too Large' }])
    expect(answer.body.errors[0].detail).toContain('1048576')
  })

  test('accepts 8 MiB when publishing, and rejects one byte more', async () => {
    // Read-only members are ignored.
    expect((await store.post('/v2/events', padded(ORDER_PAID, 8 * MIB, 'meta'))).status).toBe(201)
    expect((await store.post('/v2/events', padded(ORDER_PAID, 8 * MIB + 1, 'meta'))).status).toBe(413)
  })
})

test('405 lists the allowed methods, and 415 the supported types', async () => {
  const path = `${stage.app.origin}/v2/integrations/${integration.id}`
  const authorization = `Bearer ${store.token}`
  const patched = await send(path, 'PATCH', {}, { authorization })
  expect(patched.status).toBe(405)
  expect(patched.headers.get('allow')).toBe('GET, PUT, DELETE')
  const plain = await store.call('PUT', path.replace(stage.app.origin, ''), 'x', { 'content-type': 'text/plain' })
  expect(plain.status).toBe(415)
  expect(plain.body.errors[0].detail).toContain('application/json')
})

test('an empty body labeled JSON is accepted if the operation needs no body', async () => {
  expect((await store.call('POST', `/v2/integrations/${integration.id}/test`, '')).status).toBe(201)
  await jobsOnce(store, integration.id, (jobs) => jobs.every((job) => job.status === 'succeeded'))
  expect((await store.call('POST', `/v2/integrations/${integration.id}/jobs/${job_id}/retry`, '')).status).toBe(200)
  for (const path of ['/v2/integrations', '/v2/events']) expect((await store.call('POST', path, '')).status).toBe(422)
})

test('409: retrying a running job, or any job of a disabled integration', async () => {
  const { store: own } = await stage.tenant()
  const slow = await register(own, stage.receiver.url, ['order.paid'])
  const { promise, resolve } = Promise.withResolvers<void>()
  stage.receiver.answer = (response) => void promise.then(() => response.end())
  await publishOne(own, ORDER_PAID)
  const [job] = await jobsOnce(own, slow.id, ([first]) => first?.status === 'delivering')
  const retry = () => own.post(`/v2/integrations/${slow.id}/jobs/${job?.id}/retry`)
  expect(await retry()).toMatchObject({ status: 409, body: { errors: [{ status: 409, title: 'Conflict' }] } })
  resolve()
  stage.receiver.answer = (response) => response.end()
  await jobsOnce(own, slow.id, ([first]) => first?.status === 'succeeded')
  await own.put(`/v2/integrations/${slow.id}`, { data: { type: 'integration', enabled: false } })
  expect((await retry()).status).toBe(409)
  expect((await own.post(`/v2/integrations/${slow.id}/test`)).status).toBe(409)
})

test('429: more tokens a minute than a setting allows to an address', async () => {
  let later = 0
  const env = { TIDINGS_TOKEN_LIMIT: '3' }
  const app = await openApp(stage.database, { env, clock: () => Date.now() + later })
  try {
    const { organization_id, store_id } = await openTenant(app)
    const key = await createKey(app.foundation.db, { organization_id, store_id, name: 'web' }, Date.now())
    const ask = async (fields: Record<string, string>): Promise<Answered> => {
      const body = new URLSearchParams({ client_id: key.client_id, ...fields })
      const answer = await fetch(`${app.origin}/oauth/access_token`, { method: 'POST', body })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
    const implicit = () => ask({ grant_type: 'implicit' })
    // The shopper of the tenant used the first token.
    expect([(await implicit()).status, (await implicit()).status]).toEqual([200, 200])
    const refused = await implicit()
    stage.contract.check('POST', '/oauth/access_token', refused)
    expect([refused.status, refused.body.errors[0].title]).toEqual([429, 'Too Many Requests'])
    const wait = Number(refused.headers.get('retry-after'))
    expect([wait > 0, wait <= 60]).toEqual([true, true])
    expect((await ask({ grant_type: 'client_credentials', client_secret: key.client_secret })).status).toBe(200)
    expect((await openTenant(app)).shopper.token).toEqual(expect.any(String))
    later = wait * 1000
    expect((await implicit()).status).toBe(200)
  } finally {
    await app.close()
  }
})
