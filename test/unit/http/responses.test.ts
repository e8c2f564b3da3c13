import { expect, test } from 'vitest'
import { isUuid } from '../../../src/kernel/ids.ts'
import { openFrontDoor } from '../../support/front-door.ts'
import { NOT_LOGGED_IN } from '../../support/people/callers.ts'

const seller = { authorization: 'Bearer seller' }

test('every response has a request id: the received one if valid, else a new UUID', async () => {
  const { server } = await openFrontDoor()
  const idOf = async (id: string | undefined, url = '/v2/public') =>
    (await server.inject({ url, headers: id === undefined ? {} : { 'x-request-id': id } })).headers['x-request-id']
  expect(await idOf('trace-1.2_3')).toBe('trace-1.2_3')
  for (const id of [undefined, 'two words', 'x'.repeat(129), '<script>'])
    expect(isUuid(String(await idOf(id)))).toBe(true)
  for (const url of ['/', '/nowhere', '/v2/things', '/v2/%zz']) expect(await idOf('mine', url)).toBe('mine')
  await server.close()
})

test('an unexpected failure is a 500 without internals, logged once with its cause', async () => {
  const { server, lines } = await openFrontDoor()
  const response = await server.inject({ url: '/v2/broken', headers: { ...seller, 'x-request-id': 'r1' } })
  expect(response.statusCode).toBe(500)
  expect(response.json().errors).toEqual([
    { status: 500, title: 'Internal Server Error', detail: expect.any(String), request_id: 'r1' },
  ])
  expect(response.body).not.toMatch(/secret_key|disk|ROW/)
  await server.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    level: 'error',
    request_id: 'r1',
    route: '/v2/broken',
    status: 500,
    error: { message: 'column "secret_key" is broken', cause: { message: 'the disk' } },
  })
  expect(JSON.stringify(lines)).not.toContain('ROW')
})

test('an unreachable database is a 503 with Retry-After', async () => {
  const { server, lines } = await openFrontDoor()
  const response = await server.inject({ url: '/v2/out', headers: seller })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  expect(response.json().errors[0]).toMatchObject({ status: 503, title: 'Service Unavailable' })
  await server.close()
  expect(lines[0]).toMatchObject({ level: 'error', status: 503 })
})

test('each request logs one line without token, query or body', async () => {
  const { server, lines } = await openFrontDoor()
  const headers = { ...seller, 'content-type': 'application/json' }
  await server.inject({ method: 'POST', url: '/v2/anything?key=QUERY', headers, payload: '{"a":"BODY"}' })
  await server.inject({ url: '/elsewhere?key=QUERY' })
  await server.close()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    level: 'info',
    method: 'POST',
    route: '/v2/anything',
    status: 200,
    ms: expect.any(Number),
    request_id: expect.any(String),
    key_id: 'key-of-seller',
    store_id: 'a-store',
  })
  expect(lines[1]).toMatchObject({ method: 'GET', path: '/elsewhere', status: 404, key_id: null })
  expect(JSON.stringify(lines)).not.toMatch(/Bearer|QUERY|BODY/)
})

test('responses have the security headers of an API', async () => {
  const { server } = await openFrontDoor()
  for (const url of ['/v2/public', '/v2/things', '/nowhere']) {
    const { headers } = await server.inject({ url })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  }
  await server.close()
})

test('browsers of any origin may send requests and read the needed headers', async () => {
  const { server } = await openFrontDoor()
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/v2/things',
    headers: {
      origin: 'https://shop.test',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,x-store-id',
    },
  })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization,x-store-id',
  })
  for (const url of ['/v2/public', '/v2/things', '/nowhere']) {
    const { headers } = await server.inject({ url, headers: { origin: 'https://shop.test' } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Request-Id, ETag, Retry-After, Location, Idempotent-Replay',
    })
  }
  await server.close()
})

test('only the configured origins may send requests', async () => {
  const { server } = await openFrontDoor({ cors_origins: ['https://shop.test', 'https://desk.test'] })
  const allowed = async (origin: string) =>
    (await server.inject({ url: '/v2/public', headers: { origin } })).headers['access-control-allow-origin']
  expect(await allowed('https://desk.test')).toBe('https://desk.test')
  expect(await allowed('https://else.test')).toBeUndefined()
  await server.close()
})

test("customers of one network share ten times one customer's limit, separately from others", async () => {
  const authenticate = async (token: string) => ({
    ...{ organization_id: 'an-organization', store_id: 'a-store', key_id: 'a-key', role: 'shopper' as const },
    ...{ ...NOT_LOGGED_IN, session_id: token, customer_id: token === 'anonymous' ? null : token },
  })
  const { server } = await openFrontDoor({ rate_limit: 1, authenticate })
  const ask = (token: string, remoteAddress = '192.0.2.1') =>
    server.inject({ url: '/v2/things', remoteAddress, headers: { authorization: `Bearer ${token}` } })
  let sent = 0
  let answer = await ask('customer-0')
  while (answer.statusCode === 200 && sent < 300) {
    sent += 1
    answer = await ask(`customer-${sent}`)
  }
  expect(sent).toBeGreaterThanOrEqual(10)
  expect(answer.statusCode).toBe(429)
  expect(answer.json().errors[0].detail).toContain('10 requests per second for all')
  expect((await ask('anonymous')).statusCode).toBe(200)
  expect((await ask('another', '192.0.2.2')).statusCode).toBe(200)
  await server.close()
})

test('a key over its rate limit gets Retry-After, and other keys are not affected', async () => {
  const { server } = await openFrontDoor({ rate_limit: 3 })
  const ask = (token: string) => server.inject({ url: '/v2/things', headers: { authorization: `Bearer ${token}` } })
  for (let i = 0; i < 3; i++) expect((await ask('seller')).statusCode).toBe(200)
  const refused = await ask('seller')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect(refused.json().errors[0]).toMatchObject({ status: 429, title: 'Too Many Requests' })
  expect((await ask('other')).statusCode).toBe(200)
  for (let i = 0; i < 5; i++) expect((await server.inject({ url: '/v2/public' })).statusCode).toBe(200)
  await server.close()
})
