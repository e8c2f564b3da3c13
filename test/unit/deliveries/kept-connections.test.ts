import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Resolver } from '../../../src/deliveries/targets/network/guard.ts'
import type { StompConfiguration } from '../../../src/integrations/kinds/stomp.ts'
import { rawServer, receiver } from '../../support/servers/listening.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { message, sending } from '../../support/targets/sending.ts'
import { sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'
import { sendingToQueues } from '../../support/targets/sending-to-queues.ts'

const { keep, target } = sending()
const brokers = sendingToBrokers()
const queues = sendingToQueues()

const MAX_AGE_MS = 50
const anywhere: Resolver = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])

/** Sends sequentially until a second connection was opened, and returns the number of sends. */
async function sendUntilReplaced(send: () => Promise<unknown>, connections: () => number): Promise<number> {
  let sent = 0
  while (connections() < 2) {
    await send()
    sent += 1
  }
  return sent
}

test('a webhook replaces its connection after its maximum age, without failures', async () => {
  const server = keep(await receiver())
  const sender = target({ resolver: anywhere, max_age_ms: MAX_AGE_MS })
  const send = async () => {
    const reply = await sender.send(message(`http://receiver.example:${server.port}/`), 'a')
    expect(reply).toMatchObject({ status_code: 200 })
  }
  const sent = await sendUntilReplaced(send, () => server.connections)
  expect(sent).toBeGreaterThan(1)
  expect(server.received).toHaveLength(sent)
})

test("a broker's connection is replaced after its maximum age, without duplicates", async () => {
  const broker = await brokers.broker()
  const client = brokers.target({ max_age_ms: MAX_AGE_MS })
  const queue: StompConfiguration = { addresses: [broker.address], destination: '/queue/events' }
  const send = async () => {
    const { reply } = await client.send(aMessage(), queue, 'a')
    expect(reply).toMatchObject({ kind: 'accepted' })
  }
  const sent = await sendUntilReplaced(send, () => broker.connections)
  expect(broker.frames.filter(({ command }) => command === 'SEND')).toHaveLength(sent)
})

test("a queue's connection is replaced after its maximum age, without duplicates", async () => {
  const sqs = await queues.service()
  const client = queues.target({ max_age_ms: MAX_AGE_MS })
  const send = async () => {
    const { reply } = await client.send(aMessage(), sqs.queue, 'a')
    expect(reply).toMatchObject({ kind: 'accepted' })
  }
  const sent = await sendUntilReplaced(send, () => sqs.connections)
  expect(sqs.requests).toHaveLength(sent)
})

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

/** Responds to the first request of each connection; a later request on it gets `reaction`. */
function onlyOnce(reaction: (socket: Socket) => void) {
  return rawServer((socket) => {
    socket.once('data', () => {
      socket.write(OK)
      socket.on('data', () => reaction(socket))
    })
  })
}

test('a request on a reused connection that is reset is retried once on a new one', async () => {
  const server = keep(await onlyOnce((socket) => socket.resetAndDestroy()))
  const sender = target()
  for (let count = 0; count < 3; count += 1) {
    expect(await sender.send(message(server.url), 'a')).toMatchObject({ kind: 'response', status_code: 200 })
  }
  expect(server.connections).toBe(3)
})

test('a request is not retried after the first byte of a response', async () => {
  const server = keep(await onlyOnce((socket) => socket.end('H')))
  const sender = target()
  await sender.send(message(server.url), 'a')
  expect(await sender.send(message(server.url), 'a')).toMatchObject({ kind: 'no_response' })
  expect(server.connections).toBe(1)
})

test('a request on a new connection that is reset is not retried', async () => {
  const server = keep(await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy())))
  expect(await target().send(message(server.url), 'a')).toMatchObject({ kind: 'no_response', reason: 'reset' })
  expect(server.connections).toBe(1)
})
