import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyEvent } from '../../../examples/apply-event.ts'
import { handler } from '../../../examples/sqs-function.ts'
import { type Client, eventually } from '../../support/app.ts'
import { startConsumer } from '../../support/documents/example.ts'
import { reservedPort } from '../../support/reserved-port.ts'
import { openGate } from '../../support/servers/gate.ts'
import { type RabbitMQ, startRabbitMQ } from '../../support/servers/rabbitmq.ts'
import { stompListener } from '../../support/servers/rabbitmq-stomp.ts'
import { SQS_KEYS, type Sqs, startSqs } from '../../support/servers/sqs.ts'
import { takeFromBroker } from '../../support/servers/stomp-queue.ts'
import { jobsOnce, openStage, publishOne, register, type Stage } from '../../support/stage.ts'
import { readCloudEvent } from '../../support/targets/cloud-event.ts'
import { START_TIMEOUT_MS } from '../../support/targets/conformance.ts'

let stage: Stage
let sqs: Sqs
let rabbit: RabbitMQ
let stomp_port: number
beforeAll(async () => {
  stomp_port = await reservedPort()
  const opening = [
    openStage({ env: { TIDINGS_RETRY_SCHEDULE: '1,1,1,1,1' } }),
    startSqs(),
    startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings: stompListener(stomp_port) }),
  ] as const
  ;[stage, sqs, rabbit] = await Promise.all(opening)
}, START_TIMEOUT_MS)
afterAll(async () => {
  await stage.close()
  await sqs.close()
  await rabbit.close()
})

type Kind = {
  integration_type: string
  /** Creates a queue, and returns the configuration of an integration that sends to it. */
  open(name: string): Promise<Record<string, unknown>>
  /** Consumes messages until one contains the event, and returns it. */
  take(name: string, event_id: string): Promise<string>
  secrets(): string[]
}

const queueAt = (name: string) => `http://127.0.0.1:${sqs.port}/000000000000/${name}`

const ofSqs = (integration_type: string, suffix: string): Kind => ({
  integration_type,
  open: async (name) => ({ url: await sqs.queue(name + suffix), region: 'us-east-1', ...SQS_KEYS }),
  async take(name, event_id) {
    for (;;) {
      for (const { Body = '' } of await sqs.receive(queueAt(name + suffix))) if (Body.includes(event_id)) return Body
    }
  },
  secrets: () => Object.values(SQS_KEYS),
})

const ofStomp: Kind = {
  integration_type: 'stomp',
  open: async (name) => ({
    addresses: [`stomp://127.0.0.1:${stomp_port}`],
    destination: `/queue/${name}`,
    username: 'tidings',
    password: rabbit.password,
  }),
  async take(name, event_id) {
    const reader = { port: stomp_port, username: 'tidings', password: rabbit.password, destination: `/queue/${name}` }
    return (await takeFromBroker(reader, ({ body }) => body.includes(event_id))).at(-1)?.body ?? ''
  },
  secrets: () => [rabbit.password],
}

const KINDS: [name: string, kind: Kind][] = [
  ['a standard queue', ofSqs('cloud_sqs', '')],
  ['a FIFO queue, in the other spelling', ofSqs('aws_sqs', '.fifo')],
  ['a broker', ofStomp],
]

const ORDER = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o-1', name: 'Grüße' } } }

async function logsOnce(client: Client, integration_id: string, least: number) {
  const read = () => client.get(`/v2/integrations/${integration_id}/logs?sort=id`).then(({ body }) => body.data)
  return eventually(read, (logs) => logs.length >= least)
}

let queues = 0
function nameQueue(): string {
  queues += 1
  return `journey-${queues}`
}

