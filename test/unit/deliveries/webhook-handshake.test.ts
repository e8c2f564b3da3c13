import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import type { Sender } from '../../../src/deliveries/targets/target.ts'
import { webhookTarget } from '../../../src/deliveries/targets/webhook/sender.ts'
import type { EnabledIntegration } from '../../../src/integrations/integration.ts'
import { HOUR, SECOND } from '../../../src/kernel/duration.ts'
import { keeping } from '../../support/keeping.ts'
import { receiver } from '../../support/servers/listening.ts'
import { mutualReceiver } from '../../support/servers/mutual-tls.ts'
import { anywhere, CERTIFICATE, clientCertificate, SECURE_HOST } from '../../support/servers/tls.ts'
import { aDueJob, anIntegration } from '../../support/targets/due-job.ts'

const keep = keeping()
const NAMES = { trigger: 'X-Trigger', secret_key: 'X-Secret', resource_version: 'X-Version' }
const ORIGIN = 'tidings.example'
const NOW = Date.UTC(2026, 0, 1)

/** Prepares senders for a receiver; a changed integration gets a new sender. */
function senders(url: string, more: object = {}, timeout_ms = 10_000): () => Sender {
  const policy = addressPolicy({ networks: ['127.0.0.1'], hosts: [] })
  const options = { policy, resolver: anywhere, timeout_ms, header_names: NAMES, source: `https://${ORIGIN}:8443/v2` }
  const target = keep(webhookTarget(options))
  const configuration = { url, cloudevents: 'binary', handshake: true, secret_key: 'secret-of-the-test', ...more }
  return () => target.sender(anIntegration({ configuration }) as EnabledIntegration<'webhook'>)
}

/** A receiver with the given handler of OPTIONS, which accepts deliveries. */
async function asking(options: RequestListener, post: RequestListener = (_, response) => response.end()) {
  const methods: string[] = []
  const server = await receiver((request, response) => {
    methods.push(String(request.method))
    if (request.method === 'OPTIONS') options(request, response)
    else post(request, response)
  })
  return keep(Object.assign(server, { methods }))
}

function granting(origin: string, rate?: string): RequestListener {
  return (_, response) => {
    response.setHeader('WebHook-Allowed-Origin', origin)
    if (rate !== undefined) response.setHeader('WebHook-Allowed-Rate', rate)
    response.writeHead(204).end()
  }
}

const responding = (status: number, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => void response.writeHead(status, headers).end('text')
}

describe('the validation request before the first delivery', () => {
  test('names this deployment, and has the URL and headers of deliveries', async () => {
    const server = await asking(granting(ORIGIN, '120'))
    const authentication = { type: 'basic', username: 'tidings', password: 'password' }
    const send = senders(`${server.url}?a=b`, { headers: { 'X-Api-Key': 'key of the test' }, authentication })()
    const { reply } = await send(aDueJob(), NOW)
    expect(reply).toMatchObject({ kind: 'response', status_code: 200 })
    expect(server.methods).toEqual(['OPTIONS', 'POST'])
    const [validation, delivered] = server.received
    expect(validation).toMatchObject({ path: '/hook?a=b', body: '' })
    expect(validation?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'webhook-request-origin': ORIGIN,
      'x-api-key': 'key of the test',
      authorization: 'Basic dGlkaW5nczpwYXNzd29yZA==',
      'user-agent': expect.stringMatching(/^Tidings\//),
      'accept-encoding': 'identity',
    })
    expect(delivered?.headers).toMatchObject({ 'webhook-request-origin': ORIGIN, 'ce-type': 'order.updated' })
  })

  test('shows its grant in the log of the attempt', async () => {
    const server = await asking(granting('*', '120'))
    const send = senders(server.url)()
    const shown = { 'webhook-allowed-origin': '*', 'webhook-allowed-rate': '120' }
    expect((await send(aDueJob(), NOW)).reply).toMatchObject({ headers: shown })
    expect((await send(aDueJob(), NOW)).reply).not.toMatchObject({ headers: shown })
  })

  test('is sent once for all waiting attempts', async () => {
    const server = await asking(granting('*'))
    const send = senders(server.url)()
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(aDueJob(), NOW)))
    for (const { reply } of sent) expect(reply).toMatchObject({ status_code: 200 })
    expect(server.methods.filter((method) => method === 'OPTIONS')).toHaveLength(1)
  })

  test('is repeated after an hour, and after a change of the integration', async () => {
    const server = await asking(granting(ORIGIN.toUpperCase()))
    const prepare = senders(server.url)
    const send = prepare()
    for (const now of [NOW, NOW + HOUR - SECOND, NOW + HOUR]) await send(aDueJob(), now)
    expect(server.methods).toEqual(['OPTIONS', 'POST', 'POST', 'OPTIONS', 'POST'])
    await prepare()(aDueJob(), NOW)
    expect(server.methods.slice(5)).toEqual(['OPTIONS', 'POST'])
  })

  test('uses the client certificate', async () => {
    const server = keep(await mutualReceiver('TLSv1.3', granting('*')))
    const identity = { ca: CERTIFICATE, client_certificate: clientCertificate('warehouse') }
    const send = senders(`https://${SECURE_HOST}:${server.port}/hook`, identity)()
    expect((await send(aDueJob(), NOW)).reply).toMatchObject({ status_code: 204 })
    expect(server.senders.map(({ name }) => name)).toEqual(['warehouse', 'warehouse'])
  })

  test('uses the OAuth 2.0 token, which is replaced when it is rejected', async () => {
    let tokens = 0
    const issuer = keep(
      await receiver((_, response) => {
        tokens += 1
        response.setHeader('content-type', 'application/json')
        response.end(`{"access_token":"token-${tokens}","token_type":"Bearer","expires_in":3600}`)
      }),
    )
    const isFirst = ({ headers }: IncomingMessage) => headers.authorization === 'Bearer token-1'
    const server = await asking((request, response) =>
      (isFirst(request) ? responding(401) : granting('*'))(request, response),
    )
    const client = { client_id: 'a', client_secret: 'secret of the client' }
    const authentication = { type: 'oauth2_client_credentials', token_url: issuer.url, ...client }
    const send = senders(server.url, { authentication })()
    const refused = await send(aDueJob(), NOW)
    expect(refused.reply).toMatchObject({ kind: 'refused', detail: expect.stringContaining(' got 401. ') })
    expect(refused.request_headers.authorization).not.toContain('token-1')
    expect((await send(aDueJob(), NOW)).reply).toMatchObject({ status_code: 200 })
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(
      ['token-1', 'token-2', 'token-2'].map((token) => `Bearer ${token}`),
    )
  })
})

