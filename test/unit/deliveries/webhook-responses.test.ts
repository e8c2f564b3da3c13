import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rawServer, receiver } from '../../support/servers/listening.ts'
import { answered, message, sending } from '../../support/targets/sending.ts'

const { keep, target, responding } = sending()

describe('a response', () => {
  test('has status, headers and body, and the request arrives as composed', async () => {
    const server = keep(await receiver((_, response) => response.writeHead(201, { 'x-a': 'b' }).end('žluťoučký')))
    const url = `${server.url}?a=%20b#part`
    const reply = answered(await target().send(message(url, { headers: { 'X-Trigger': 'order.paid' } }), 'a'))
    expect(reply).toMatchObject({ status_code: 201, body: 'žluťoučký', body_truncated: false })
    expect(reply.headers).toMatchObject({ 'x-a': 'b' })
    expect(reply.processing_time).toBeGreaterThan(0)
    expect(reply.processing_time).toBeLessThan(10)
    expect(server.received).toMatchObject([{ path: '/hook?a=%20b', body: '{"id":"1"}' }])
    expect(server.received[0]?.headers).toMatchObject({ 'x-trigger': 'order.paid', host: `127.0.0.1:${server.port}` })
  })

  test.each([301, 302, 307, 404, 410, 500, 503])('a status of %i is returned as it is', async (status) => {
    const server = keep(await receiver((_, response) => response.writeHead(status).end('why')))
    expect(await target().send(message(server.url), 'a')).toMatchObject({ status_code: status, body: 'why' })
  })

  test('a redirect is not followed', async () => {
    const elsewhere = keep(await receiver())
    const server = keep(await receiver((_, response) => response.writeHead(302, { location: elsewhere.url }).end()))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(reply).toMatchObject({ status_code: 302, headers: { location: elsewhere.url } })
    expect(elsewhere.connections).toBe(0)
  })

  test('counts even before the request was read', async () => {
    const server = keep(
      await rawServer((socket) => {
        socket.once('readable', () => socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok'))
      }),
    )
    const body = JSON.stringify('x'.repeat(4_000_000))
    expect(await target().send(message(server.url, { body }), 'a')).toMatchObject({ status_code: 202, body: 'ok' })
  })

  test('may follow early hints', async () => {
    const server = await responding('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 204 No Content\r\n\r\n')
    expect(await target().send(message(server.url), 'a')).toMatchObject({ status_code: 204, body: '' })
  })

  test('may end with its connection', async () => {
    const server = keep(
      await rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nold school'))),
    )
    expect(await target().send(message(server.url), 'a')).toMatchObject({ status_code: 200, body: 'old school' })
  })
})

describe('a response body', () => {
  const LIMIT = 65_536

  test('is read up to 64 KiB, after which the response still counts', async () => {
    const server = keep(
      await rawServer((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
          const more = () => {
            while (socket.writable && socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`));
          }
          socket.on('drain', more)
          more()
        })
      }),
    )
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(reply).toMatchObject({ status_code: 200, body_truncated: true })
    expect(reply.body).toBe('x'.repeat(LIMIT))
    await server.drained()
  })

  test('a body of exactly 64 KiB is complete', async () => {
    const server = keep(await receiver((_, response) => response.end('x'.repeat(LIMIT))))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(reply).toMatchObject({ body: 'x'.repeat(LIMIT), body_truncated: false })
  })

  test('is never cut inside a character', async () => {
    const server = keep(await receiver((_, response) => response.end(`x${'ž'.repeat(LIMIT)}`)))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(reply.body).toBe(`x${'ž'.repeat(LIMIT / 2 - 1)}`)
  })

  test('is complete for any chunking', async () => {
    const text = 'příliš žluťoučký kůň '.repeat(20)
    const server = keep(
      await receiver((_, response) => {
        for (const byte of Buffer.from(text)) response.write(Buffer.of(byte))
        response.end()
      }),
    )
    expect(answered(await target().send(message(server.url), 'a')).body).toBe(text)
  })

  test('is never inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const headers = { 'content-encoding': 'gzip', 'content-length': bomb.length }
    const server = keep(await receiver((_, response) => response.writeHead(200, headers).end(bomb)))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(Buffer.byteLength(reply.body)).toBeLessThan(4 * bomb.length)
  })

  test('is decoded as UTF-8, with U+FFFD for invalid bytes', async () => {
    const server = await responding(
      'HTTP/1.1 200 OK\r\nx-a: caf\xe9\r\ncontent-length: 5\r\n\r\n',
      Buffer.from('aaa\xffb', 'latin1'),
    )
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(reply.body).toBe('aaa\uFFFDb')
  })
})

describe('response headers', () => {
  test('are stored without the values of secret ones', async () => {
    const headers = {
      'set-cookie': ['a=secret', 'b=secret'],
      authorization: 'secret',
      'x-api-key': 'secret',
      'x-csrf-token': 'secret',
      'x-token-count': 'secret',
      'x-tokens': 'shown',
      'retry-after': '5',
    }
    const server = keep(await receiver((_, response) => response.writeHead(503, headers).end()))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(reply.headers).toMatchObject({ 'set-cookie': '***', 'x-tokens': 'shown', 'retry-after': '5' })
  })

  test('are stored under any name', async () => {
    const server = keep(await receiver((_, response) => response.setHeader('__proto__', 'a').writeHead(503).end()))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(Object.entries(reply.headers)).toContainEqual(['__proto__', 'a'])
  })

  test('are stored up to 8 KiB, including those that later stages need', async () => {
    const headers: Record<string, string> = {}
    for (let i = 0; i < 12; i++) headers[`x-${i}`] = 'y'.repeat(1000)
    headers['retry-after'] = '5'
    const server = keep(await receiver((_, response) => response.writeHead(503, headers).end()))
    const reply = answered(await target().send(message(server.url), 'a'))
    expect(JSON.stringify(reply.headers).length).toBeLessThan(9000)
    expect(reply.headers).toMatchObject({ 'retry-after': '5', 'x-0': 'y'.repeat(1000) })
  })
})

test.each([
  ['content-length: 2\r\ncontent-length: 2', 'it sends Content-Length twice'],
  ['content-length: 2\r\nX-A: b\r\nContent-Length:2', 'it sends Content-Length twice'],
  ['content-length: 2, 2', 'it sends Content-Length twice'],
  ['content-length: 2\r\ncontent-length: 3', 'it sends different values of Content-Length'],
  ['content-length: 2\r\ntransfer-encoding: chunked', 'it sends Content-Length beside Transfer-Encoding'],
])('a response with %j is invalid, and the message has its status and the reason', async (lines, problem) => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
  const server = await responding(`${interim}HTTP/1.1 201 Created\r\n${lines}\r\n\r\n2\r\nok\r\n0\r\n\r\n`)
  const reply = await target().send(message(server.url), 'a')
  const detail = `${new URL(server.url).host} responded 201 with something that is not valid HTTP/1.1: ${problem}`
  expect(reply).toMatchObject({ reason: 'bad-answer', detail })
})
