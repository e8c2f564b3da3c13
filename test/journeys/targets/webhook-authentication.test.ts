import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { type Received, receiver } from '../../support/servers/listening.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'

let database: TestDatabase
let app: App
let target: Receiver
let tokenServer: Awaited<ReturnType<typeof receiver>>
let issue: (response: ServerResponse) => void

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '1,1' } })
  target = await openReceiver()
  tokenServer = await receiver((_, response) => issue(response))
})
afterEach(() => {
  target.answer = (response) => response.end()
})
afterAll(async () => {
  await app.close()
  await target.close()
  await tokenServer.close()
  await database.close()
})

function integration(client: Client, more: object) {
  const configuration = { url: target.url, secret_key: 'a secret of the test', ...more }
  return client.post('/v2/integrations', webhookIntegration(target.url, ['order.paid'], { configuration }))
}

async function publish(client: Client): Promise<string> {
  const payload = { data: { type: 'order', id: 'o1' } }
  const { body } = await client.post('/v2/events', { triggered_by: 'order.paid', payload })
  return body.data[0].id
}

/** Publishes an event, and returns the headers of its delivery. */
async function delivered(client: Client) {
  const id = await publish(client)
  return (await target.waitFor(({ body }) => body.id === id)).headers
}

type Log = { error_detail: string; request: { headers: object } }

async function logsOf(client: Client, id: string, count: number): Promise<Log[]> {
  const read = async () => (await client.get(`/v2/integrations/${id}/logs?sort=created_at`)).body.data
  return eventually(read, (logs: Log[]) => logs.length >= count)
}

/** Issues a different token each time, so that a test can identify the current one. */
function issuing(expires_in?: number) {
  let issued = 0
  issue = (response) => {
    issued += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: `access-token-${issued}`, token_type: 'Bearer', expires_in }))
  }
}

function oauth(more: object = {}) {
  const client = { client_id: 'tidings', client_secret: 'secret of the client' }
  return { type: 'oauth2_client_credentials', token_url: `${tokenServer.url}/token`, ...client, ...more }
}

function takeRequests(): Received[] {
  return tokenServer.received.splice(0)
}

describe('a webhook receiver that authenticates the sender', () => {
  test('gets the configured headers beside those of every delivery', async () => {
    const { seller } = await openTenant(app)
    const headers = { 'X-Api-Key': 'key of the warehouse', Authorization: 'Custom abc' }
    expect((await integration(seller, { headers })).status).toBe(201)
    expect(await delivered(seller)).toMatchObject({
      'x-api-key': 'key of the warehouse',
      authorization: 'Custom abc',
      'content-type': 'application/json',
      'webhook-signature': expect.stringMatching(/^v1,/),
    })
  })

  test.each([
    [{ type: 'basic', username: 'tidings', password: 'päss:word' }, 'Basic dGlkaW5nczpww6Rzczp3b3Jk'],
    [{ type: 'bearer', token: 'abc.def' }, 'Bearer abc.def'],
  ])('gets the Authorization header of %j', async (authentication, authorization) => {
    const { seller } = await openTenant(app)
    expect((await integration(seller, { authentication })).status).toBe(201)
    expect(await delivered(seller)).toMatchObject({ authorization })
  })
})

