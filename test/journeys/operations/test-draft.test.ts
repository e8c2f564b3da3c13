import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { readDraft } from '../../../src/integrations/draft.ts'
import { type App, type Client, openApp, openTenant, webhookIntegration } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { openReceiver, type Receiver } from '../../support/servers/receiver.ts'
import { scriptedBroker } from '../../support/servers/scripted-broker.ts'
import { refuse, scriptedSqs } from '../../support/servers/scripted-sqs.ts'

let database: TestDatabase
/** API without deliveries, like `tidings serve`. */
let app: App
let receiver: Receiver
let seller: Client
const lines: string[] = []

beforeAll(async () => {
  database = await testDatabase()
  const write = (line: string) => void lines.push(line)
  app = await openApp(database, { parts: ['api'], env: { TIDINGS_LOG_LEVEL: 'debug' }, lines: { write } })
  receiver = await openReceiver()
  seller = (await openTenant(app)).seller
})

afterEach(() => {
  receiver.answer = (response) => response.end()
  receiver.received.length = 0
})

afterAll(async () => {
  await app.close()
  await receiver.close()
  await database.close()
})

const SECRET = 'a secret of the draft'
const TOKEN = 'a-token-of-the-draft'

function draft(more: Record<string, unknown> = {}, configuration: Record<string, unknown> = {}) {
  return {
    integration_type: 'webhook',
    observes: ['order.paid'],
    configuration: {
      url: receiver.url,
      secret_key: SECRET,
      authentication: { type: 'bearer', token: TOKEN },
      ...configuration,
    },
    ...more,
  }
}

async function tested(data: object) {
  const { status, body } = await seller.post('/v2/integrations/test', { data })
  expect(status).toBe(200)
  return body.data
}

async function stored(): Promise<unknown> {
  const tables = ['integrations', 'events', 'jobs', 'logs'].map((name) => `(select count(*) from ${name}) as ${name}`)
  return (await query(database.db, `select ${tables.join(', ')}`, []))[0]
}

