import type { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressPolicy, type Resolver } from '../../../src/deliveries/targets/network/guard.ts'
import { rawServer, receiver } from '../../support/servers/listening.ts'
import { messageOf } from '../../support/targets/failures/table.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target, responding } = sending()

describe('the reason of no_response', () => {
  test('is refused for a closed port', async () => {
    const server = await receiver()
    await server.close()
    expect(await target().send(message(server.url), 'a')).toMatchObject({ kind: 'no_response', reason: 'refused' })
  })

  test.each([
    ['before its answer', (socket: Socket) => socket.end()],
    ['by a reset before its answer', (socket: Socket) => socket.resetAndDestroy()],
    ['inside its headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nx-a')],
    ['inside its body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')],
    [
      'inside a chunk',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf'),
    ],
  ])('is reset for a connection that ends %s, 2xx or not', async (_, end) => {
    const server = keep(await rawServer((socket) => socket.once('data', () => end(socket))))
    expect(await target().send(message(server.url), 'a')).toMatchObject({
      reason: 'reset',
      detail: messageOf('webhook-truncated', { endpoint: `127.0.0.1:${server.port}` }),
    })
  })

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP/2 only', Buffer.from('000012040000000000', 'hex')],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nsize\r\n'],
    ['chunks and a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\nokk'],
  ])('is bad-answer for %s', async (_, bytes) => {
    const server = await responding(bytes)
    expect(await target().send(message(server.url), 'a')).toMatchObject({ reason: 'bad-answer' })
  })

  test('is bad-answer after 16 KiB of endless headers', async () => {
    const { promise: written, resolve } = Promise.withResolvers<number>()
    const server = keep(
      await rawServer((socket) => {
        socket.once('close', () => resolve(socket.bytesWritten))
        socket.once('data', () => {
          const more = () => {
            while (socket.writable && socket.write(`x-a: ${'y'.repeat(1000)}\r\n`));
          }
          socket.write('HTTP/1.1 200 OK\r\n')
          socket.on('drain', more)
          more()
        })
      }),
    )
    const reply = await target().send(message(server.url), 'a')
    expect(reply).toMatchObject({
      reason: 'bad-answer',
      detail: expect.stringMatching(/: its headers are too large$/),
    })
    // More than 16 KiB was in flight in socket buffers.
    expect(await written).toBeLessThan(20_000_000)
  })

  test.each([
    ['ENOTFOUND', 'name-not-found'],
    ['EAI_AGAIN', 'name-server'],
    ['ESERVFAIL', 'name-server'],
  ])('is specific for a name that does not resolve (%s)', async (code, reason) => {
    const resolver: Resolver = (_, __, callback) => callback(Object.assign(new Error('no'), { code }), [])
    const policy = addressPolicy({ networks: [], hosts: [], refusals: 'explained' })
    expect(await target({ policy, resolver }).send(message('http://receiver.example/'), 'a')).toMatchObject({
      reason,
      detail: expect.stringContaining(`The name of receiver.example:80 could not be resolved (${code}): `),
    })
  })

  test('is other for a resolver that throws', async () => {
    const resolver: Resolver = () => {
      throw new Error('broken')
    }
    const reply = await target({ resolver }).send(message('http://receiver.example/'), 'a')
    expect(reply).toMatchObject({ kind: 'no_response', reason: 'other' })
  })
})

describe('the URL of a webhook', () => {
  test.each([
    ...['', 'receiver', '/hook', 'ftp://receiver.example/', 'file:///etc/passwd', 'javascript:alert(1)'],
    ...['http://', 'http://[::1', 'http://[fe80::1%25eth0]/', 'http://a:99999/', 'http://a b/', '\0', 'http:///'],
  ])('%j is not an HTTP URL and never makes a send throw', async (url) => {
    expect(await target().send(message(url), 'a')).toMatchObject({ reason: 'bad-url', processing_time: 0 })
  })

  test('may have a host without a dot', async () => {
    const server = keep(await receiver())
    const resolver: Resolver = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
    const reply = await target({ resolver }).send(message(`http://webhook:${server.port}`), 'a')
    expect(reply).toMatchObject({ status_code: 200 })
    expect(server.received[0]).toMatchObject({ path: '/', headers: { host: `webhook:${server.port}` } })
  })

  test.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '0x7f.1'])(
    'a private address is blocked before anything connects: %s',
    async (host) => {
      const server = keep(await receiver())
      const policy = addressPolicy({ networks: [], hosts: [] })
      const reply = await target({ policy }).send(message(`http://${host}:${server.port}/`), 'a')
      expect(reply).toMatchObject({
        reason: 'address-blocked',
        detail: expect.stringContaining('TIDINGS_ALLOW_NETWORKS'),
      })
      expect(server.connections).toBe(0)
    },
  )

  test('a private address among others is blocked', async () => {
    const server = keep(await receiver())
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const resolver: Resolver = (_, __, callback) => callback(null, addresses)
    const policy = addressPolicy({ networks: [], hosts: [], refusals: 'explained' })
    const reply = await target({ policy, resolver }).send(message(`http://a:${server.port}/`), 'a')
    expect(reply).toMatchObject({
      reason: 'address-blocked',
      detail: expect.stringMatching(/^a resolves to a private or reserved address; /),
    })
    expect(server.connections).toBe(0)
  })

  test('is checked for each connection, which goes to the checked address', async () => {
    const server = keep(await receiver((_, response) => response.writeHead(200, { connection: 'close' }).end()))
    const policy = addressPolicy({ networks: ['127.0.0.1'], hosts: [] })
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.1']
    const resolver: Resolver = (_, __, callback) => callback(null, [{ address: answers.shift() ?? '', family: 4 }])
    const rebinding = target({ policy, resolver })
    const url = `http://rebinding.example:${server.port}/`
    expect(await rebinding.send(message(url), 'a')).toMatchObject({ status_code: 200 })
    expect(await rebinding.send(message(url), 'a')).toMatchObject({ reason: 'address-blocked' })
    expect(await rebinding.send(message(url), 'a')).toMatchObject({ status_code: 200 })
    expect(server.connections).toBe(2)
  })
})

test('a send resolves for any response bytes', async () => {
  let bytes = Buffer.alloc(0)
  const server = keep(await rawServer((socket) => socket.once('data', () => socket.end(bytes))))
  const webhooks = target()
  const line = fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 204 No Content', 'content-length: 3', 'x: \xff', '')
  const piece = fc.oneof(
    line.map((text) => Buffer.from(`${text}\r\n`, 'latin1')),
    fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      bytes = Buffer.concat(pieces)
      const reply = await webhooks.send(message(server.url), 'a')
      expect(['response', 'no_response']).toContain(reply.kind)
    }),
    { numRuns: 200 },
  )
})
