import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'
import { NOT_LOGGED_IN } from '../../support/people/callers.ts'

let door: FrontDoor
beforeAll(async () => {
  door = await openFrontDoor()
})
afterAll(() => door.server.close())

function get(url: string, authorization?: string) {
  return door.server.inject({ url, headers: authorization === undefined ? {} : { authorization } })
}

test.each([undefined, '', 'seller', 'Basic c2VsbGVy', 'Bearer', 'Bearer ', 'Bearer two words', 'Bearer unknown'])(
  'rejects a request without a valid token with 401 and a challenge: %j',
  async (authorization) => {
    const response = await get('/v2/things', authorization)
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(response.json().errors[0]).toMatchObject({ status: 401, title: 'Unable to validate access token' })
  },
)

test.each(['Bearer seller', 'bearer seller', 'BEARER  seller', 'Bearer: seller', 'bearer:seller', 'Bearer seller '])(
  'accepts a token with any case and a stray colon: %j',
  async (authorization) => {
    expect((await get('/v2/things', authorization)).json().caller).toMatchObject({
      key_id: 'key-of-seller',
      session_id: 'a-session',
      customer_id: null,
      role: 'seller',
    })
  },
)

test('a shopper may use routes for shoppers', async () => {
  expect((await get('/v2/things', 'Bearer shopper')).statusCode).toBe(200)
})

test('a shopper gets 403 where a seller is required', async () => {
  const response = await get('/v2/broken', 'Bearer shopper')
  expect(response.statusCode).toBe(403)
  expect(response.json().errors[0]).toMatchObject({ status: 403, title: 'Forbidden' })
})

test('a public route needs no token and has no caller', async () => {
  expect((await get('/v2/public')).json()).toEqual({ ok: true })
  expect((await get('/v2/public/caller', 'Bearer seller')).statusCode).toBe(500)
})

test('access is decided before the body is read', async () => {
  const payload = '{ not JSON'
  const headers = { 'content-type': 'application/json' }
  const response = await door.server.inject({ method: 'POST', url: '/v2/things', headers, payload })
  expect(response.statusCode).toBe(401)
})

test('HEAD needs the same permission as GET', async () => {
  expect((await door.server.inject({ method: 'HEAD', url: '/v2/things' })).statusCode).toBe(401)
  const headers = { authorization: 'Bearer shopper' }
  expect((await door.server.inject({ method: 'HEAD', url: '/v2/things', headers })).statusCode).toBe(200)
})

test('a route without declared access cannot be registered', async () => {
  const other = await openFrontDoorNotReady()
  expect(() => other.get('/v2/forgotten', async () => ({}))).toThrow('config.access')
  await other.close()
})

test.each(['seller', 'shopper', 'customer'] as const)(
  'a route for %ss that declares no seller permission cannot be registered',
  async (access) => {
    const other = await openFrontDoorNotReady()
    expect(() => other.get('/v2/forgotten', { config: { access } }, async () => ({}))).toThrow('config.area')
    await other.close()
  },
)

async function openFrontDoorNotReady() {
  const { createServer } = await import('../../../src/http/server.ts')
  return createServer({
    base_url: 'http://tidings.test/v2',
    version: '0.0.0',
    isUnavailable: () => false,
    cors_origins: [],
    trusted_proxies: [],
    rate_limit: 0,
    compression: true,
    log: (await import('pino')).pino({ level: 'silent' }),
    authenticate: async () => ({
      ...NOT_LOGGED_IN,
      organization_id: '',
      store_id: null,
      key_id: '',
      role: 'seller',
    }),
  })
}
