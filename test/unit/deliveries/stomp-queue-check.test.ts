import { expect, test } from 'vitest'
import { connected, receiptFor, type ScriptedBroker } from '../../support/servers/scripted-broker.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { queueAt, sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'

const { target, broker } = sendingToBrokers()

const RABBITMQ = 'server:RabbitMQ/3.10.8'
const commands = ({ frames }: ScriptedBroker) => frames.map(({ command }) => command)
const eventsAt = (server: ScriptedBroker) => commands(server).filter((command) => command === 'SEND').length
const checksAt = (server: ScriptedBroker) => commands(server).filter((command) => command === 'SUBSCRIBE').length
const to = ({ address }: ScriptedBroker, destination: string) => ({ ...queueAt(address), destination })

function saying(server: string, answer: string) {
  return broker({
    login: connected('version:1.2', server),
    subscribe: (say, frame) => say(`${answer}${receiptFor(frame)}`),
  })
}

test.each([
  ['a destination that creates its queue', RABBITMQ, '/queue/events'],
  ['a broker of another name', 'server:ActiveMQ/5.17.2', '/amq/queue/events'],
  ['a version that would take the subscription', 'server:RabbitMQ/3.9.29', '/amq/queue/events'],
  ['a version that may take the subscription', 'server:RabbitMQ/4.4.0', '/amq/queue/events'],
])('the queue is not checked for %s', async (_, name, destination) => {
  const server = await saying(name, 'ERROR\nmessage:not_found\n\n\0')
  expect((await target().send(aMessage(), to(server, destination), 'a')).reply.kind).toBe('accepted')
  expect([checksAt(server), server.connections]).toEqual([0, 1])
})

test.each(['server:RabbitMQ/3.10.8', 'server:RabbitMQ/3.13.7', 'server:RabbitMQ/4.3.5'])(
  'a queue of %s is checked once per connection, before the first message',
  async (name) => {
    const server = await saying(name, 'ERROR\nmessage:precondition_failed\n\n\0')
    const [sender, queue] = [target(), to(server, '/amq/queue/events')]
    const sends = [1, 2, 3].map(() => sender.send(aMessage(), queue, 'a'))
    for (const { reply } of await Promise.all(sends)) expect(reply.kind).toBe('accepted')
    expect((await sender.send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
    expect([checksAt(server), eventsAt(server), server.connections]).toEqual([1, 4, 2])
    expect(commands(server).indexOf('SUBSCRIBE')).toBeLessThan(commands(server).indexOf('SEND'))
  },
)

test('a broker without the queue gets no message, and the next address takes over', async () => {
  const without = await saying(RABBITMQ, 'ERROR\nmessage:not_found\n\n\0')
  const other = await saying(RABBITMQ, 'ERROR\nmessage:precondition_failed\n\n\0')
  const queue = { ...queueAt(without.address, other.address), destination: '/amq/queue/events' }
  expect((await target().send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
  expect([eventsAt(without), eventsAt(other)]).toEqual([0, 1])
  await without.drained()
})

test.each([
  ['refuses to let it be read', 'ERROR\nmessage:access_refused\n\n\0'],
  ['lets it be read', ''],
])('a broker that %s gets the message', async (_, answer) => {
  const server = await saying(RABBITMQ, answer)
  expect((await target().send(aMessage(), to(server, '/amq/queue/events'), 'a')).reply.kind).toBe('accepted')
  expect(checksAt(server)).toBe(1)
})

test('a broker that does not respond to the check gets the message', async () => {
  const server = await broker({ login: connected('version:1.2', RABBITMQ) })
  const queue = to(server, '/amq/queue/events')
  expect((await target({ timeout_ms: 1_000 }).send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
})

test('a broker that permits only one connection gets the message', async () => {
  let logins = 0
  const server = await broker({
    login(say, frame, socket) {
      logins += 1
      if (logins === 1) connected('version:1.2', RABBITMQ)(say, frame, socket)
      else say('ERROR\nmessage:Bad CONNECT\n\nconnection limit\0')
    },
  })
  const queue = to(server, '/amq/queue/events')
  expect((await target().send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
})
