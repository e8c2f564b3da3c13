import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { inspect } from 'node:util'
import { ts } from '@ts-morph/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import own from '../../clients/typescript/package.json' with { type: 'json' }
import document from '../../docs/openapi.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { createKey } from '../../src/access/keys.ts'
import { type FilterOperators, filterOf, type ListFields } from '../../src/http/document/list-fields.ts'
import { type App, openApp, openTenant } from '../support/app.ts'
import { openProject, type Project } from '../support/clients/packed-client.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { openReceiver } from '../support/servers/receiver.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const README = path.join(ROOT, 'clients/typescript/README.md')
const PROGRAM = path.join(ROOT, 'test/fixtures/typescript-client/program.ts.txt')

type Key = { client_id: string; client_secret: string }
// biome-ignore lint/suspicious/noExplicitAny: the types are made when the package is built; `program.ts.txt` is checked with them
type Untyped = any

let database: TestDatabase
let app: App
let project: Project
let tidings: Untyped
let examples: string[]
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database)
  project = await openProject()
  tidings = await import(project.module('index'))
  await project.write('program.ts', await readFile(PROGRAM, 'utf8'))
  const blocks = [...(await readFile(README, 'utf8')).matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)]
  for (const [, name = '', text = ''] of blocks) await project.write(name, text)
  examples = blocks.map(([, name = '']) => name)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
  if (project) await rm(project.folder, { recursive: true, force: true })
})

async function newKey(): Promise<Key> {
  const { organization_id, store_id } = await openTenant(app)
  return createKey(database.db, { organization_id, store_id, name: 'program' }, Date.now())
}

describe('the packed client', () => {
  test('compiles with the examples of its guide and a program that uses it', async () => {
    expect(await project.compile()).toBe('')
  })

  test('runs the examples of its guide', async () => {
    const { client_id, client_secret } = await newKey()
    const env = { TIDINGS_URL: app.origin, TIDINGS_CLIENT_ID: client_id, TIDINGS_CLIENT_SECRET: client_secret }
    const printed = await project.run(examples, env)
    expect(printed.trim().split('\n')).toEqual([
      'Lamp was created',
      'Desk lamp',
      'Paid orders: 0',
      'LAMP-1',
      "422 Validation Error [ '/data/attributes/sku' ]",
      'Pages of 25',
      'Care: dust with a dry cloth.',
    ])
  })

  test('logs in, publishes, reads jobs and logs, fills a cart and checks out', async () => {
    const program = await import(path.join(project.folder, 'program.ts'))
    expect(await program.run(app.origin, await newKey(), 'http://127.0.0.1:9/')).toEqual({
      kind: 'webhook',
      product: 'Lamp',
      payload: { data: { type: 'order', id: 'o1', items: [[1]] } },
      jobs: 1,
      explained: true,
      lines: 1,
      total: 9000,
      reset: undefined,
      refused: 'Not Found',
    })
  })

  test('verifies webhook deliveries and rejects everything else', async () => {
    const client = tidings.createClient({ url: `${app.origin}/v2/`, ...(await newKey()) })
    const receiver = await openReceiver()
    const configuration = { url: receiver.url, secret_key: 'Schlüssel für Grüße' }
    const integration = {
      integration_type: 'webhook',
      name: 'a',
      enabled: true,
      observes: ['order.paid'],
      configuration,
    }
    await client.POST('/v2/integrations', { body: { data: integration } })
    await client.POST('/v2/events', {
      body: { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } } },
    })
    const [delivery] = await receiver.waitForCount(1)
    await receiver.close()

    const { receive } = await import(path.join(project.folder, 'webhook.ts'))
    const applied: Untyped[] = []
    const send = async (body = '', secret = '') => {
      const headers = new Headers(Object.entries(delivery?.headers ?? {}).map(([name, value]) => [name, String(value)]))
      const request = new Request('http://receiver.example/', { method: 'POST', headers, body })
      return (await receive(request, secret, (one: Untyped) => applied.push(one))).status
    }
    expect(await send(delivery?.text, configuration.secret_key)).toBe(204)
    expect(await send(delivery?.text, 'another secret')).toBe(401)
    expect(await send(delivery?.text.replace('o1', 'o2'), configuration.secret_key)).toBe(401)
    expect(applied).toMatchObject([{ triggered_by: 'order.paid', attempt: 1, payload: { data: { id: 'o1' } } }])
  })

  test('depends on the versions that it is tested with', () => {
    const installed: Record<string, string> = manifest.devDependencies
    expect(own.dependencies).toEqual(
      Object.fromEntries(Object.keys(own.dependencies).map((name) => [name, `^${installed[name]}`])),
    )
  })

  test('has an untyped value only for arbitrary JSON', async () => {
    const text = await readFile(path.join(path.dirname(project.module('index')), 'generated/schema.d.ts'), 'utf8')
    const places = untyped(ts.createSourceFile('schema.d.ts', text, ts.ScriptTarget.Latest, true))
    expect([...new Set(places)]).toEqual([
      // The writer defines its contents; `docs/decisions/openapi.md` explains why it is not a union.
      'components.schemas.JsonValue',
      'components.schemas.JsonObject[]',
      'headers[]',
    ])
  })
})

