import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rawServer } from '../../support/servers/listening.ts'
import { takeAll } from '../../support/servers/scripted-sqs.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { sendingToQueues } from '../../support/targets/sending-to-queues.ts'

const { keep, target, service } = sendingToQueues()

describe('a request to SQS', () => {
  test("is signed for its region with the integration's keys", async () => {
    const sqs = await service()
    const credentials = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 's', session_token: 'token-of-a-session' }
    await target().send(aMessage(), { ...sqs.queue, credentials }, 'a')
    const { authorization } = sqs.requests[0]?.headers ?? {}
    expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/sqs\/aws4_request, /)
    expect(sqs.requests[0]?.headers).toMatchObject({
      'x-amz-security-token': 'token-of-a-session',
      'x-amz-target': 'AmazonSQS.SendMessageBatch',
    })
  })

  test("goes to the queue's URL, on any host, and names the queue in full", async () => {
    const sqs = await service()
    await target().send(aMessage(), sqs.queue, 'a')
    expect(sqs.requests[0]?.body.QueueUrl).toBe(sqs.queue.url)
    expect(sqs.requests[0]?.headers.host).toBe(`127.0.0.1:${sqs.port}`)
  })

  test('has the attributes of its messages, and characters of every kind', async () => {
    const sqs = await service()
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const message = aMessage({ body: '{"name":"Grüße, 東京 🎁"}', traceparent })
    const { request_headers } = await target().send(message, sqs.queue, 'a')
    const text = (StringValue: string) => ({ DataType: 'String', StringValue })
    expect(sqs.requests[0]?.body.Entries).toEqual([
      {
        Id: '0',
        MessageBody: '{"name":"Grüße, 東京 🎁"}',
        MessageAttributes: {
          triggered_by: text('order.updated'),
          'content-type': text('application/json'),
          traceparent: text(traceparent),
        },
      },
    ])
    expect(request_headers).toEqual({
      triggered_by: 'order.updated',
      'content-type': 'application/json',
      traceparent,
    })
  })

  test('names the resource and the delivery for a FIFO queue', async () => {
    const sqs = await service()
    const queue = { ...sqs.queue, url: `${sqs.queue.url}.fifo` }
    const sender = target()
    const long = { message_group: 'x'.repeat(128), job_id: 'j-2', manual_retries: 3 }
    for (const given of [{ message_group: 'o-1', job_id: 'j-1' }, long]) await sender.send(aMessage(given), queue, 'a')
    const [first, second] = sqs.requests.flatMap(({ body }) => body.Entries)
    expect(first).toMatchObject({ MessageGroupId: 'o-1', MessageDeduplicationId: 'j-1-0' })
    expect(second).toMatchObject({ MessageGroupId: 'x'.repeat(128), MessageDeduplicationId: 'j-2-3' })
  })
})

describe('simultaneous messages', () => {
  test('are batched by ten per integration, each sent once', async () => {
    const sqs = await service()
    const sender = target()
    const messages = Array.from({ length: 25 }, () => aMessage())
    const [queue, other] = [sqs.queue, { ...sqs.queue }]
    const sends = messages.map((each) => sender.send(each, queue, 'a'))
    const apart = sender.send(aMessage({ body: 'of another' }), other, 'b')
    for (const { reply } of await Promise.all([...sends, apart])) expect(reply.kind).toBe('accepted')
    expect(sqs.requests.map(({ body }) => body.Entries.length).sort()).toEqual([1, 10, 10, 5])
    const bodies = sqs.requests.flatMap(({ body }) => body.Entries.map(({ MessageBody }) => MessageBody))
    expect(bodies.sort()).toEqual([...messages.flatMap((each) => [...each.bodies()]), 'of another'].sort())
  })

  test('are sent in separate requests when they are too large together', async () => {
    const sqs = await service()
    const sender = target()
    const body = 'x'.repeat(100 * 1024)
    const sends = Array.from({ length: 5 }, () => sender.send(aMessage({ body }), sqs.queue, 'a'))
    for (const { reply } of await Promise.all(sends)) expect(reply.kind).toBe('accepted')
    expect(sqs.requests.map(({ body: { Entries } }) => Entries.length).sort()).toEqual([1, 2, 2])
  })
})

