import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { eventually, openApp, openTenant } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { clientWith, openStorefront, type StorefrontClient, tokenFor } from '../../support/storefront/hypermedia.ts'

let stage: Stage
let scope: string
let shopper: StorefrontClient
beforeAll(async () => {
  stage = await openStage()
  scope = await scopeOf((await stage.tenant()).store.store_id)
  shopper = await openStorefront(stage.app, scope)
})
afterAll(() => stage.close())

async function scopeOf(store_id: string): Promise<string> {
  const [row] = await query<{ scope: string }>(stage.database.db, 'select scope from stores where id = $1', [store_id])
  return row?.scope ?? ''
}

const ids = (body: { messages: { id: string }[] }) => body.messages.map(({ id }) => id)

test('the root is served with and without a trailing slash, with its max-age', async () => {
  const base = `${stage.app.origin}/storefront`
  for (const href of [base, `${base}/`]) {
    const { status, headers, body } = await shopper.get(href)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      self: { type: 'shop.collections.links', uri: '', href: base, 'max-age': 600 },
      messages: [],
      links: expect.any(Array),
    })
    expect(headers.get('cache-control')).toBe('private, no-transform, max-age=600')
    for (const name of ['X-Forwarded-Base', 'Authorization', 'X-Ep-User-Traits', 'EP-Channel', 'Accept-Encoding'])
      expect(headers.get('vary')).toContain(name)
    const etag = headers.get('etag') ?? ''
    expect((await shopper.get(href, { 'if-none-match': etag })).status).toBe(304)
    expect((await shopper.get(href, { 'if-none-match': '"other"' })).status).toBe(200)
  }
})

test.each([
  ['https://shop.example.com/api', 'https://shop.example.com/api'],
  ['http://127.0.0.1:3007/cortex/', 'http://127.0.0.1:3007/cortex'],
  ['', null],
  ['shop.example.com', null],
  ['javascript:alert(1)', null],
  ['https://shop.example.com/api?x=1', null],
])('the header X-Forwarded-Base %j makes every href start with %j', async (header, base) => {
  const own = `${stage.app.origin}/storefront`
  const { body } = await shopper.get(own, { 'x-forwarded-base': header })
  expect([body.self.href, body.self.uri]).toEqual([base ?? own, ''])
})

test('a token is for one scope, is requested with a form body, and can be revoked', async () => {
  const { origin } = stage.app
  const given = await tokenFor(origin, { role: 'public', scope: scope.toUpperCase(), username: '', password: '' })
  expect(given.body).toMatchObject({
    token_type: 'bearer',
    scope,
    role: 'PUBLIC',
    roles: ['PUBLIC'],
    expires_in: 604_800,
  })
  const refusals: [Record<string, string>, number, string[]][] = [
    [{ role: 'PUBLIC', scope: '' }, 400, ['field.required']],
    [{ grant_type: 'implicit', role: 'PUBLIC', scope }, 400, ['field.invalid.option.value']],
    [{ role: 'PUBLIC', scope: 'nowhere' }, 401, ['bad.credentials']],
    [{ role: 'KING', scope }, 401, ['bad.credentials']],
    [{ role: 'REGISTERED', scope, username: 'ada@example.com' }, 400, ['field.required']],
    [{ role: 'REGISTERED', scope, username: 'ada@example.com', password: 'wrong' }, 401, ['bad.credentials']],
  ]
  for (const [fields, status, expected] of refusals) {
    const { status: answered, body } = await tokenFor(origin, fields)
    expect([answered, ids(body)]).toEqual([status, expected])
  }
  const client = clientWith(origin, given.body.access_token)
  expect((await client.get(`${origin}/storefront`)).status).toBe(200)
  const end = () => client.send('DELETE', `${origin}/storefront/oauth2/tokens`)
  expect([(await end()).status, (await end()).status]).toEqual([204, 204])
  const refused = await eventually(
    () => client.get(`${origin}/storefront`),
    ({ status }) => status === 401,
  )
  expect(ids(refused.body)).toEqual(['unauthenticated'])
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  expect((await fetch(`${origin}/storefront/oauth2/tokens`, json)).status).toBe(415)
})

test('the graph describes every resource and its relations', async () => {
  const graph = (await (await fetch(`${stage.app.origin}/storefront/graph`)).json()) as {
    resources: {
      name: string
      type: string
      path: string
      methods: string[]
      relations: { rel: string; to: string }[]
    }[]
  }
  const names = graph.resources.map(({ name }) => name)
  expect(graph.resources[0]).toMatchObject({ name: 'root', type: 'shop.collections.links', path: '', methods: ['GET'] })
  for (const { relations } of graph.resources) for (const { to } of relations) expect(names).toContain(to)
})

test('errors are messages, also without a token', async () => {
  const { origin } = stage.app
  const none = await clientWith(origin, 'none').get(`${origin}/storefront`)
  expect([none.status, ids(none.body), none.headers.get('www-authenticate')]).toMatchObject([
    401,
    ['unauthenticated'],
    /Bearer/,
  ])
  const nowhere = await shopper.get(`${origin}/storefront/nowhere`)
  expect([nowhere.status, ids(nowhere.body)]).toEqual([404, ['not.found']])
  const wrong = await shopper.send('POST', `${origin}/storefront`)
  expect([wrong.status, ids(wrong.body)]).toEqual([405, ['method.not.allowed']])
})

test('new tokens are limited per minute, store and IP address', async () => {
  const now = Date.now()
  const app = await openApp(stage.database, { env: { TIDINGS_TOKEN_LIMIT: '2' }, clock: () => now })
  try {
    const other = await scopeOf((await openTenant(app)).store_id)
    const ask = (of: string) => tokenFor(app.origin, { role: 'PUBLIC', scope: of })
    const [first, second] = [await ask(scope), await ask(scope.toUpperCase())]
    const refused = await ask(scope)
    expect([first.status, second.status, refused.status, ids(refused.body)]).toEqual([
      200,
      200,
      429,
      ['too.many.requests'],
    ])
    expect(refused.headers.get('retry-after')).toBe('60')
    // The shopper of this tenant has used one of the two.
    expect((await ask(other)).status).toBe(200)
  } finally {
    await app.close()
  }
})