/** Names around each `any` and `unknown`; only the last name for response headers. */
function untyped(node: ts.Node, around = ''): string[] {
  if (node.kind === ts.SyntaxKind.UnknownKeyword || node.kind === ts.SyntaxKind.AnyKeyword) return [around]
  const found: string[] = []
  const name = nameOf(node)
  const place = name === '[]' || around === '' ? around + name : name === '' ? around : `${around}.${name}`
  ts.forEachChild(node, (child) => {
    found.push(...untyped(child, name === 'headers' ? name : place))
  })
  return found
}

function nameOf(node: ts.Node): string {
  if (ts.isIndexSignatureDeclaration(node)) return '[]'
  const { name } = node as { name?: ts.Node }
  return name === undefined ? '' : name.getText()
}

/** Simulated network: forwards a request, or responds instead of the server. */
type Network = (request: Request, send: () => Promise<Response>, count: number) => Promise<Response>

/** Client that records requests to the API in `sent`, in order, and requests for tokens in `grants`. */
function clientOn(network: Network, options: object) {
  const sent: Request[] = []
  const grants: Request[] = []
  const fetch = async (request: Request) => {
    const copy = request.clone()
    const isGrant = new URL(request.url).pathname === '/oauth/access_token'
    const count = (isGrant ? grants : sent).push(copy)
    return isGrant ? globalThis.fetch(request) : network(request, () => globalThis.fetch(request), count)
  }
  const retry = { minDelayMs: 0, ...(options as { retry?: object }).retry }
  return { client: tidings.createClient({ url: app.origin, fetch, ...options, retry }), sent, grants }
}

const direct: Network = (_, send) => send()
const failing =
  (times: number): Network =>
  (_, send, count) =>
    count <= times ? Promise.reject(new TypeError('fetch failed')) : send()
const answering =
  (status: number, headers = {}): Network =>
  (_, send, count) =>
    count === 1 ? Promise.resolve(new Response('{}', { status, headers })) : send()

const PRODUCTS = '/v2/products'
const newProduct = (sku: string) => ({ body: { data: { type: 'product', attributes: { sku, name: 'Lamp' } } } })

async function failureOf(request: Promise<unknown>): Promise<Untyped> {
  return request.then(
    () => expect.unreachable('It should have failed.'),
    (error) => error,
  )
}

