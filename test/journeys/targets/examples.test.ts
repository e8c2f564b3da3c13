import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyEvent } from '../../../examples/apply-event.ts'
import { handler } from '../../../examples/sqs-function.ts'
import { freePort } from '../../../src/app/address/port.ts'
import type { Client } from '../../support/app.ts'
import { startConsumer } from '../../support/documents/example.ts'
import { type RabbitMQ, startRabbitMQ } from '../../support/servers/rabbitmq.ts'
import { stompListener } from '../../support/servers/rabbitmq-stomp.ts'
import { SQS_KEYS, type Sqs, startSqs } from '../../support/servers/sqs.ts'
import { jobsOnce, openStage, publishOne, register, type Stage } from '../../support/stage.ts'
import { START_PATIENCE } from '../../support/targets/conformance.ts'

let stage: Stage
let sqs: Sqs
let rabbit: RabbitMQ
let stomp_port: number
beforeAll(async () => {
  stomp_port = await freePort('127.0.0.1')
  const settings = stompListener(stomp_port)
  const opening = [openStage(), startSqs(), startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings })] as const
  ;[stage, sqs, rabbit] = await Promise.all(opening)
}, START_PATIENCE)
afterAll(async () => {
  await stage.close()
  await sqs.close()
  await rabbit.close()
})

/** An order in one of its states. */
function state(order_id: string, resource_version: number) {
  const payload = { data: { type: 'order', id: order_id, status: 'complete' } }
  return { triggered_by: 'order.updated', resource_version, payload }
}

/** Delivers an event once more, as a retry by hand does. */
async function repeat(client: Client, integration_id: string, event_id: string): Promise<void> {
  const jobs = await jobsOnce(client, integration_id, (found) => found.every(({ status }) => status === 'succeeded'))
  const job = jobs.find(({ event }) => event.id === event_id)
  const path = `/v2/integrations/${integration_id}/jobs/${job?.id}/retry`
  expect((await client.post(path)).status).toBe(200)
}

test('the consumer of a broker applies each event once, and no older state after a newer one', async () => {
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
  expect(left.trim()).toBe('orders\t0')
})

test('the function applies each event once, no older state after a newer one, and names what it could not read', async () => {
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

test('an event that could not be applied is applied when it comes again', async () => {
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

const outcome = (id: string, of: string) => JSON.stringify({ id, outcome: of })

/** Calls the function as the service does, once so many messages are there. */
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