describe.each(KINDS)('%s', (_, kind) => {
  const { integration_type } = kind

  test('gets events published over the API, and the log has no secret', async () => {
    const { store } = await stage.tenant()
    const name = nameQueue()
    const configuration = await kind.open(name)
    const integration = await register(store, '', ['order.paid'], { integration_type, configuration })
    expect(integration.integration_type).toBe(integration_type)
    const id = await publishOne(store, { ...ORDER, resource_version: 4 })
    const event = readCloudEvent(await kind.take(name, id))
    expect(event).toMatchObject({ id, type: 'order.paid', data: ORDER.payload.data, resourceversion: 4 })
    expect(event).toMatchObject({ storeid: store.store_id, orgid: store.organization_id })
    expect(event).toMatchObject({ integrationid: integration.id, source: `${stage.app.origin}/v2` })
    const [log] = await logsOnce(store, integration.id, 1)
    expect(log).toMatchObject({ succeeded: true, attempt: 1, error_detail: '' })
    expect(JSON.stringify(log.request.headers)).toContain('order.paid')
    for (const secret of kind.secrets()) expect(JSON.stringify([integration, log])).not.toContain(secret)
  })

  test('gets a test delivery with a sample of any key', async () => {
    const { store } = await stage.tenant()
    const name = nameQueue()
    const configuration = await kind.open(name)
    const integration = await register(store, '', ['order.paid'], { integration_type, configuration })
    const { status, body } = await store.post(`/v2/integrations/${integration.id}/test`, {
      data: { triggered_by: 'cart.updated' },
    })
    expect(status).toBe(201)
    const event = readCloudEvent(await kind.take(name, body.data.event.id))
    expect(event).toMatchObject({ type: 'cart.updated', data: { type: 'cart' } })
  })

  test("gets an event of the store's own type, observed by a pattern", async () => {
    const { store } = await stage.tenant()
    const name = nameQueue()
    const configuration = await kind.open(name)
    const sample = { data: { type: 'approval', id: 'A-1' } }
    expect((await store.put('/v2/events/types/acme.order.approved', { data: { sample } })).status).toBe(201)
    await register(store, '', ['acme.*'], { integration_type, configuration })
    const id = await publishOne(store, { triggered_by: 'acme.order.approved', payload: sample })
    const event = readCloudEvent(await kind.take(name, id))
    expect(event).toMatchObject({ id, type: 'acme.order.approved', data: sample.data, storeid: store.store_id })
  })

  test('gets events of an organization without a store', async () => {
    const { organization } = await stage.tenant()
    const name = nameQueue()
    const configuration = await kind.open(name)
    await register(organization, '', ['catalog-release.created'], { integration_type, configuration })
    const data = { type: 'catalog-release', id: 'r-1' }
    const id = await publishOne(organization, { triggered_by: 'catalog-release.created', payload: { data } })
    const text = await kind.take(name, id)
    expect(readCloudEvent(text)).toMatchObject({ orgid: organization.organization_id })
    expect(JSON.parse(text)).not.toHaveProperty('storeid')
  })
})

test('a rejected event is retried, and delivered once the configuration is corrected', async () => {
  const { store } = await stage.tenant()
  const configuration = { ...(await ofStomp.open('corrected')), password: 'not-the-password-of-anybody' }
  const integration = await register(store, '', ['order.paid'], { integration_type: 'stomp', configuration })
  const id = await publishOne(store, ORDER)
  const [log] = await logsOnce(store, integration.id, 1)
  expect(log).toMatchObject({ succeeded: false, attempt: 1, status_code: null })
  expect(log.error_detail).toContain("Bad CONNECT: Access refused for user 'tidings'")
  expect(JSON.stringify(log)).not.toContain('not-the-password')
  const update = { type: 'integration', configuration: { password: rabbit.password } }
  expect((await store.put(`/v2/integrations/${integration.id}`, { data: update })).status).toBe(200)
  await ofStomp.take('corrected', id)
  await jobsOnce(store, integration.id, ([job]) => job?.status === 'succeeded')
})