describe('access tokens', () => {
  test('are shared by concurrent and later requests', async () => {
    const { client, sent, grants } = clientOn(direct, await newKey())
    await Promise.all(Array.from({ length: 8 }, () => client.GET(PRODUCTS)))
    await client.GET(PRODUCTS)
    expect([sent.length, grants.length]).toEqual([9, 1])
  })

  test('are renewed before a request when about to expire', async () => {
    const key = await newKey()
    const grants: string[] = []
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request)
      if (!request.url.endsWith('/oauth/access_token')) return response
      grants.push(request.url)
      return Response.json({ ...((await response.json()) as object), expires_in: 0 })
    }
    const client = tidings.createClient({ url: app.origin, ...key, fetch })
    await client.GET(PRODUCTS)
    await client.GET(PRODUCTS)
    expect(grants).toHaveLength(2)
  })

  test('are replaced once for all requests when the server rejects them', async () => {
    const last = Promise.withResolvers<void>()
    const refusing: Network = async (request, send, count) => {
      if (count > 4) return send()
      if (count === 4) await last.promise
      return globalThis.fetch(request.url, { headers: { authorization: 'Bearer revoked' } })
    }
    const { client, sent, grants } = clientOn(refusing, await newKey())
    const pages = Array.from({ length: 4 }, () => client.GET(PRODUCTS))
    await Promise.all(pages.slice(0, 3))
    last.resolve()
    expect((await Promise.all(pages)).map(({ response }) => response.status)).toEqual([200, 200, 200, 200])
    expect([sent.length, grants.length]).toEqual([8, 2])
  })

  test('are not renewed for customers when rejected', async () => {
    const { client, sent, grants } = clientOn(direct, await newKey())
    const error = await failureOf(client.GET('/v2/orders', { params: { header: { 'X-Customer-Token': 'wrong' } } }))
    expect([error.status, sent.length, grants.length]).toEqual([401, 1, 1])
  })

  test('belong to a shopper if there is no secret', async () => {
    const { client_id } = await newKey()
    const { client } = clientOn(direct, { client_id })
    expect((await failureOf(client.GET('/v2/integrations'))).status).toBe(403)
  })
})

