import { describe, expect, test } from 'vitest'
import { receiptFor, type ScriptedBroker } from '../../support/servers/scripted-broker.ts'
import { messageOf } from '../../support/targets/failures/table.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { queueAt, sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'

const { keep, target, broker } = sendingToBrokers()

const eventsAt = ({ frames }: ScriptedBroker) => frames.filter(({ command }) => command === 'SEND').length

describe.concurrent('several addresses', () => {
  test('are tried in order', async () => {
    const [first, second] = [await broker(), await broker()]
    await target().send(aMessage(), queueAt(first.address, second.address), 'a')
    expect([first.connections, second.connections]).toEqual([1, 0])
  })

  test('the next one takes over from one that is down or does not respond', async () => {
    const gone = await broker()
    await gone.close()
    const deaf = await broker({ login: () => {} })
    const alive = await broker()
    const queue = queueAt(gone.address, deaf.address, alive.address)
    const { reply } = await target({ timeout_ms: 1_500 }).send(aMessage(), queue, 'a')
    expect(reply.kind).toBe('accepted')
    expect(eventsAt(alive)).toBe(1)
  })

  test('the next one takes over from one whose connection broke', async () => {
    const first = await broker({ take: (_, __, socket) => socket.destroy() })
    const second = await broker()
    const queue = queueAt(first.address, second.address)
    const sender = target()
    expect((await sender.send(aMessage(), queue, 'a')).reply).toMatchObject({ reason: 'reset' })
    expect((await sender.send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
    expect([eventsAt(first), eventsAt(second)]).toEqual([1, 1])
  })

  test('the next one takes over from one that confirms no message', async () => {
    const first = await broker({ take: () => {} })
    const second = await broker()
    const queue = queueAt(first.address, second.address)
    const sender = target({ timeout_ms: 1_200 })
    expect((await sender.send(aMessage(), queue, 'a')).reply).toMatchObject({ reason: 'timeout' })
    expect((await sender.send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
  })

  test("a broker's error is reported rather than a refused connection when all fail", async () => {
    const refusing = await broker({ login: (say) => say('ERROR\nmessage:Bad CONNECT\n\n\0') })
    const gone = await broker()
    await gone.close()
    const { reply } = await target().send(aMessage(), queueAt(refusing.address, gone.address), 'a')
    expect(reply).toMatchObject({ kind: 'refused', detail: expect.stringContaining('Bad CONNECT') })
    const silent = await target().send(aMessage(), queueAt(gone.address), 'a')
    const detail = messageOf('stomp-refused', { endpoint: `127.0.0.1:${gone.port}` })
    expect(silent.reply).toMatchObject({ reason: 'refused', detail })
  })
})

describe.concurrent('STOMP connections', () => {
  test('are shared by all messages of an integration', async () => {
    const server = await broker()
    const sender = target()
    const queues = [queueAt(server.address), queueAt(server.address)]
    const sends = Array.from({ length: 200 }, (_, index) =>
      sender.send(aMessage(), queues[index % 2] ?? queueAt(), `lane-${index % 2}`),
    )
    for (const { reply } of await Promise.all(sends)) expect(reply.kind).toBe('accepted')
    expect(server.connections).toBe(2)
  })

  test('are closed with DISCONNECT when idle, and reopened when needed', async () => {
    const server = await broker()
    const queue = queueAt(server.address)
    const sender = target({ idle_ms: 50 })
    await sender.send(aMessage(), queue, 'a')
    await server.drained()
    expect(server.frames.at(-1)?.command).toBe('DISCONNECT')
    expect((await sender.send(aMessage(), queue, 'a')).reply.kind).toBe('accepted')
    expect(server.connections).toBe(2)
  })

  test('are not idle while a message is in flight', async () => {
    const server = await broker({ take: (say, frame) => void setTimeout(() => say(receiptFor(frame)), 600) })
    const { reply } = await target({ idle_ms: 50 }).send(aMessage(), queueAt(server.address), 'a')
    expect(reply.kind).toBe('accepted')
  })

  test("switch to an integration's new address, after in-flight messages end at the old one", async () => {
    const { promise: mayAnswer, resolve: response } = Promise.withResolvers<void>()
    const before = await broker({ take: (say, frame) => void mayAnswer.then(() => say(receiptFor(frame))) })
    const after = await broker()
    const sender = target()
    const first = sender.send(aMessage(), queueAt(before.address), 'a')
    await expect.poll(() => eventsAt(before)).toBe(1)
    expect((await sender.send(aMessage(), queueAt(after.address), 'a')).reply.kind).toBe('accepted')
    response()
    expect((await first).reply.kind).toBe('accepted')
    await before.drained()
  })
})

test.concurrent('a message on a replaced connection still ends at the deadline', async () => {
  const deaf = await broker({ take: () => {} })
  const sender = target({ timeout_ms: 1_200 })
  const first = sender.send(aMessage(), queueAt(deaf.address), 'a')
  await expect.poll(() => eventsAt(deaf)).toBe(1)
  await sender.send(aMessage(), queueAt((await broker()).address), 'a')
  expect((await first).reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
  await deaf.drained()
})

describe.concurrent('closing', () => {
  test('takes at most the timeout, whatever hangs, and leaves no connection', async () => {
    const deaf = { login: () => {} }
    const hanging = [await broker({ take: () => {} }), await broker(deaf), await broker(deaf)]
    const addresses = hanging.map(({ address }) => address)
    addresses[2] = `stomp+ssl://127.0.0.1:${hanging[2]?.port}`
    const sender = target({ timeout_ms: 1_200 })
    const sends = addresses.map((address, index) => sender.send(aMessage(), queueAt(address), String(index)))
    await sender.close()
    for (const { reply } of await Promise.all(sends)) expect(reply).toMatchObject({ reason: 'timeout' })
    for (const server of hanging) await server.drained()
  })

  test('does not wait for a broker that ignores DISCONNECT', async () => {
    const server = await broker()
    const sender = keep(target())
    await sender.send(aMessage(), queueAt(server.address), 'a')
    server.mute()
    await sender.close()
    await server.drained()
  })
})