describe('the longest form that fits is sent', () => {
  const MAX_BYTES = 262_144
  /** Bytes beside the body of a message of `aMessage`: names, types and values of attributes. */
  const BESIDE = 'triggered_byStringorder.updatedcontent-typeStringapplication/json'.length

  test.each([
    [MAX_BYTES - BESIDE, 'first'],
    [MAX_BYTES - BESIDE + 1, 'second'],
  ])('a message with %i bytes in its first form is sent as the %s', async (bytes, form) => {
    const sqs = await service()
    const bodies = () => ['x'.repeat(bytes), 'second']
    expect((await target().send(aMessage({ bodies }), sqs.queue, 'a')).reply.kind).toBe('accepted')
    const sent = sqs.requests[0]?.body.Entries[0]?.MessageBody
    expect(digest(sent)).toBe(digest(form === 'first' ? 'x'.repeat(bytes) : 'second'))
  })

  test('the size counts bytes, not characters', async () => {
    const sqs = await service()
    const bodies = () => ['ü'.repeat(MAX_BYTES / 2), 'shorter']
    await target().send(aMessage({ bodies }), sqs.queue, 'a')
    expect(sqs.requests[0]?.body.Entries[0]?.MessageBody).toBe('shorter')
  })

  test('nothing is sent when no form fits, and the log explains why', async () => {
    const sqs = await service()
    const bodies = () => ['x'.repeat(MAX_BYTES + 1)]
    const { reply } = await target().send(aMessage({ bodies }), sqs.queue, 'a')
    const detail = 'The message is larger than 256 KiB even without its related resources'
    expect(reply).toMatchObject({ kind: 'refused', overloaded: false, final: true, detail })
    expect(sqs.requests).toEqual([])
  })

  const digest = (text = '') => createHash('sha256').update(text).digest('hex')
})

describe('connections', () => {
  test('are reused by consecutive bursts', async () => {
    const sqs = await service((response, request) => void setTimeout(() => takeAll(response, request), 20))
    const sender = target()
    for (let round = 0; round < 3; round += 1) {
      const sends = Array.from({ length: 400 }, () => sender.send(aMessage(), sqs.queue, 'a'))
      for (const { reply } of await Promise.all(sends)) expect(reply.kind).toBe('accepted')
    }
    expect(sqs.connections).toBeLessThanOrEqual(40)
  })

  test('are closed when idle', async () => {
    const sqs = await service()
    const sender = target({ idle_ms: 50 })
    await sender.send(aMessage(), sqs.queue, 'a')
    await sqs.drained()
    expect((await sender.send(aMessage(), sqs.queue, 'a')).reply.kind).toBe('accepted')
  })

  test("switch to an integration's new keys, after in-flight messages end with the old ones", async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    const sqs = await service((response, request) => void mayAnswer.then(() => takeAll(response, request)))
    const sender = target()
    const first = sender.send(aMessage(), sqs.queue, 'a')
    await expect.poll(() => sqs.requests.length).toBe(1)
    const credentials = { access_key_id: 'AKIDSECOND', secret_access_key: 's' }
    const second = sender.send(aMessage(), { ...sqs.queue, credentials }, 'a')
    answer()
    for (const { reply } of await Promise.all([first, second])) expect(reply.kind).toBe('accepted')
    expect(sqs.requests[1]?.headers.authorization).toContain('Credential=AKIDSECOND/')
  })
})

describe('closing', () => {
  test('takes at most the timeout, whatever hangs, and leaves no connection', async () => {
    const [slow, deaf] = [await service(() => {}), keep(await rawServer((socket) => socket.resume()))]
    const sender = target({ timeout_ms: 300 })
    const secure = { ...slow.queue, url: `https://127.0.0.1:${deaf.port}/000000000000/events` }
    const sends = [sender.send(aMessage(), slow.queue, 'a'), sender.send(aMessage(), secure, 'b')]
    await sender.close()
    for (const { reply } of await Promise.all(sends)) expect(reply).toMatchObject({ reason: 'timeout' })
    for (const server of [slow, deaf]) await server.drained()
  })

  test('sends the gathered messages, and nothing later', async () => {
    const sqs = await service()
    const sender = target()
    const sends = [1, 2, 3].map(() => sender.send(aMessage(), sqs.queue, 'a'))
    await sender.close()
    for (const { reply } of await Promise.all(sends)) expect(reply.kind).toBe('accepted')
    const { reply } = await sender.send(aMessage(), sqs.queue, 'a')
    expect(reply).toMatchObject({ reason: 'shutting-down', detail: 'Not sent: this process is shutting down' })
    expect(sqs.requests).toHaveLength(1)
    await sqs.drained()
  })
})
