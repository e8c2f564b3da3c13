import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../src/deliveries/attempt.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { type Listening, rawServer, receiver } from '../../support/servers/listening.ts'
import { messageOf } from '../../support/targets/failures/table.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target, responding } = sending()

/** Failure message after the timeout of 800 ms. */
const late = (failure: string, port: number) =>
  messageOf(failure, { endpoint: `127.0.0.1:${port}`, timeout: '0.8 seconds' })

describe.concurrent('the deadline of an attempt', () => {
  const timeout_ms = 800

  /** Sends, and checks that the attempt ended at the deadline and released every connection. */
  async function givesUp(server: Listening, url = server.url): Promise<Reply> {
    const [started, sent] = [performance.now(), startStopwatch()]
    const reply = await target({ timeout_ms }).send(message(url), 'a')
    expect(performance.now() - started).toBeGreaterThanOrEqual(timeout_ms)
    expect(sent.stop()).toBeLessThan(timeout_ms + 2000)
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
    expect(reply.processing_time).toBeGreaterThanOrEqual(timeout_ms / 1000)
    await server.drained()
    return reply
  }

  test('holds for an endpoint that never responds', async () => {
    const server = await responding()
    expect(await givesUp(server)).toMatchObject({ detail: late('webhook-no-response', server.port) })
  })

  test('holds for TLS that never starts', async () => {
    const server = await responding()
    const reply = await givesUp(server, server.url.replace('http:', 'https:'))
    expect(reply).toMatchObject({ detail: late('webhook-no-connection', server.port) })
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n', 'webhook-no-response'],
    ['a body', 'HTTP/1.1 200 OK\r\n\r\n', '.', 'webhook-endless-response'],
    ['early hints', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'webhook-no-response'],
  ])('holds for %s that arrive byte by byte', async (_, start, drop, failure) => {
    const server = keep(
      await rawServer((socket) => {
        socket.once('data', () => {
          socket.write(start)
          const drip = setInterval(() => socket.writable && socket.write(drop), 5)
          socket.on('close', () => clearInterval(drip))
        })
      }),
    )
    expect(await givesUp(server)).toMatchObject({ detail: late(failure, server.port) })
  })

  test('holds for a name that never resolves', async () => {
    const stuck = target({ timeout_ms, resolver: () => {} })
    expect(await stuck.send(message('http://receiver.example/'), 'a')).toMatchObject({
      reason: 'timeout',
    })
  })

  // On a busy machine the later sends may start so late that their deadlines come after the first one's.
  test('holds for a request that waits for a connection, which is then never sent', { retry: 3 }, async () => {
    const requests: string[] = []
    const server = keep(await rawServer((socket) => socket.on('data', (data) => requests.push(String(data)))))
    const narrow = target({ timeout_ms, connections: 1 })
    const sends = ['one', 'two', 'three'].map((body) => narrow.send(message(server.url, { body }), 'a'))
    for (const reply of await Promise.all(sends)) expect(reply).toMatchObject({ reason: 'timeout' })
    await narrow.close()
    expect(requests.join()).toContain('one')
    expect(requests.join()).not.toMatch(/two|three/)
  })

  test('does not let one endpoint delay another', async () => {
    const [hanging, quick] = [await responding(), keep(await receiver())]
    const shared = target({ timeout_ms: 5_000 })
    const hung = Array.from({ length: 100 }, () => shared.send(message(hanging.url), 'hanging'))
    expect(await shared.send(message(quick.url), 'quick')).toMatchObject({ status_code: 200 })
    await hanging.close()
    for (const reply of await Promise.all(hung)) expect(reply.kind).toBe('no_response')
  })
})

describe('webhook connections', () => {
  test('are shared by consecutive sends of a lane', async () => {
    const server = keep(await receiver())
    const webhooks = target()
    for (let i = 0; i < 5; i++) await webhooks.send(message(server.url), 'a')
    await webhooks.send(message(`${server.url}/other`), 'b')
    expect(server.connections).toBe(2)
    expect(server.received).toHaveLength(6)
  })

  test('are bounded, so that more concurrent sends wait', async () => {
    const server = keep(await receiver())
    const webhooks = target({ connections: 3 })
    const replies = await Promise.all(Array.from({ length: 30 }, () => webhooks.send(message(server.url), 'a')))
    for (const reply of replies) expect(reply).toMatchObject({ status_code: 200 })
    expect(server.connections).toBe(3)
  })

  test('follow a lane to its new address', async () => {
    const [before, after] = [keep(await receiver()), keep(await receiver())]
    const webhooks = target()
    await webhooks.send(message(before.url), 'a')
    await webhooks.send(message(after.url), 'a')
    await before.drained()
    expect([before.received.length, after.received.length]).toStrictEqual([1, 1])
  })

  test('an evicted lane drains its in-flight requests before it closes', async () => {
    const server = keep(await receiver())
    const webhooks = target({ max_lanes: 1 })
    const sends = ['a', 'b', 'c', 'a'].map((lane) => webhooks.send(message(server.url), lane))
    for (const reply of await Promise.all(sends)) expect(reply).toMatchObject({ status_code: 200 })
  })

  test('are reopened after the receiver closed one', async () => {
    const server = keep(await receiver((_, response) => response.end('ok')))
    const webhooks = target()
    await webhooks.send(message(server.url), 'a')
    await server.close()
    expect(await webhooks.send(message(server.url), 'a')).toMatchObject({ kind: 'no_response' })
  })
})

describe('closing', () => {
  test('drains in-flight requests, closes every connection and rejects later sends', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>()
    const server = keep(await receiver((_, response) => arrive(() => response.end('late'))))
    const webhooks = target()
    const sent = webhooks.send(message(server.url), 'a')
    const answer = await arrived
    const closed = webhooks.close()
    expect(await webhooks.send(message(server.url), 'a')).toMatchObject({
      reason: 'shutting-down',
      detail: 'Not sent: this process is shutting down',
    })
    answer()
    expect(await sent).toMatchObject({ status_code: 200, body: 'late' })
    await closed
    await server.drained()
    expect(server.received).toHaveLength(1)
  })

  test('takes at most the timeout, whatever hangs', async () => {
    const server = await responding()
    const webhooks = target({ timeout_ms: 100, resolver: () => {} })
    const sends = [webhooks.send(message(server.url), 'a'), webhooks.send(message('http://receiver.example/'), 'b')]
    await webhooks.close()
    for (const reply of await Promise.all(sends)) expect(reply).toMatchObject({ reason: 'timeout' })
    await server.drained()
  })
})