test('events for a missing queue are delivered once it is created', async () => {
  const { store } = await stage.tenant()
  const configuration = { url: queueAt('later'), region: 'us-east-1', ...SQS_KEYS }
  const integration = await register(store, '', ['order.paid'], { integration_type: 'cloud_sqs', configuration })
  const ids = [await publishOne(store, ORDER), await publishOne(store, ORDER)]
  const [log] = await logsOnce(store, integration.id, 2)
  expect(log.error_detail).toContain(' has no such queue: ')
  await sqs.queue('later')
  await jobsOnce(
    store,
    integration.id,
    (jobs) => jobs.length === 2 && jobs.every(({ status }) => status === 'succeeded'),
  )
  const taken: string[] = []
  while (taken.length < 2)
    for (const { Body = '' } of await sqs.receive(queueAt('later'))) taken.push(JSON.parse(Body).id)
  expect(taken.sort()).toEqual(ids.sort())
})

test('a password with JSON punctuation leaves the logs readable', async () => {
  const { store } = await stage.tenant()
  const configuration = { ...(await ofStomp.open('odd')), password: '":"' }
  const integration = await register(store, '', ['order.paid'], { integration_type: 'stomp', configuration })
  await publishOne(store, ORDER)
  const [log] = await logsOnce(store, integration.id, 1)
  expect(log).toMatchObject({ succeeded: false, request: { headers: { destination: '/queue/odd' } } })
})