describe('retries', () => {
  test('repeat a GET without a connection, and not a POST', async () => {
    const key = await newKey()
    const reading = clientOn(failing(3), key)
    expect((await reading.client.GET(PRODUCTS)).response.status).toBe(200)
    expect(reading.sent).toHaveLength(4)
    const writing = clientOn(failing(1), key)
    expect((await failureOf(writing.client.POST(PRODUCTS, newProduct('a')))).message).toBe('fetch failed')
    expect(writing.sent).toHaveLength(1)
  })

  test('end with the last response', async () => {
    const always: Network = async () => new Response('<html>', { status: 503 })
    const { client, sent } = clientOn(always, { ...(await newKey()), retry: { retries: 2 } })
    const error = await failureOf(client.GET(PRODUCTS))
    expect([error.status, error.title, error.problems, sent.length]).toEqual([503, 'HTTP 503', [], 3])
  })

  test('repeat a POST that the program declares safe', async () => {
    const lost: Network = async (_, send, count) => {
      const response = await send()
      if (count > 1) return response
      throw new TypeError('fetch failed')
    }
    const retry = { repeatable: ['/v2/events'] }
    const { client, sent } = clientOn(lost, { ...(await newKey()), retry })
    await client.POST('/v2/events', { body: { id: 'e1', triggered_by: 'order.paid', payload: { data: { id: 'o1' } } } })
    expect(sent).toHaveLength(2)
    const query = { filter: 'eq(triggered_by,order.paid)' }
    expect((await client.GET('/v2/events', { params: { query } })).data.data).toMatchObject([{ external_id: 'e1' }])
  })

  test('repeat a POST with an idempotency key, which works once', async () => {
    const lost: Network = async (_, send, count) => {
      const response = await send()
      if (count > 2 || response.status >= 300) return response
      throw new TypeError('fetch failed')
    }
    const key = await newKey()
    const { client: sure } = clientOn(direct, key)
    const { id } = (await sure.POST(PRODUCTS, newProduct('stocked'))).data.data
    const params = { path: { product_id: id } }
    await sure.POST('/v2/inventories/{product_id}', { params, body: { data: { quantity: 5 } } })
    const { client, sent } = clientOn(lost, key)
    const body = { data: { type: 'stock-transaction', action: 'increment', quantity: 2 } }
    await client.POST('/v2/inventories/{product_id}/transactions', { params, body })
    expect((await sure.GET('/v2/inventories/{product_id}', { params })).data.data.total).toBe(7)
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('repeat a POST without a key after 429, and not after 503', async () => {
    const key = await newKey()
    const early = clientOn(answering(429), key)
    expect((await early.client.POST(PRODUCTS, newProduct('early'))).response.status).toBe(201)
    const unsure = clientOn(answering(503), key)
    expect((await failureOf(unsure.client.POST(PRODUCTS, newProduct('unsure')))).status).toBe(503)
    expect([early.sent.length, unsure.sent.length]).toEqual([2, 1])
  })

  test('wait for Retry-After, and give up when it is too long', async () => {
    const key = await newKey()
    const began = performance.now()
    await clientOn(answering(503, { 'retry-after': '1' }), key).client.GET(PRODUCTS)
    expect(performance.now() - began).toBeGreaterThan(990)
    const { client, sent } = clientOn(answering(503, { 'retry-after': '61' }), key)
    const error = await failureOf(client.GET(PRODUCTS))
    expect([error.status, error.retryAfterSeconds, sent.length]).toEqual([503, 61, 1])
  })

  test('stop when a request is aborted, which rejects with the reason at once', async () => {
    const reason = new Error('The user left.')
    const leaving = new AbortController()
    const network: Network = async () => {
      queueMicrotask(() => leaving.abort(reason))
      return new Response('{}', { status: 503, headers: { 'retry-after': '50' } })
    }
    const { client, sent } = clientOn(network, await newKey())
    expect(await failureOf(client.GET(PRODUCTS, { signal: leaving.signal }))).toBe(reason)
    expect(sent).toHaveLength(1)
  })
})

describe('iterate', () => {
  test('reads each element once, by id, during concurrent changes', async () => {
    const { client, sent } = clientOn(direct, await newKey())
    const ids: string[] = []
    for (const sku of ['a1', 'a2', 'b1', 'a3', 'a4', 'a5']) {
      ids.push((await client.POST(PRODUCTS, newProduct(sku))).data.data.id)
    }
    const query = { filter: 'like(sku,a*)', 'page[limit]': 2 }
    const read: string[] = []
    for await (const product of tidings.iterate(client, PRODUCTS, { params: { query } })) {
      read.push(product.attributes.sku)
      if (product.attributes.sku === 'a1')
        await client.DELETE(`${PRODUCTS}/{product_id}`, { params: { path: { product_id: ids[0] } } })
      if (product.attributes.sku === 'a3') await client.POST(PRODUCTS, newProduct('a6'))
    }
    expect(read).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(3)
  })

  test('sorts and filters by id in every list with a filter', () => {
    type Get = { get?: ListFields }
    const lists = Object.entries(document.paths as Record<string, Get>).flatMap(([name, { get = {} }]) => {
      const { 'x-sort': sort } = get
      const filter = filterOf(get, document as FilterOperators)
      // The export of the audit log has a filter but is not a list.
      return filter === undefined || name === '/v2/audit/export' ? [] : [{ name, filter, sort }]
    })
    expect(lists.length).toBeGreaterThan(90)
    const unfit = lists.filter(
      ({ filter, sort }) => filter.id?.includes('gt') !== true || sort?.fields.includes('id') !== true,
    )
    expect(unfit.map(({ name }) => name)).toEqual([])
  })
})

describe('errors', () => {
  test('describe the error and its location, without secrets and tokens', async () => {
    const key = await newKey()
    const { client, sent } = clientOn(direct, key)
    const error = await failureOf(client.POST(PRODUCTS, newProduct('')))
    expect(error).toBeInstanceOf(tidings.TidingsError)
    expect(error).toMatchObject({ status: 422, title: 'Validation Error', pointers: ['/data/attributes/sku'] })
    expect(error.message).toMatch(/^POST \/v2\/products: 422 Validation Error\n {2}.+ \(\/data\/attributes\/sku\)$/)
    expect(error.requestId).toMatch(/./)
    const token = sent[0]?.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    expect(token.length).toBeGreaterThan(20)
    const refused = await failureOf(
      clientOn(direct, { ...key, client_secret: `${key.client_secret}x` }).client.GET(PRODUCTS),
    )
    expect(refused).toMatchObject({ status: 401, title: 'Invalid Credentials' })
    const unreachable = await failureOf(
      tidings.createClient({ url: 'http://127.0.0.1:9', ...key, retry: { retries: 0 } }).GET(PRODUCTS),
    )
    for (const one of [error, refused, unreachable, client]) {
      const text = `${inspect(one, { depth: null, showHidden: true })} ${one.message} ${one.stack} ${JSON.stringify(one)}`
      expect(text).not.toContain(token)
      expect(text).not.toContain(key.client_secret)
    }
  })
})
