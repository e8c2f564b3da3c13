import { describe, expect, test } from 'vitest'
import { connected, type Frame, receiptFor } from '../../support/servers/scripted-broker.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { queueAt, sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'

const { target, broker } = sendingToBrokers()

const sent = ({ frames }: { frames: Frame[] }) => frames.filter(({ command }) => command === 'SEND')

describe('frames to a broker', () => {
  test.each([
    ['1.2', ['version:1.2', 'heart-beat:0,0'], '/queue/a\\cb'],
    ['1.1', ['version:1.1', 'server:other/1'], '/queue/a:b'],
    ['1.0', ['session:1'], '/queue/a:b'],
  ])('log in and send to a broker of STOMP %s', async (_, headers, destination) => {
    const server = await broker({ login: connected(...headers) })
    const login = { username: 'store', password: 'pass:word', host: 'tenant-1' }
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const queue = { ...queueAt(server.address), ...login, destination: '/queue/a:b' }
    const message = aMessage({ traceparent, body: '{"name":"Grüße, 東京 🎁"}' })
    expect((await target().send(message, queue, 'a')).reply).toMatchObject({ kind: 'accepted', status_code: null })
    const [login_frame, send_frame] = server.frames
    expect(login_frame?.headers).toMatchObject({ 'accept-version': '1.0,1.1,1.2', login: 'store', host: 'tenant-1' })
    expect(login_frame?.headers.passcode).toBe('pass:word')
    expect(send_frame).toStrictEqual({
      command: 'SEND',
      headers: {
        destination,
        'content-type': 'application/json',
        persistent: 'true',
        'event-id': message.event_id,
        'triggered-by': 'order.updated',
        traceparent: send_frame?.headers.traceparent,
        receipt: expect.any(String),
      },
      body: '{"name":"Grüße, 東京 🎁"}',
    })
    expect(send_frame?.headers.traceparent).toBe(traceparent)
  })

  test('have no login if none is configured', async () => {
    const server = await broker()
    await target().send(aMessage(), queueAt(server.address), 'a')
    expect(Object.keys(server.frames[0]?.headers ?? {}).sort()).toEqual(['accept-version', 'heart-beat'])
  })

  test('the log shows the sent headers', async () => {
    const message = aMessage()
    const { request_headers } = await target().send(message, queueAt((await broker()).address), 'a')
    expect(request_headers).toEqual({
      destination: '/queue/events',
      'content-type': 'application/json',
      persistent: 'true',
      'event-id': message.event_id,
      'triggered-by': 'order.updated',
    })
  })
})

describe('the destination', () => {
  const artemis = connected('version:1.2', 'server:ActiveMQ-Artemis/2.44.0 ActiveMQ Artemis Messaging Engine')

  test.each([
    ['/queue/events', { destination: 'events', 'destination-type': 'ANYCAST' }],
    ['events', { destination: 'events', 'destination-type': 'ANYCAST' }],
    ['/topic/events', { destination: 'events', 'destination-type': 'MULTICAST' }],
    ['/queue/a/b', { destination: 'a/b', 'destination-type': 'ANYCAST' }],
  ])('%s is sent to ActiveMQ Artemis with its routing type', async (destination, headers) => {
    const server = await broker({ login: artemis })
    const queue = { ...queueAt(server.address), destination }
    const { request_headers } = await target().send(aMessage(), queue, 'a')
    expect(sent(server)[0]?.headers).toMatchObject(headers)
    expect(request_headers).toMatchObject(headers)
  })

  test.each([
    ['topic', 'events', 'MULTICAST'],
    ['queue', '/topic/events', 'ANYCAST'],
  ] as const)('is made a %s by the setting', async (destination_type, destination, routing) => {
    const server = await broker()
    await target().send(aMessage(), { ...queueAt(server.address), destination, destination_type }, 'a')
    expect(sent(server)[0]?.headers).toMatchObject({ destination: 'events', 'destination-type': routing })
  })
})