test('an ordered integration keeps the order of each resource, even through a broker outage', async () => {
  const { store } = await stage.tenant()
  const gate = await openGate(stomp_port)
  const { addresses: _, ...to } = await ofStomp.open('ordered')
  const configuration = { ...to, addresses: [`stomp://127.0.0.1:${gate.port}`], ordered: true }
  const integration = await register(store, '', ['order.paid'], { integration_type: 'stomp', configuration })
  const health = () => store.get(`/v2/integrations/${integration.id}/health`).then(({ body }) => body.data)
  let published = 0
  async function publish(): Promise<void> {
    const body = Array.from({ length: 50 }, () => {
      const number = published++
      return { triggered_by: 'order.paid', payload: { data: { type: 'order', id: `o-${number % 10}`, number } } }
    })
    expect((await store.post('/v2/events', body)).status).toBe(201)
  }

  for (let outage = 0; outage < 2; outage += 1) {
    await publish()
    await eventually(health, ({ backlog }) => backlog.jobs === 0)
    // The broker goes down before its receipts arrive, and comes back with newer events waiting once attempts have
    // failed.
    const confirmed = gate.hold()
    await publish()
    await confirmed
    gate.shut()
    await publish()
    await eventually(health, ({ failing_since }) => failing_since !== null)
    gate.reopen()
    await publish()
    await eventually(health, ({ backlog }) => backlog.jobs === 0)
  }
  expect((await health()).attempts.success_rate).toBeLessThan(1)
  const reader = { port: stomp_port, username: 'tidings', password: rabbit.password, destination: '/queue/ordered' }
  const arrived = new Set<number>()
  await takeFromBroker(reader, ({ body }) => arrived.add(JSON.parse(body).data.number).size === 400)
  const of_each = Map.groupBy(arrived, (number) => number % 10)
  expect(of_each.size).toBe(10)
  for (const numbers of of_each.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  await gate.close()
})

describe('example receivers', () => {
  test('the broker consumer applies each event once, and no older state after a newer one', async () => {
    const { store } = await stage.tenant()
    const address = `stomp://127.0.0.1:${stomp_port}`
    const login = { username: 'tidings', password: rabbit.password }
    const configuration = { addresses: [address], destination: '/queue/orders', ...login }
    const { id } = await register(store, '', ['order.updated'], { integration_type: 'stomp', configuration })
    const consumer = startConsumer('stomp-consumer.ts', {
      STOMP_URL: address,
      STOMP_QUEUE: '/queue/orders',
      STOMP_USERNAME: login.username,
      STOMP_PASSWORD: login.password,
    })
    try {
      const newer = await publishOne(store, state('o-1', 2))
      await consumer.waitFor(`{"id":"${newer}","outcome":"applied"}`)
      const older = await publishOne(store, state('o-1', 1))
      await consumer.waitFor(`{"id":"${older}","outcome":"stale"}`)
      await repeat(store, id, newer)
      await consumer.waitFor(`{"id":"${newer}","outcome":"repeated"}`)
      const newest = await publishOne(store, state('o-1', 3))
      await consumer.waitFor(`{"id":"${newest}","outcome":"applied"}`)
    } finally {
      await consumer.close()
    }
    const left = await rabbit.control('list_queues', '--no-table-headers', 'name', 'messages')
    expect(left.split('\n')).toContain('orders\t0')
  })

  test('the function applies each event once and in order, and reports unreadable ones', async () => {
    const { store } = await stage.tenant()
    const url = await sqs.queue('orders')
    const configuration = { url, region: 'us-east-1', ...SQS_KEYS }
    const { id } = await register(store, '', ['order.updated'], { integration_type: 'cloud_sqs', configuration })
    const newer = await publishOne(store, state('o-2', 2))
    expect(await callWith(url, 1)).toEqual({ printed: [outcome(newer, 'applied')], failed: 0 })
    const older = await publishOne(store, state('o-2', 1))
    expect(await callWith(url, 1)).toEqual({ printed: [outcome(older, 'stale')], failed: 0 })
    await repeat(store, id, newer)
    expect(await callWith(url, 1)).toEqual({ printed: [outcome(newer, 'repeated')], failed: 0 })
    const unread = { messageId: 'm-1', body: 'not JSON' }
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await handler({ Records: [unread] })).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] })
    vi.restoreAllMocks()
  })

  test('an event that could not be applied is applied on redelivery', async () => {
    const event = { id: 'e-1', type: 'order.updated', resourceversion: 5, data: { type: 'order', id: 'o-3' } }
    const failing = () => Promise.reject(new Error('the database is away'))
    await expect(applyEvent(event, failing)).rejects.toThrow('away')
    const acted: unknown[] = []
    const act = async (each: unknown) => void acted.push(each)
    expect(await applyEvent(event, act)).toBe('applied')
    const { resourceversion: _, ...unversioned } = { ...event, id: 'e-2' }
    expect(await applyEvent(unversioned, act)).toBe('applied')
    expect(await applyEvent({ ...event, id: 'e-3' }, act)).toBe('stale')
    expect(acted).toEqual([event, unversioned])
  })
})

/** An event with one state of an order. */
function state(order_id: string, resource_version: number) {
  const payload = { data: { type: 'order', id: order_id, status: 'complete' } }
  return { triggered_by: 'order.updated', resource_version, payload }
}

/** Delivers an event again, like a manual retry. */
async function repeat(client: Client, integration_id: string, event_id: string): Promise<void> {
  const jobs = await jobsOnce(client, integration_id, (found) => found.every(({ status }) => status === 'succeeded'))
  const job = jobs.find(({ event }) => event.id === event_id)
  const path = `/v2/integrations/${integration_id}/jobs/${job?.id}/retry`
  expect((await client.post(path)).status).toBe(200)
}

const outcome = (id: string, of: string) => JSON.stringify({ id, outcome: of })

/** Calls the function like the service does, until it has received this many messages. */
async function callWith(url: string, messages: number): Promise<{ printed: string[]; failed: number }> {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  let failed = 0
  for (let given = 0; given < messages; ) {
    const batch = await sqs.receive(url)
    given += batch.length
    const Records = batch.map(({ MessageId = '', Body = '' }) => ({ messageId: MessageId, body: Body }))
    failed += (await handler({ Records })).batchItemFailures.length
  }
  log.mockRestore()
  return { printed, failed }
}