const ASKED = `The receiver did not grant deliveries: the handshake, OPTIONS with WebHook-Request-Origin: ${ORIGIN}, got `
const REMEDY = `. It must respond with WebHook-Allowed-Origin: ${ORIGIN} or *; else remove handshake from the configuration`

describe.concurrent('a missing grant prevents deliveries, and is logged with the remedy', () => {
  test.each([
    ['200 without WebHook-Allowed-Origin', responding(200), 200],
    [
      '200 with WebHook-Allowed-Origin: other.example, which is another origin',
      responding(200, { 'WebHook-Allowed-Origin': 'other.example' }),
      200,
    ],
    ['301, and redirects are not followed', responding(301, { location: '/', 'WebHook-Allowed-Origin': '*' }), 301],
    ['404: this path does not exist there, at least for OPTIONS', responding(404), 404],
    ['405: the receiver does not handle OPTIONS', responding(405), 405],
    ['403', responding(403, { 'WebHook-Allowed-Origin': '*' }), 403],
  ])('%s', async (words, options, status_code) => {
    const server = await asking(options)
    const { reply } = await senders(server.url)()(aDueJob(), NOW)
    const effect = { overloaded: false, final: false }
    expect(reply).toMatchObject({ kind: 'refused', status_code, detail: ASKED + words + REMEDY, ...effect })
    expect(server.methods).toEqual(['OPTIONS'])
  })

  test.each([
    [503, { overloaded: true, final: false }],
    [410, { overloaded: false, final: true }],
  ])('%s has the same effect as for a delivery', async (status_code, effect) => {
    const server = await asking(responding(status_code))
    const { reply } = await senders(server.url)()(aDueJob(), NOW)
    expect(reply).toMatchObject({ kind: 'refused', status_code, ...effect })
  })

  test('a refused connection prevents the delivery', async () => {
    const { reply } = await senders('http://127.0.0.1:1/')()(aDueJob(), NOW)
    const detail = `${ASKED}no response: Connection refused by 127.0.0.1:1: no server listens on this port${REMEDY}`
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'refused', detail })
  })

  test('a missing response within half of the timeout prevents the delivery', async () => {
    const server = await asking(() => {})
    const { reply } = await senders(server.url, {}, 2_000)()(aDueJob(), NOW)
    const start = `${ASKED}no response: ${new URL(server.url).host} did not respond within 1 seconds: `
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout', detail: expect.stringContaining(start) })
    expect(reply).toMatchObject({ detail: expect.stringContaining(REMEDY) })
  })

  test('the next attempt repeats the request, and delivers once granted', async () => {
    let options = responding(405)
    const server = await asking((request, response) => options(request, response))
    const send = senders(server.url)()
    await send(aDueJob(), NOW)
    options = granting('*')
    expect((await send(aDueJob(), NOW)).reply).toMatchObject({ kind: 'response', status_code: 200 })
    expect(server.methods).toEqual(['OPTIONS', 'OPTIONS', 'POST'])
  })

  test('secrets of the request are masked, also where the receiver echoes them', async () => {
    const repeat = ({ headers }: IncomingMessage, response: ServerResponse) => response.end(JSON.stringify(headers))
    const server = await asking(repeat)
    const authentication = { type: 'bearer', token: 'token of the test' }
    const sent = await senders(server.url, { headers: { 'X-Key': 'key of the test' }, authentication })()(
      aDueJob(),
      NOW,
    )
    expect(sent.request_headers).toMatchObject({ 'webhook-request-origin': ORIGIN, 'X-Key': '***********test' })
    expect(JSON.stringify(sent)).not.toMatch(/(?:key|token) of the test/)
  })
})

test.concurrent('validation and delivery share the timeout of one attempt', async () => {
  const ASKING_MS = 400
  const server = await asking(
    (request, response) => void setTimeout(() => granting('*')(request, response), ASKING_MS),
    () => {},
  )
  const { reply } = await senders(server.url, {}, 2_000)()(aDueJob(), NOW)
  expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
  const within = /did not respond within ([\d.]+) seconds/.exec('detail' in reply ? reply.detail : '')?.[1]
  expect(Number(within)).toBeLessThanOrEqual((2_000 - ASKING_MS) / 1_000)
})

test('a webhook without the option sends no validation request', async () => {
  const server = await asking(responding(405))
  const { reply } = await senders(server.url, { handshake: false })()(aDueJob(), NOW)
  expect(reply).toMatchObject({ kind: 'response', status_code: 200 })
  expect(server.methods).toEqual(['POST'])
  expect(server.received[0]?.headers).not.toHaveProperty('webhook-request-origin')
})