describe('OAuth 2.0 client credentials', () => {
  test('requests one token for all deliveries while it is valid', async () => {
    issuing(3_600)
    takeRequests()
    const { seller } = await openTenant(app)
    await integration(seller, { authentication: oauth({ scope: 'events', audience: 'warehouse' }) })
    const ids = await Promise.all(Array.from({ length: 5 }, () => publish(seller)))
    for (const id of ids) {
      const { headers } = await target.waitFor(({ body }) => body.id === id)
      expect(headers.authorization).toBe('Bearer access-token-1')
    }
    const [request, ...more] = takeRequests()
    expect(more).toEqual([])
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from('tidings:secret+of+the+client').toString('base64')}`,
    )
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'events',
      audience: 'warehouse',
    })
  })

  test('renews a token before it expires, and can send the client secret in the body', async () => {
    issuing(20)
    takeRequests()
    const { seller } = await openTenant(app)
    await integration(seller, { authentication: oauth({ client_authentication: 'body' }) })
    expect((await delivered(seller)).authorization).toBe('Bearer access-token-1')
    expect((await delivered(seller)).authorization).toBe('Bearer access-token-2')
    expect(Object.fromEntries(new URLSearchParams(takeRequests()[0]?.body))).toMatchObject({
      client_id: 'tidings',
      client_secret: 'secret of the client',
    })
  })

  test('replaces a rejected token before the next attempt', async () => {
    issuing(3_600)
    const { seller } = await openTenant(app)
    await integration(seller, { authentication: oauth() })
    target.answer = (response, { headers }) => {
      response.statusCode = headers.authorization === 'Bearer access-token-1' ? 401 : 200
      response.end()
    }
    const id = await publish(seller)
    const again = await target.waitFor(({ body }) => body.id === id && body.attempt === 2)
    expect(again.headers.authorization).toBe('Bearer access-token-2')
  })

  test('an attempt fails with the reason of a rejected client, without the secret', async () => {
    issue = (response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"error":"invalid_client","error_description":"Unknown client secret of the client"}')
    }
    const detail =
      /^No access token from 127\.0\.0\.1:\d+: it responded 400 \(invalid_client\): Unknown client \*{16}ient;/
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { authentication: oauth() })
    await publish(seller)
    const [log] = await logsOf(seller, body.data.id, 1)
    expect(log).toMatchObject({ succeeded: false, status_code: null, error_detail: expect.stringMatching(detail) })
  })

  test('never connects to a token endpoint in a private network that is not allowed', async () => {
    // A separate database, because the other process may connect and would take the retry.
    const own = await testDatabase()
    const strict = await openApp(own, { env: { TIDINGS_ALLOW_NETWORKS: '' } })
    const { seller } = await openTenant(strict)
    const authentication = oauth({ token_url: `${tokenServer.url}/strict` })
    const { body } = await integration(seller, { url: 'https://receiver.invalid', authentication })
    await publish(seller)
    const [log] = await logsOf(seller, body.data.id, 1)
    expect(log?.error_detail).toMatch(/^No access token from 127\.0\.0\.1:\d+: /)
    // The other process may be retrying attempts of earlier tests.
    expect(takeRequests().filter(({ path }) => path.endsWith('/strict'))).toEqual([])
    await strict.close()
    await own.close()
  })
})

describe("the sender's credentials", () => {
  const authentication = { type: 'basic', username: 'tidings', password: 'password of the warehouse' }
  const headers = { 'X-Api-Key': 'key of the warehouse', 'X-Short': 'abc' }

  test('are encrypted at rest, and masked for the owner, in events and in logs', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { authentication, headers })
    const masked = {
      authentication: { ...authentication, password: '*********************ouse' },
      headers: { 'X-Api-Key': '****************ouse', 'X-Short': '***' },
    }
    expect(body.data.configuration).toMatchObject(masked)
    const text = 'select configuration::text from integrations where id = $1'
    const [row] = await query<{ configuration: string }>(database.db, text, [body.data.id])
    expect(row?.configuration).not.toMatch(/warehouse|abc/)
    const events = await seller.get('/v2/events?filter=eq(triggered_by,integration.created)&sort=-created_at')
    expect(events.body.data[0].payload.data.configuration).toMatchObject(masked)
    target.answer = (response, { headers }) => response.end(JSON.stringify(headers))
    await delivered(seller)
    const [log] = await logsOf(seller, body.data.id, 1)
    expect(log?.request.headers).toMatchObject({ 'X-Short': '***', authorization: 'Basic *********************ouse' })
    expect(JSON.stringify(log)).not.toContain('key of the warehouse')
    expect(JSON.stringify(log)).not.toContain(Buffer.from('tidings:password').toString('base64').slice(0, -2))
  })

  test('stay when sent back masked, are replaced by new values, and removed by null', async () => {
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { authentication, headers })
    const { configuration, id } = body.data
    const put = (configuration: object) =>
      seller.put(`/v2/integrations/${id}`, { data: { type: 'integration', configuration } })
    const changed = { ...configuration, headers: { ...configuration.headers, 'X-Short': 'another value' } }
    expect((await put(changed)).status).toBe(200)
    expect(await delivered(seller)).toMatchObject({
      authorization: `Basic ${Buffer.from('tidings:password of the warehouse').toString('base64')}`,
      'x-api-key': 'key of the warehouse',
      'x-short': 'another value',
    })
    await put({ headers: null, authentication: null })
    const after = await delivered(seller)
    expect(after).not.toHaveProperty('authorization')
    expect(after).not.toHaveProperty('x-api-key')
  })
})

describe('a secret in another spelling than configured', () => {
  const client_secret = 'CLIENTSECRET-999-äö/+&='
  /** Patterns that must not appear; only the last characters may, as in every mask. */
  const SEEN = [/CLIENTSECRET/, /%C3%A4/i, new RegExp(Buffer.from('CLIENTSECRET').toString('base64').slice(0, -4))]
  const PATHS = (id: string) => [`/${id}/logs`, `/${id}/jobs`, `/${id}/health`, '/logs', '/health']

  async function expectUnseen(client: Client, id: string) {
    for (const path of PATHS(id)) {
      const { status, body } = await client.get(`/v2/integrations${path}`)
      expect(status).toBe(200)
      for (const pattern of SEEN) expect(JSON.stringify(body), path).not.toMatch(pattern)
    }
  }

  test.each(['body', 'header'])('is masked when the token endpoint echoes the rejected %s', async (place) => {
    takeRequests()
    issue = (response) => {
      const { headers, body } = tokenServer.received.at(-1) ?? { headers: {}, body: '' }
      const error_description = `unknown: ${headers.authorization} ${body}`.slice(0, 180)
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'invalid_client', error_description }))
    }
    const { seller } = await openTenant(app)
    const authentication = oauth({ client_id: 'cid', client_secret, client_authentication: place })
    const { body } = await integration(seller, { authentication })
    await publish(seller)
    const [log] = await logsOf(seller, body.data.id, 1)
    expect(log?.error_detail).toMatch(/\(invalid_client\): unknown: .*\*{8}/)
    await expectUnseen(seller, body.data.id)
  })

  test('is masked when the receiver echoes the HTTP Basic header', async () => {
    target.answer = (response, { headers }) => {
      response.setHeader('x-echo', headers.authorization ?? '')
      response.writeHead(401).end(encodeURIComponent(headers.authorization ?? ''))
    }
    const { seller } = await openTenant(app)
    const authentication = { type: 'basic', username: 'cid', password: client_secret }
    const { body } = await integration(seller, { authentication })
    await publish(seller)
    const [log] = await logsOf(seller, body.data.id, 1)
    const credentials = Buffer.from(`cid:${client_secret}`).toString('base64').slice(4, -4)
    expect(JSON.stringify(log)).toContain('"x-echo":"Basic ****')
    expect(JSON.stringify(log)).not.toContain(credentials)
    await expectUnseen(seller, body.data.id)
  })

  test('leaves a short error message of Tidings complete', async () => {
    issue = (response) => response.writeHead(400).end('{"error":"invalid_client"}')
    const { seller } = await openTenant(app)
    const { body } = await integration(seller, { authentication: oauth({ client_secret: 's' }) })
    await publish(seller)
    const [log] = await logsOf(seller, body.data.id, 1)
    expect(log?.error_detail).toMatch(/^No access token from /)
  })
})

describe('rejects an invalid header or authentication with a pointer', () => {
  test.each([
    [{ headers: ['a'] }, ['headers']],
    [{ headers: { 'Content-Type': 'text/plain' } }, ['headers/Content-Type']],
    [{ headers: { 'webhook-id': 'a' } }, ['headers/webhook-id']],
    [{ headers: { 'X-Integration-Trigger': 'a' } }, ['headers/X-Integration-Trigger']],
    [{ headers: { 'a b': 'c', 'x/y': 'd', '': 'e' } }, ['headers/a b', 'headers/x~1y', 'headers/']],
    [{ headers: { a: 'line\nbreak', b: 'ü', c: '', d: 5 } }, ['headers/a', 'headers/b', 'headers/c', 'headers/d']],
    [{ headers: { 'X-A': '1', 'x-a': '2' } }, ['headers/x-a']],
    [{ headers: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x-${at}`, 'a'])) }, ['headers']],
    [{ headers: { authorization: 'a' }, authentication: { type: 'bearer', token: 'b' } }, ['headers/authorization']],
    [{ authentication: 'Bearer abc' }, ['authentication']],
    [{ authentication: { type: 'digest' } }, ['authentication/type']],
    [{ authentication: { type: 'basic', username: 'a:b' } }, ['authentication/username', 'authentication/password']],
    [{ authentication: { type: 'bearer', token: 'a', scope: 'b' } }, ['authentication/scope']],
    [{ authentication: { type: 'bearer', token: 'line\nbreak' } }, ['authentication/token']],
    [
      { authentication: { type: 'oauth2_client_credentials', token_url: 'ftp://a', client_authentication: 'query' } },
      ['token_url', 'client_id', 'client_secret', 'client_authentication'].map((name) => `authentication/${name}`),
    ],
  ])('%j', async (more, members) => {
    const { seller } = await openTenant(app)
    const { status, body } = await integration(seller, more)
    expect(status).toBe(422)
    const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
    expect(pointers).toEqual(members.map((member) => `/data/configuration/${member}`))
  })
})
