import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../../src/client/connection.ts'
import { query } from '../../src/db/database.ts'
import { listen } from '../../src/db/listen.ts'
import { newId } from '../../src/db/new-id.ts'
import { JOBS_CHANNEL } from '../../src/deliveries/jobs/announcer.ts'
import { QUEUE } from '../../src/deliveries/transport/queue.ts'
import { writeReferences } from '../../src/deliveries/transport/reference.ts'
import { eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { supplyGuide } from '../support/documents/guide-needs.ts'
import { openReader } from '../support/documents/reader.ts'
import { allOver, newOwner, openProcess } from '../support/engine/process.ts'
import {
  connected,
  countQueued,
  type Deployment,
  type DeploymentOptions,
  onBroker,
  passed,
  startDeployment,
} from '../support/engine/transport.ts'
import { openOperator } from '../support/people/operator.ts'
import { scrape } from '../support/scraped-metrics.ts'
import { type RabbitMQ, startRabbitMQ } from '../support/servers/rabbitmq.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { openWire } from '../support/servers/wire.ts'
import { endTools } from '../support/tool.ts'

const KEYS = ['order.paid', 'order.updated', 'order.cancelled', 'order.refunded']
const TOKEN = 'a-token-for-metrics'
const TIMEOUT = { timeout: 240_000 }

let broker: RabbitMQ
let receiver: Receiver
let database: TestDatabase
/** Each test has its own virtual host, like each deployment. */
const HOSTS = Array.from({ length: 11 }, (_, index) => `test-${index}`)
let host: string
let url: string
let tests = 0
let opened: { end(): Promise<void> }[]

beforeAll(async () => {
  broker = await startRabbitMQ({ virtual_hosts: HOSTS })
})
beforeEach(async () => {
  await broker.start()
  receiver = await openReceiver()
  database = await testDatabase()
  host = HOSTS[tests++] ?? ''
  url = `${broker.url}/${host}`
  opened = []
})
afterEach(async () => {
  broker.thaw()
  endTools()
  // Closed first, so that nothing waits for its responses.
  await receiver.close()
  await Promise.all(opened.map(({ end }) => end()))
  await database.close()
})
afterAll(() => broker.close())

async function deploy(workers: number, members: DeploymentOptions['members'] = 'in this process'): Promise<Deployment> {
  const deployment = await startDeployment(database, { TRANSPORT_URL: url, workers, members })
  opened.push(deployment)
  await Promise.all([deployment.api, ...deployment.workers].map(connected))
  return deployment
}

/** Creates an integration per key; returns their ids. */
async function register({ post }: Connection, keys: readonly string[], url = receiver.url): Promise<string[]> {
  const answers = await Promise.all(keys.map((key) => post('/integrations', webhookIntegration(url, [key]))))
  return answers.map((answer) => (answer as { data: { id: string } }).data.id)
}

/** Publishes `count` events with alternating keys, and returns their ids. */
async function publish({ post }: Connection, count: number, keys: readonly string[] = KEYS): Promise<string[]> {
  const events = Array.from({ length: count }, (_, index) => ({
    triggered_by: keys[index % keys.length],
    payload: { data: { type: 'order', id: String(index) } },
  }))
  const { data } = (await post('/events', events)) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

async function arrived(event_ids: readonly string[]): Promise<void> {
  const missing = await eventually(
    async () => {
      const seen = new Set(receiver.received.map(({ body }) => body.id))
      return event_ids.filter((id) => !seen.has(id))
    },
    (absent) => absent.length === 0,
  )
  expect(missing).toEqual([])
}

test('references spread events over the workers in a durable quorum queue, each delivered once', TIMEOUT, async () => {
  const { connection, api, workers, end } = await deploy(2)
  const queues = await broker.control('list_queues', '-p', host, 'name', 'type', 'durable')
  expect(queues).toContain(`${QUEUE}	quorum	true`)
  await register(connection, KEYS)
  const events: string[] = []
  for (let round = 0; round < 20; round += 1) events.push(...(await publish(connection, 25)))
  await arrived(events)
  await eventually(
    () => passed([api], 'published'),
    (count) => count === events.length,
  )
  for (const worker of workers) expect(await passed([worker], 'taken')).toBeGreaterThan(events.length / 10)
  await end()
  expect(receiver.received).toHaveLength(events.length)
  expect(await countQueued(url)).toBe(0)
})

test('operators see the broker connection and the number of unclaimed messages', TIMEOUT, async () => {
  const wire = await openWire(url)
  opened.push({ end: wire.close })
  const app = await openApp(database, { parts: ['api'], env: { TRANSPORT_URL: wire.url } })
  opened.push({ end: () => app.close() })
  const operator = await openOperator(app)
  const transport = async () => (await operator.get('/v2/operations/transport')).body.data
  await eventually(transport, ({ connections }) => connections.up === 1)
  const { seller } = await openTenant(app)
  await seller.post('/v2/integrations', webhookIntegration(receiver.url, KEYS))
  await seller.post('/v2/events', [{ triggered_by: KEYS[0], payload: { data: { type: 'order', id: '1' } } }])
  const seen = await eventually(transport, ({ queued }) => queued > 0)
  expect(seen).toMatchObject({ kind: 'rabbitmq', connections: { up: 1, down: 0 }, setting: 'TRANSPORT_URL' })
  wire.cut()
  expect(await eventually(transport, ({ connections }) => connections.down === 1)).toMatchObject({ queued: null })
})

test(
  'deliveries continue without the broker, with all processes ready, and use it once it is back',
  TIMEOUT,
  async () => {
    const { connection, api, workers } = await deploy(2)
    await register(connection, KEYS)
    const events = await publish(connection, 200)
    await broker.stop()
    events.push(...(await publish(connection, 200)))
    for (const member of [api, ...workers]) {
      const readiness = await eventually(member.ready, (found) =>
        JSON.stringify(found).includes('RabbitMQ is unreachable'),
      )
      expect(readiness).toMatchObject({ status: 'ready', checks: { transport: { ok: true } } })
    }
    events.push(...(await publish(connection, 200)))
    await arrived(events)

    await broker.start()
    await Promise.all([api, ...workers].map(connected))
    const before = await passed(workers, 'taken')
    events.push(...(await publish(connection, 200)))
    await arrived(events)
    expect(await passed(workers, 'taken')).toBeGreaterThan(before)
    for (const { log } of [api, ...workers]) {
      expect(log()).toContain('RabbitMQ is unreachable')
      expect(log()).not.toContain(broker.password)
    }
  },
)

test('references replace notifications until a broker goes silent, which delays no shutdown', TIMEOUT, async () => {
  const { connection, api, end } = await deploy(1, 'processes')
  await register(connection, KEYS)
  const notifications: string[] = []
  const onNotification = (payload: string) => void (payload === '' || notifications.push(payload))
  const listener = listen({ url: database.direct_url, channel: JOBS_CHANNEL, onNotification })
  try {
    await arrived(await publish(connection, 40))
    expect(notifications).toEqual([])
    broker.freeze()
    const events = await publish(connection, 40)
    await eventually(
      () => passed([api], 'dropped'),
      (count) => count === 40,
    )
    await eventually(
      async () => notifications.length,
      (count) => count > 0,
    )
    await arrived(events)
    await end()
  } finally {
    await listener.close()
  }
})

test('garbage in the queue is dropped and logged; references to nothing use no capacity', TIMEOUT, async () => {
  const { connection, workers } = await deploy(1)
  const [integration_id = ''] = await register(connection, KEYS)
  const send = (...contents: Buffer[]) =>
    onBroker(url, async (channel) => {
      for (const content of contents) channel.sendToQueue(QUEUE, content)
      await channel.waitForConfirms()
    })
  await send(...['', 'garbage', '{"jobs":[7]}'].map((text) => Buffer.from(text)))
  // More than an integration may keep in memory.
  for (let sent = 300; sent <= 900; sent += 300) {
    const references = Array.from({ length: 300 }, () => ({ id: newId(Date.now()), integration_id }))
    await send(writeReferences(references))
    await eventually(
      () => passed(workers, 'gone', 'crowded'),
      (count) => count === sent,
    )
  }
  await arrived(await publish(connection, 20))
  expect(await passed(workers, 'crowded')).toBe(0)
  expect(await countQueued(url)).toBe(0)
  expect(workers[0]?.log().match(/dropped an unknown message/g)).toHaveLength(3)
})

test('another worker takes over messages that a dead worker has not acknowledged', TIMEOUT, async () => {
  const { connection, workers, startWorkerProcess } = await deploy(1)
  const mortal = await startWorkerProcess()
  await connected(mortal)
  await register(connection, KEYS)
  // This consumer gets its share of the messages and ignores them.
  mortal.child.kill('SIGSTOP')
  const events: string[] = []
  for (let round = 0; round < 10; round += 1) events.push(...(await publish(connection, 10)))
  mortal.child.kill('SIGKILL')
  await arrived(events)
  const references = await eventually(
    () => passed(workers, 'taken', 'gone', 'crowded'),
    (count) => count >= events.length,
  )
  expect(references).toBe(events.length)
})

test('references to jobs beyond the capacity of a worker circulate once, and delay no others', TIMEOUT, async () => {
  const { connection, workers } = await deploy(2)
  const [hanging = '', quick = ''] = KEYS
  await register(connection, [hanging, quick])
  receiver.answer = (response, { body }) => {
    if (body.triggered_by === quick) response.end()
  }
  const full: string[] = []
  for (let round = 0; round < 4; round += 1) full.push(...(await publish(connection, 500, [hanging])))
  const dealtWith = () => passed(workers, 'taken', 'gone', 'crowded')
  await eventually(dealtWith, (count) => count >= full.length)
  expect(await passed(workers, 'crowded')).toBeGreaterThan(0)
  await arrived(await publish(connection, 100, [quick]))
  await eventually(dealtWith, (count) => count >= full.length + 100)
  expect(await countQueued(url)).toBe(0)
  expect(await dealtWith()).toBe(full.length + 100)
})

test('queued deliveries of a disabled integration are cancelled', TIMEOUT, async () => {
  const { connection, api, startWorker } = await deploy(0)
  const [observed = ''] = await register(connection, ['order.paid'])
  await publish(connection, 50, ['order.paid'])
  await eventually(
    () => passed([api], 'published'),
    (count) => count === 50,
  )
  // Bypasses the API, so that workers learn of it only from the reference and the snapshot.
  await query(database.db, 'update integrations set enabled = false where id = $1', [observed])
  const worker = await startWorker()
  await connected(worker)
  const jobs = await allOver(database, observed)
  expect(new Set(jobs.map(({ status }) => status))).toEqual(new Set(['cancelled']))
  expect(receiver.received).toEqual([])
})

test('a process with API and worker keeps jobs up to its capacity and passes on the rest', TIMEOUT, async () => {
  const env = { TRANSPORT_URL: url, TIDINGS_METRICS_TOKEN: TOKEN }
  const both = await openProcess(database, { parts: ['api', 'deliveries'], env })
  const other = await openProcess(database, { parts: ['api', 'deliveries'], env })
  opened.push({ end: both.close }, { end: other.close })
  receiver.answer = () => {}
  const owner = await newOwner(both)
  await both.create(owner, receiver.url, ['order.paid'])
  await both.publish(owner, ...Array<string>(900).fill('order.paid'))
  await eventually(
    () => scrape(`${other.app.origin}/metrics`, TOKEN),
    (metrics) => metrics.value('tidings_transport_references_total', { outcome: 'taken' }) > 0,
  )
})

test('jobs claimed in a lost response are still delivered', TIMEOUT, async () => {
  const wire = await openWire(database.url)
  const env = { TRANSPORT_URL: url }
  const publisher = await openProcess(database, { parts: ['api'], env })
  const worker = await openProcess({ ...database, url: wire.url }, { env })
  try {
    const owner = await newOwner(publisher)
    const { id } = await publisher.create(owner, receiver.url, ['order.paid'])
    const { reached, letGo } = wire.hold('with due as')
    const events = await publisher.publish(owner, ...Array<string>(3).fill('order.paid'))
    await reached
    wire.cut()
    wire.mend()
    letGo()
    const jobs = await allOver(database, id)
    expect(jobs.map((job) => [job.event_id, job.status])).toEqual(events.map((event) => [event, 'succeeded']))
    expect(receiver.received.map(({ body }) => body.id).sort()).toEqual(events)
  } finally {
    await worker.close()
    await publisher.close()
    await wire.close()
  }
})

test('everything is delivered while the broker rejects the password, which no log contains', TIMEOUT, async () => {
  const log: string[] = []
  const lines = { write: (line: string) => void log.push(line) }
  const env = { TRANSPORT_URL: url.replace(broker.password, 'another-secret'), TIDINGS_LOG_LEVEL: 'debug' }
  const publisher = await openProcess(database, { parts: ['api'], env, lines })
  const worker = await openProcess(database, { env, lines })
  try {
    const owner = await newOwner(publisher)
    const { id } = await publisher.create(owner, receiver.url, ['order.paid'])
    await publisher.publish(owner, 'order.paid')
    expect((await allOver(database, id)).map(({ status }) => status)).toEqual(['succeeded'])
    await eventually(
      async () => log.join(''),
      (text) => text.includes('ACCESS_REFUSED'),
    )
  } finally {
    await worker.close()
    await publisher.close()
  }
  expect(log.join('')).not.toContain('another-secret')
})

test('the commands of the guide connect a worker to a broker', TIMEOUT, async () => {
  const file = 'docs/guides/scaling.md'
  const [{ replaced, close }, reader] = await Promise.all([supplyGuide(file), openReader(broker.env)])
  const found = await reader.reads(file, { ...replaced, 'rabbit.internal': new URL(broker.url).host })
  await Promise.all([close(), reader.close()])
  expect(found).toEqual([])
})