test('a draft is sent and signed like a delivery, shown without secrets, and not stored', async () => {
  receiver.answer = (response, { headers, text }) => {
    response.setHeader('x-echo', String(headers.authorization))
    response.end(text)
  }
  const before = await stored()
  const data = await tested(draft({ name: 'Warehouse' }))
  expect(data).toMatchObject({
    type: 'integration-draft-test',
    triggered_by: 'order.paid',
    succeeded: true,
    detail: 'The endpoint responded 200: the integration can be saved.',
    request: { method: 'POST', addresses: [receiver.url] },
    response: { status_code: 200, body_truncated: false },
  })
  expect(String(data.processing_time)).toMatch(/^\d+(\.\d{1,3})?$/)
  const [got] = receiver.received
  expect(() => new Webhook(SECRET, { format: 'raw' }).verify(got?.text ?? '', got?.headers as never)).not.toThrow()
  expect(got?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  expect(JSON.parse(data.request.body)).toEqual({
    ...got?.body,
    configuration: { url: receiver.url, secret_key: '*****************raft' },
  })
  expect(Object.keys(data.request.headers)).toContain('webhook-signature')
  expect(await stored()).toEqual(before)
  for (const secret of [SECRET, TOKEN]) {
    expect(JSON.stringify(data)).not.toContain(secret)
    expect(lines.join('')).not.toContain(secret)
  }
  expect(lines.join('')).toContain('/v2/integrations/test')
})

test('a failed test explains what to do', async () => {
  receiver.answer = (response) => {
    response.statusCode = 500
    response.end('out of order')
  }
  const failed = await tested(draft())
  expect(failed).toMatchObject({ succeeded: false, response: { status_code: 500, body: 'out of order' } })
  expect(failed.detail).toBe('The endpoint responded 500: it failed; its response and its log say why.')
  const refused = await tested(draft({}, { url: 'http://127.0.0.1:9/hook' }))
  expect(refused.detail).toBe('Connection refused by 127.0.0.1:9: no server listens on this port.')
  expect(refused.response).toBe(null)
})

test('a private address is rejected with an explanation before connecting', async () => {
  const data = await tested(draft({}, { url: 'http://10.0.0.1/hook' }))
  expect(data).toMatchObject({ succeeded: false, response: null })
  expect(data.detail).toBe(
    '10.0.0.1 is a private or reserved address; an operator can allow it with TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS.',
  )
})

test('a draft is validated as on creation', async () => {
  const data = draft({ observes: ['order.payed'], filter: 'eq(' }, { url: 'ftp://receiver' })
  const { status, body } = await seller.post('/v2/integrations/test', { data })
  const created = await seller.post('/v2/integrations', { data: { name: 'Draft', ...data } })
  expect([status, body]).toEqual([422, created.body])
  const { observes: _, ...without } = draft()
  const missing = await seller.post('/v2/integrations/test', { data: without })
  expect(missing.body.errors).toMatchObject([{ source: { pointer: '/data/triggered_by' } }])
  expect(receiver.received).toEqual([])
})

test('a draft of a change uses stored secrets only for callers who may see them', async () => {
  const created = await seller.post('/v2/integrations', {
    data: { ...webhookIntegration('', [], {}).data, ...draft(), name: 'Stored', enabled: false },
  })
  const { id } = created.body.data
  const change = { integration_id: id, integration_type: 'webhook' as const, configuration: { url: receiver.url } }
  expect(await tested(change)).toMatchObject({ succeeded: true, triggered_by: 'order.paid' })
  expect(receiver.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  const { organization_id, store_id } = seller
  const stranger = { organization_id, store_id, permissions: new Set(['integrations:write'] as const) }
  await expect(readDraft(app.integrationDeps, stranger, change)).rejects.toMatchObject({ code: 'forbidden' })
  const other = (await openTenant(app)).seller
  expect((await other.post('/v2/integrations/test', { data: change })).status).toBe(404)
})

test('an owner runs three tests while three wait; the next is rejected and succeeds later', async () => {
  const answers = Promise.withResolvers<void>()
  receiver.answer = (response) => void answers.promise.then(() => response.end())
  const sent = Array.from({ length: 7 }, () => seller.post('/v2/integrations/test', { data: draft() }))
  const refused = await Promise.race(sent)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  await receiver.waitForCount(3)
  const other = (await openTenant(app)).seller
  const ofOther = other.post('/v2/integrations/test', { data: draft() })
  await receiver.waitForCount(4)
  answers.resolve()
  expect((await ofOther).status).toBe(200)
  expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await tested(draft())).toMatchObject({ succeeded: true })
})

test('drafts for Amazon SQS and brokers are sent too', async () => {
  const sqs = await scriptedSqs()
  const { url, region, credentials } = sqs.queue
  const queue = {
    integration_type: 'cloud_sqs',
    observes: ['order.paid'],
    configuration: { url, region, ...credentials },
  }
  const taken = await tested(queue)
  expect(taken).toMatchObject({ succeeded: true, request: { method: null, addresses: [url] } })
  expect(taken.request.body).toBe(sqs.requests[0]?.body.Entries[0]?.MessageBody)
  sqs.answer = refuse(403, 'AccessDenied', 'not for you')
  expect(await tested(queue)).toMatchObject({ succeeded: false })
  await sqs.close()
  const broker = await scriptedBroker()
  const configuration = {
    addresses: [broker.address],
    destination: '/queue/orders',
    username: 'guest',
    password: SECRET,
  }
  const sent = await tested({ integration_type: 'stomp', triggered_by: 'order.paid', configuration })
  expect(sent).toMatchObject({ succeeded: true, request: { addresses: [broker.address] } })
  expect(sent.request.body).toBe(broker.frames.find(({ command }) => command === 'SEND')?.body)
  expect(JSON.stringify(sent)).not.toContain(SECRET)
  await broker.close()
})

test('a test of a draft or of an integration names the conditions of its filter that the sample does not meet', async () => {
  const filter = 'gt(data.meta.display_price.with_tax.amount,10000):eq(data.status,complete)'
  const failing = ['gt(data.meta.display_price.with_tax.amount,10000)']
  expect((await tested(draft({ filter }))).failing_conditions).toEqual(failing)
  expect((await tested(draft())).failing_conditions).toEqual([])
  const { body } = await seller.post('/v2/integrations', {
    data: { type: 'integration', name: 'ERP', enabled: true, filter, ...draft() },
  })
  const sent = await seller.post(`/v2/integrations/${body.data.id}/test`)
  expect([sent.status, sent.body.data.failing_conditions]).toEqual([201, failing])
  await seller.delete(`/v2/integrations/${body.data.id}`)
})

test('a filter is tested with the samples of the observed keys before it is saved', async () => {
  const filter = 'is_null(data.customer)'
  const { status, body } = await seller.post('/v2/integrations/test-filter', {
    data: { filter, observes: ['order.paid', 'order.deleted', 'order.*'] },
  })
  expect(status).toBe(200)
  const failing = Object.fromEntries(
    body.data.samples.map((one: { triggered_by: string; failing_conditions: string[] }) => [
      one.triggered_by,
      one.failing_conditions,
    ]),
  )
  expect(failing).toMatchObject({ 'order.paid': [filter], 'order.deleted': [] })
  expect(Object.keys(failing)).toHaveLength(body.data.samples.length)

  const wrong = await seller.post('/v2/integrations/test-filter', {
    data: { filter: 'near(data.status,complete)', observes: ['order.payed'] },
  })
  expect(wrong.status).toBe(422)
  expect(wrong.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)).toEqual([
    '/data/filter',
    '/data/observes/0',
  ])
})
