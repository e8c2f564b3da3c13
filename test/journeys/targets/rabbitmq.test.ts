import { connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { stompClient } from '../../../src/deliveries/targets/stomp/stomp.ts'
import { reservedPort } from '../../support/reserved-port.ts'
import { type RabbitMQ, startRabbitMQ } from '../../support/servers/rabbitmq.ts'
import { secureListener, stompListener } from '../../support/servers/rabbitmq-stomp.ts'
import { takeFromBroker } from '../../support/servers/stomp-queue.ts'
import { START_TIMEOUT_MS } from '../../support/targets/conformance.ts'
import { expectAsInTable } from '../../support/targets/failures/expect.ts'
import { provoke } from '../../support/targets/failures/provoke.ts'
import { failuresAt } from '../../support/targets/failures/table.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import type { Broker } from '../../support/targets/stomp-subject.ts'
import { deliversToTopics } from '../../support/targets/stomp-topics.ts'

let rabbit: RabbitMQ
let broker: Broker
beforeAll(async () => {
  const [port, secure_port] = [await reservedPort(), await reservedPort()]
  const settings = [...stompListener(port), ...secureListener(secure_port)]
  const sender = { password: 'sender-password', write: '^(permitted|amq\\.default)$', read: '' }
  const users = [
    { ...sender, name: 'declarer', configure: '^permitted$' },
    { ...sender, name: 'sender', configure: '' },
  ]
  rabbit = await startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings, users })
  await declareFullQueue(rabbit.url)
  await rabbit.control('set_permissions', 'tidings', '^(?!forbidden)', '.*', '.*')
  broker = {
    ...{ port, secure_port, username: 'tidings', password: rabbit.password },
    server: { stop: () => rabbit.stop('kill'), start: () => rabbit.start() },
  }
}, START_TIMEOUT_MS)
afterAll(() => rabbit.close())

test.each([
  ['a queue that it may declare', '/queue/permitted', 'declarer'],
  ['a queue that exists already', '/amq/queue/permitted', 'sender'],
])('the documented permissions suffice for %s, and for no other queue', async (_, destination, username) => {
  const { port } = broker
  const queue = { addresses: [`stomp://127.0.0.1:${port}`], username, password: 'sender-password' }
  const target = stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
  const { reply } = await target.send(aMessage(), { ...queue, destination }, 'a')
  expect(reply).toMatchObject({ kind: 'accepted' })
  const other = await target.send(aMessage(), { ...queue, destination: '/queue/another' }, 'b')
  expect(other.reply).toMatchObject({ kind: 'refused' })
  await target.close()
  const listed = await rabbit.control('list_queues', '--no-table-headers', 'name', 'durable', 'messages')
  expect(listed).toContain(`permitted\ttrue\t${destination.startsWith('/amq') ? 2 : 1}`)
})

test.each(failuresAt('rabbitmq').map((failure) => [failure.id, failure] as const))(
  'a failure is logged as the table documents: %s',
  async (_, failure) => expectAsInTable(failure, await provoke(failure, { ...broker, setAlarm })),
)

/** Sends over a new connection, as a user with all permissions or one who may only write. */
async function sendOnce(destination: string, username: 'tidings' | 'sender' = 'tidings', body = '{}') {
  const password = username === 'tidings' ? broker.password : 'sender-password'
  const queue = { addresses: [`stomp://127.0.0.1:${broker.port}`], username, password, destination }
  const target = stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
  const { reply } = await target.send(aMessage({ body }), queue, 'a')
  await target.close()
  return reply
}

/** Creates a durable queue over AMQP. */
async function makeQueue(name: string, options: { autoDelete?: boolean; type?: string } = {}): Promise<void> {
  const connection = await connect(rabbit.url)
  const channel = await connection.createChannel()
  const { autoDelete = false, type = 'classic' } = options
  await channel.assertQueue(name, { durable: true, autoDelete, arguments: { 'x-queue-type': type } })
  await connection.close()
}

describe('a queue that may be missing', () => {
  test('fails every attempt with a message while it is missing, and none once it exists', async () => {
    const target = stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
    const { port, username, password } = broker
    const queue = { addresses: [`stomp://127.0.0.1:${port}`], username, password, destination: '/amq/queue/later' }
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { reply } = await target.send(aMessage(), queue, 'a')
      expect(reply).toMatchObject({
        kind: 'refused',
        final: false,
        detail:
          `The broker at 127.0.0.1:${port} has no queue later: RabbitMQ confirms messages to it and drops them. ` +
          'Create the queue, or use /queue/later, which creates it',
      })
    }
    await makeQueue('later')
    expect((await target.send(aMessage(), queue, 'a')).reply).toMatchObject({ kind: 'accepted' })
    await target.close()
    const listed = await rabbit.control('list_queues', '--no-table-headers', 'name', 'messages')
    expect(listed).toContain('later\t1')
  })

  test('is written without the check by a user without read permission', async () => {
    expect(await sendOnce('/amq/queue/missing', 'sender')).toMatchObject({ kind: 'accepted' })
  })

  test.each([
    ['classic', { type: 'classic' }],
    ['quorum', { type: 'quorum' }],
    ['deleted-with-its-last-consumer', { autoDelete: true }],
  ])('gets all its messages in order, without redelivered flags, after the checks: %s', async (name, options) => {
    await makeQueue(name, options)
    const bodies = Array.from({ length: 6 }, (_, index) => `{"number":${index}}`)
    for (const body of bodies) {
      expect(await sendOnce(`/amq/queue/${name}`, 'tidings', body)).toMatchObject({ kind: 'accepted' })
    }
    const { port, username, password } = broker
    const reader = { port, username, password, destination: `/amq/queue/${name}` }
    const taken = await takeFromBroker(reader, ({ body }) => body === bodies.at(-1))
    expect(taken.map(({ body }) => body)).toEqual(bodies)
    for (const { headers } of taken) expect(headers).toMatchObject({ redelivered: 'false' })
    for (const { headers } of taken) expect(headers).not.toHaveProperty('x-delivery-count')
  })

  test('may be a stream', async () => {
    await makeQueue('stream', { type: 'stream' })
    expect(await sendOnce('/amq/queue/stream')).toMatchObject({ kind: 'accepted' })
  })
})

test('an exchange without a binding confirms and drops messages, which is undetectable', async () => {
  expect(await sendOnce('/exchange/amq.direct/unbound')).toMatchObject({ kind: 'accepted' })
})

deliversToTopics(() => broker)

/** Switches the memory alarm, and waits until it is in that state. */
async function setAlarm(state: 'on' | 'off'): Promise<void> {
  const [watermark, awaited] = state === 'on' ? ['0.000001', '[_ | _]'] : ['0.6', '[]']
  const wait = `Wait = fun Wait() -> case rabbit_alarm:get_alarms() of ${awaited} -> ok; _ -> timer:sleep(10), Wait() end end`
  await rabbit.control('eval', `vm_memory_monitor:set_vm_memory_high_watermark(${watermark}), ${wait}, Wait().`)
}

/** A queue that rejects everything. */
async function declareFullQueue(url: string): Promise<void> {
  const connection = await connect(url)
  const channel = await connection.createChannel()
  const full = { 'x-max-length': 0, 'x-overflow': 'reject-publish' }
  await channel.assertQueue('full', { durable: true, arguments: full })
  await connection.close()
}
