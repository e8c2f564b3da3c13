import { describe, expect, test } from 'vitest'
import { connected, receiptFor } from '../../support/servers/scripted-broker.ts'
import { messageOf } from '../../support/targets/failures/table.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { queueAt, sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'

const { target, broker } = sendingToBrokers()

const deaf = { take: () => {} }
const timeout_ms = 1_200

describe.concurrent('a slow broker', () => {
  test('a missing receipt fails at the deadline, and the next message reconnects', async () => {
    const server = await broker(deaf)
    const sender = target({ timeout_ms })
    const { reply } = await sender.send(aMessage(), queueAt(server.address), 'a')
    expect(reply).toMatchObject({
      kind: 'no_response',
      reason: 'timeout',
      detail: messageOf('stomp-no-receipt', { endpoint: `127.0.0.1:${server.port}`, timeout: '1.2 seconds' }),
    })
    expect(reply.processing_time).toBeGreaterThanOrEqual(1.2)
    await server.drained()
    await sender.send(aMessage(), queueAt(server.address), 'a')
    expect(server.connections).toBe(2)
  })

  test('keeps its connection while it confirms other messages', async () => {
    let skipped = false
    const server = await broker({
      take(say, frame) {
        if (skipped) say(receiptFor(frame))
        skipped = true
      },
    })
    const sender = target({ timeout_ms })
    const queue = queueAt(server.address)
    const first = sender.send(aMessage(), queue, 'a')
    await sender.send(aMessage(), queue, 'a')
    expect((await first).reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
    expect((await sender.send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
    expect(server.connections).toBe(1)
  })

  test('a missing login response fails in time', async () => {
    const server = await broker({ login: () => {} })
    const { reply } = await target({ timeout_ms }).send(aMessage(), queueAt(server.address), 'a')
    const detail = messageOf('stomp-no-login', { endpoint: `127.0.0.1:${server.port}` })
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout', detail })
    await server.drained()
  })

  test('a missing TLS handshake fails in time', async () => {
    const server = await broker({ login: () => {} })
    const address = `stomp+ssl://127.0.0.1:${server.port}`
    const { reply } = await target({ timeout_ms }).send(aMessage(), queueAt(address), 'a')
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
    await server.drained()
  })

  test('an unresolved name fails in time', async () => {
    const stuck = target({ timeout_ms, resolver: () => {} })
    const { reply } = await stuck.send(aMessage(), queueAt('stomp://broker.example'), 'a')
    expect(reply).toMatchObject({
      kind: 'no_response',
      reason: 'timeout',
      detail: messageOf('stomp-no-connection', { endpoint: 'broker.example:61613' }),
    })
  })

  test('does not delay another', async () => {
    const [hanging, quick] = [await broker(deaf), await broker()]
    const sender = target({ timeout_ms: 5_000 })
    const queue = queueAt(hanging.address)
    const hung = Array.from({ length: 100 }, () => sender.send(aMessage(), queue, 'hanging'))
    expect((await sender.send(aMessage(), queueAt(quick.address), 'quick')).reply.kind).toBe('accepted')
    await hanging.close()
    for (const { reply } of await Promise.all(hung))
      expect(reply).toMatchObject({ kind: 'no_response', reason: 'reset' })
  })
})

describe('a broker that breaks off', () => {
  test.each([
    [
      'at once',
      { login: (_: unknown, __: unknown, socket: { destroy(): void }) => socket.destroy() },
      'stomp-closed-before-login',
    ],
    [
      'before the receipt',
      { take: (_: unknown, __: unknown, socket: { destroy(): void }) => socket.destroy() },
      'stomp-closed-after-send',
    ],
  ])('is reported as a broken connection if it does so %s', async (_, script, failure) => {
    const server = await broker(script)
    const { reply } = await target().send(aMessage(), queueAt(server.address), 'a')
    const detail = messageOf(failure, { endpoint: `127.0.0.1:${server.port}` })
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'reset', detail })
  })

  test('is noticed before the next message if it was idle', async () => {
    const server = await broker({
      take(say, frame, socket) {
        say(receiptFor(frame))
        socket.end()
      },
    })
    const sender = target()
    for (let round = 0; round < 3; round += 1) {
      expect((await sender.send(aMessage(), queueAt(server.address), 'a')).reply.kind).toBe('accepted')
      await server.drained()
    }
    expect(server.connections).toBe(3)
  })
})

describe('a broker that sends nonsense', () => {
  const chunk = Buffer.alloc(65_536, 'x')

  test.each([
    ['without an end', () => chunk],
    ['as headers', () => `RECEIPT\n${'a:b\n'.repeat(10_000)}`],
    ['as a body', () => `ERROR\ncontent-length:99999999999\n\n${chunk}`],
    ['as frames of no meaning', () => `NONSENSE\n\n${chunk}\0`],
    ['as messages that nobody asked for', () => `MESSAGE\nsubscription:0\nmessage-id:1\n\n${chunk}\0`],
  ])('%s is cut off before it uses much memory', async (_, nonsense) => {
    let written = 0
    const server = await broker({
      take(say, __, socket) {
        const keepOn = () => {
          if (!socket.writable || written > 64 * 1_048_576) return
          const bytes = nonsense()
          written += bytes.length
          say(bytes)
          setImmediate(keepOn)
        }
        keepOn()
      },
    })
    const { reply } = await target().send(aMessage(), queueAt(server.address), 'a')
    expect(reply).toMatchObject({
      kind: 'no_response',
      reason: 'bad-answer',
      detail: messageOf('stomp-not-stomp', { endpoint: `127.0.0.1:${server.port}` }),
    })
    await server.drained()
    // The count includes bytes in buffers of the system.
    expect(written).toBeLessThan(32 * 1_048_576)
  })

  test('nonsense instead of a login response is cut off', async () => {
    const server = await broker({ login: (say) => say(Buffer.alloc(2_097_152, 'HTTP/1.1 ')) })
    expect((await target().send(aMessage(), queueAt(server.address), 'a')).reply).toMatchObject({
      reason: 'bad-answer',
    })
  })
})

describe.concurrent('heartbeats', () => {
  test('a broker without heartbeats is disconnected', async () => {
    const server = await broker({ login: connected('version:1.2', 'heart-beat:250,0') })
    const sender = target({ heartbeat_ms: 250 })
    expect((await sender.send(aMessage(), queueAt(server.address), 'a')).reply.kind).toBe('accepted')
    await server.drained()
    expect((await sender.send(aMessage(), queueAt(server.address), 'a')).reply.kind).toBe('accepted')
    expect(server.connections).toBe(2)
  })

  test('a broker that stops reading is disconnected too', async () => {
    const login = connected('version:1.2', 'heart-beat:250,0')
    const server = await broker({
      login(say, frame, socket) {
        login(say, frame, socket)
        socket.pause()
      },
    })
    const body = 'x'.repeat(32 * 1_048_576)
    const { reply } = await target({ heartbeat_ms: 250 }).send(aMessage({ body }), queueAt(server.address), 'a')
    expect(reply).toMatchObject({ detail: expect.stringMatching(/stopped sending heartbeats/) })
  })

  test('a message that waits for a receipt fails with the missing heartbeat', async () => {
    const server = await broker({ ...deaf, login: connected('version:1.2', 'heart-beat:250,0') })
    const { reply } = await target({ heartbeat_ms: 250 }).send(aMessage(), queueAt(server.address), 'a')
    const detail = messageOf('stomp-no-heartbeat', { endpoint: `127.0.0.1:${server.port}` })
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout', detail })
  })

  test('a broker that requests heartbeats gets them', async () => {
    const server = await broker({ login: connected('version:1.2', 'heart-beat:0,250') })
    const sender = target({ heartbeat_ms: 250 })
    await sender.send(aMessage(), queueAt(server.address), 'a')
    await expect.poll(() => server.heartbeats()).toBeGreaterThan(2)
  })
})
