import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { listening } from '../../support/servers/listening.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { connected, scriptedBroker } from '../../support/servers/scripted-broker.ts'
import { refuse, reply, type SqsAnswer, scriptedSqs } from '../../support/servers/scripted-sqs.ts'

const EVENTS = 20
const LONG = 'z'.repeat(1_000_000)

let database: TestDatabase
let app: App
let healthy: Receiver
let client: Client
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { env: { TIDINGS_RETRY_SCHEDULE: '3600' } })
  healthy = await openReceiver()
})
afterAll(async () => {
  await Promise.all(opened.map((server) => server.close()))
  await app.close()
  await healthy.close()
  await database.close()
})

function keep<Server extends { close(): Promise<void> }>(server: Server): Server {
  opened.push(server)
  return server
}

async function queue(answer: SqsAnswer) {
  const { url, region } = keep(await scriptedSqs(answer)).queue
  const configuration = { url, region, access_key_id: 'AKIDEXAMPLE', secret_access_key: 'secret-of-the-test' }
  return { integration_type: 'cloud_sqs', configuration }
}

async function webhook(answer: (response: ServerResponse) => void) {
  const receiver = keep(await openReceiver())
  receiver.answer = answer
  return { integration_type: 'webhook', configuration: { url: receiver.url } }
}

async function tokenEndpoint(body: unknown) {
  const server = createServer((_, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )
  const { port } = keep(await listening(server))
  const authentication = {
    ...{ type: 'oauth2_client_credentials', token_url: `http://127.0.0.1:${port}/token` },
    ...{ client_id: 'id', client_secret: 'a secret of the test' },
  }
  return { integration_type: 'webhook', configuration: { url: healthy.url, authentication } }
}

async function broker(frame: string) {
  const { address } = keep(await scriptedBroker({ login: connected(), take: (say) => say(frame) }))
  return { integration_type: 'stomp', configuration: { addresses: [address], destination: '/queue/a' } }
}

const TARGETS: Record<string, () => Promise<object>> = {
  'a compressed error page before a queue': () =>
    queue((response) =>
      response.writeHead(502, { 'content-encoding': 'gzip' }).end(gzipSync('<html>Bad gateway</html>')),
    ),
  'U+0000 in the refusal of a message': () =>
    queue((response) => {
      const failed = { Id: '0', Code: 'InternalError', Message: 'a\0b \ud800', SenderFault: false }
      reply(response, 200, { Successful: [], Failed: [failed] })
    }),
  'U+0000 in the refusal of a request': () => queue(refuse(400, 'QueueDoesNotExist', 'queue \0 x')),
  'a megabyte in the refusal of a request': () => queue(refuse(400, 'QueueDoesNotExist', `\0${LONG}`)),
  'U+0000 in the refusal of a token': () =>
    tokenEndpoint({ error: 'invalid_client', error_description: 'who \0 is it' }),
  'a megabyte in the refusal of a token': () =>
    tokenEndpoint({ error: 'invalid_client', error_description: `\0${LONG}` }),
  'U+0000 in the body of a response': () => webhook((response) => response.writeHead(500).end(`a\0b${LONG}`)),
  'bytes beyond ASCII in the headers of a response': () =>
    webhook((response) => {
      response.socket?.end('HTTP/1.1 500 \xff\r\nx-\xe9: \xff\xfe\r\ncontent-length: 1\r\n\r\n\0', 'latin1')
    }),
  'U+0000 in the error of a broker': () => broker('ERROR\nmessage:no \ud800 queue\ncontent-length:6\n\nwho\0me\0'),
}

function publish(count: number, triggered_by: string) {
  const event = { triggered_by, payload: { data: { type: 'order', id: 'o' } } }
  return client.post(
    '/v2/events',
    Array.from({ length: count }, () => event),
  )
}

test.for(Object.keys(TARGETS))('%s is logged, and holds back no other delivery', async (name) => {
  client = (await openTenant(app)).seller
  const target = await TARGETS[name]?.()
  const more = { observes: ['cart.updated'], ...target }
  const { body, status } = await client.post('/v2/integrations', webhookIntegration('', [], more))
  expect(status).toBe(201)
  await client.post('/v2/integrations', webhookIntegration(healthy.url, ['order.paid']))
  const before = healthy.received.length

  await publish(1, 'cart.updated')
  const logs = await eventually(
    async () => (await client.get(`/v2/integrations/${body.data.id}/logs`)).body.data,
    (found) => found.length === 1,
  )
  expect(JSON.stringify(logs).length).toBeLessThan(100_000)
  expect(logs[0].error_detail).not.toMatch(/\0|\p{Surrogate}/u)
  const jobs = await client.get(`/v2/integrations/${body.data.id}/jobs`)
  expect(jobs.body.data).toMatchObject([{ status: 'pending', next_attempt_at: expect.any(String) }])
  await publish(EVENTS, 'order.paid')
  await healthy.waitForCount(before + EVENTS)
})
