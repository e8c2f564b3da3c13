import { expect, test } from 'vitest'
import { openProxy } from '../../support/servers/proxy.ts'
import { anywhere as resolver } from '../../support/servers/tls.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { queueAt, sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'
import { sendingToQueues } from '../../support/targets/sending-to-queues.ts'

const brokers = sendingToBrokers()
const queues = sendingToQueues()

const authorization = `Basic ${Buffer.from('user:pass@word').toString('base64')}`

test('a broker is reached through the forward proxy by its checked address', async () => {
  const proxy = brokers.keep(await openProxy())
  const server = await brokers.broker()
  const sender = brokers.target({ proxy: proxy.url, resolver })
  const { reply } = await sender.send(aMessage(), queueAt(`stomp://broker.example:${server.port}`), 'a')
  expect(reply.kind).toBe('accepted')
  expect(proxy.asked).toEqual([{ place: `127.0.0.1:${server.port}`, authorization }])
})

test('a queue is reached through the forward proxy by its checked address', async () => {
  const proxy = queues.keep(await openProxy())
  const sqs = await queues.service()
  const url = `http://queue.example:${sqs.port}/000000000000/events`
  const sender = queues.target({ proxy: proxy.url, resolver })
  const { reply } = await sender.send(aMessage(), { ...sqs.queue, url }, 'a')
  expect(reply.kind).toBe('accepted')
  expect(proxy.asked).toEqual([{ place: `127.0.0.1:${sqs.port}`, authorization }])
})

test('the failure of a proxy is distinguished from that of the queue or broker', async () => {
  const refusing = queues.keep(await openProxy('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const sqs = await queues.service()
  const url = 'http://queue.example/000000000000/events'
  const ways = [
    { proxy: refusing.url, detail: 'The forward proxy responded 407 to the request for ' },
    { proxy: new URL('http://127.0.0.1:1'), detail: 'The forward proxy cannot be reached (ECONNREFUSED)' },
  ]
  for (const { proxy, detail } of ways) {
    const toQueue = await queues.target({ proxy, resolver }).send(aMessage(), { ...sqs.queue, url }, 'a')
    const toBroker = await brokers.target({ proxy, resolver }).send(aMessage(), queueAt('stomp://b.example'), 'a')
    for (const { reply } of [toQueue, toBroker]) {
      expect(reply).toMatchObject({ reason: 'proxy', detail: expect.stringContaining(detail) })
    }
  }
})
