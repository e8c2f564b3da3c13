import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'

let door: FrontDoor
beforeAll(async () => {
  door = await openFrontDoor()
})
afterAll(() => door.server.close())

const ID = '01a1fa2c-04bf-771f-a410-9671db278011'

function send(method: 'GET' | 'PUT' | 'POST' | 'HEAD', url: string) {
  return door.server.inject({ method, url, headers: { authorization: 'Bearer seller' } })
}

test('an id that is a UUID reaches its route', async () => {
  expect((await send('GET', `/v2/things/${ID}`)).json()).toEqual({ id: ID })
})

test.each(['7', 'x'.repeat(3000), `urn:uuid:${ID}`, '%F0%9F%98%80'])(
  'a path id that is not a UUID is a 404: %.60s',
  async (id) => {
    const response = await send('GET', `/v2/things/${id}`)
    expect(response.statusCode).toBe(404)
    expect(response.json().errors[0]).toMatchObject({ status: 404, title: 'Not Found' })
  },
)

test('an unknown path is a 404, with any body', async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await door.server.inject({ method: 'POST', url: '/v2/nowhere', headers, payload: '{' })
  expect(response.statusCode).toBe(404)
})

test('another method on a known path is a 405 that lists the allowed ones', async () => {
  const response = await send('PUT', `/v2/things/${ID}?x=1`)
  expect(response.statusCode).toBe(405)
  expect(response.headers.allow).toBe('GET, DELETE')
  expect((await send('HEAD', '/v2/anything')).statusCode).toBe(405)
})

test('a path that is not percent-encoded is a 400', async () => {
  const response = await send('GET', '/v2/things/%zz')
  expect(response.statusCode).toBe(400)
  expect(response.headers['x-request-id']).toBeDefined()
})

test('a trailing slash changes nothing', async () => {
  expect((await send('GET', '/v2/things/')).statusCode).toBe(200)
})

test.each(['page[limit]=many', 'page[limit]=0', 'page[limit]=1.5', 'page[limit]=1&page[limit]=2'])(
  'an invalid query parameter is a 400 that names it: %s',
  async (query) => {
    const response = await send('GET', `/v2/things?${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].source).toEqual({ parameter: 'page[limit]' })
  },
)

test.each([`/v2/things/${ID}%00`, '/v2/things?filter=%00', '/nowhere?%00=1'])('U+0000 in %s is a 400', async (url) => {
  expect((await send('GET', url)).statusCode).toBe(400)
})

test('numbers in a query become numbers, and unknown parameters are accepted', async () => {
  const { query } = (await send('GET', '/v2/things?page[limit]=10&what=ever')).json()
  expect(query).toEqual({ 'page[limit]': 10, what: 'ever' })
})

test('the root lists entry points for programs and redirects browsers to the documentation', async () => {
  const { links } = (await send('GET', '/')).json()
  expect(links).toMatchObject({ api: 'http://tidings.test/v2', token: 'http://tidings.test/oauth/access_token' })
  const browser = await door.server.inject({ url: '/', headers: { accept: 'text/html,*/*' } })
  expect([browser.statusCode, browser.headers.location]).toEqual([302, 'http://tidings.test/docs'])
})