describe('receipts', () => {
  test('each message is confirmed by its own receipt, in any order', async () => {
    const waiting: (() => void)[] = []
    const server = await broker({
      take(say, frame) {
        waiting.push(() => say(receiptFor(frame)))
        if (waiting.length === 3) for (const response of waiting.reverse()) response()
      },
    })
    const sender = target()
    const queue = queueAt(server.address)
    const messages = [aMessage(), aMessage(), aMessage()]
    const replies = await Promise.all(messages.map((each) => sender.send(each, queue, 'a')))
    for (const [index, { reply }] of replies.entries()) {
      const receipt = sent(server).find(({ headers }) => headers['event-id'] === messages[index]?.event_id)?.headers
      expect(reply).toMatchObject({ kind: 'accepted', headers: { 'receipt-id': receipt?.receipt } })
    }
    expect(server.connections).toBe(1)
  })

  test('unknown receipts confirm nothing', async () => {
    const server = await broker({
      take: (say, { headers }) => say(`RECEIPT\nreceipt-id:other\n\n\0RECEIPT\nreceipt-id:x${headers.receipt}\n\n\0`),
    })
    const { reply } = await target({ timeout_ms: 300 }).send(aMessage(), queueAt(server.address), 'a')
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
  })

  test('a receipt counts when it arrives in pieces and among heartbeats', async () => {
    const server = await broker({
      take(say, frame) {
        const bytes = `\n\n${receiptFor(frame)}\n`
        for (const byte of bytes) say(byte)
      },
    })
    expect((await target().send(aMessage(), queueAt(server.address), 'a')).reply.kind).toBe('accepted')
  })
})

/** The value reads `User: guest\1`, with a literal backslash. */
const ERROR_WITH_ESCAPES = `ERROR\nmessage:${String.raw`User\c guest\\1`}\n\n\0`

describe.concurrent('an ERROR frame', () => {
  const about = (receipt: string | undefined) => (receipt === undefined ? '' : `receipt-id:${receipt}\n`)

  test('a receipt id limits the rejection to its message, and the others lose their connection', async () => {
    const frames: Frame[] = []
    const server = await broker({
      take(say, frame, socket) {
        frames.push(frame)
        if (frames.length < 3) return
        say(`ERROR\nmessage:not allowed\n${about(frames[1]?.headers.receipt)}\nYou may not\nstack trace\0`)
        socket.end()
      },
    })
    const sender = target()
    const queue = queueAt(server.address)
    const sends = [1, 2, 3].map(() => sender.send(aMessage(), queue, 'a'))
    const [first, second, third] = (await Promise.all(sends)).map(({ reply }) => reply)
    expect(second).toMatchObject({
      kind: 'refused',
      overloaded: false,
      detail: `The broker at 127.0.0.1:${server.port} refused the message: not allowed: You may not`,
      body: 'You may not\nstack trace',
    })
    for (const other of [first, third]) expect(other).toMatchObject({ kind: 'no_response', reason: 'reset' })
  })

  test('a missing receipt id rejects all messages in flight, and the next one reconnects', async () => {
    let refusing = true
    const server = await broker({
      take(say, frame, socket) {
        if (!refusing) return say(receiptFor(frame))
        say('ERROR\nmessage:no room\n\n\0')
        return socket.end()
      },
    })
    const sender = target()
    const queue = queueAt(server.address)
    const sends = [1, 2].map(() => sender.send(aMessage(), queue, 'a'))
    for (const { reply } of await Promise.all(sends)) {
      expect(reply).toMatchObject({ kind: 'refused', detail: expect.stringMatching(/refused the message: no room$/) })
    }
    refusing = false
    expect((await sender.send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
    expect(server.connections).toBe(2)
  })

  test('a rejected login is reported with its headline and first line, at any length', async () => {
    const login = (say: (bytes: string) => void) =>
      say(`ERROR\nmessage:Bad CONNECT\ncontent-type:text/plain\n\n${'x'.repeat(90_000)}\nmore\0`)
    const server = await broker({ login })
    const { reply } = await target().send(aMessage(), queueAt(server.address), 'a')
    const detail = `The broker at 127.0.0.1:${server.port} refused the login: Bad CONNECT: ${'x'.repeat(300)}`
    expect(reply).toMatchObject({ kind: 'refused', detail, body: 'x'.repeat(65_536) })
    await server.drained()
  })

  test.each(['at login', 'after the login'])('%s is reported with its header unescaped once', async (when) => {
    const say = (send: (bytes: string) => void) => send(ERROR_WITH_ESCAPES)
    const server = await broker(when === 'at login' ? { login: say } : { take: say })
    const { reply } = await target().send(aMessage(), queueAt(server.address), 'a')
    expect(reply).toMatchObject({ detail: expect.stringContaining(String.raw`: User: guest\1`) })
    await server.drained()
  })

  test('makes the client hang up if the broker does not', async () => {
    const server = await broker({ take: (say) => say('ERROR\nmessage:no\n\n\0') })
    const { reply } = await target().send(aMessage(), queueAt(server.address), 'a')
    expect(reply).toMatchObject({ kind: 'refused' })
    await server.drained()
  })
})
