import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultTimeouts } from '../../../src/http/sockets.ts'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'
import { startStopwatch } from '../../support/measures/stopwatch.ts'
import { NOT_LOGGED_IN } from '../../support/people/callers.ts'

const timeouts = { ...defaultTimeouts, headers: 300, request: 600, close: 500 }

let door: FrontDoor
beforeAll(async () => {
  door = await openFrontDoor({ timeouts })
  await door.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => door.server.close())

type Peer = { socket: Socket; received: () => string; ended: Promise<string> }

async function dial(target: FrontDoor): Promise<Peer> {
  const socket = connect(Number(new URL(target.server.listeningOrigin).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<string>((resolve) => socket.on('error', () => {}).on('close', () => resolve(text)))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, received: () => text, ended }
}

async function talk(text: string | Buffer): Promise<string> {
  const peer = await dial(door)
  peer.socket.write(text)
  return peer.ended
}

function bodyOf(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}

const HEAD = 'Host: tidings.test\r\nAuthorization: Bearer seller\r\nConnection: close\r\n'

test('accepts unencoded brackets, parentheses, bars and colons in a query', async () => {
  const filter = '(eq(status,complete)|eq(status,processing)):ge(created_at,2018-04-16T10:11:59.715Z)'
  const answer = await talk(`GET /v2/things?page[limit]=5&filter=${filter} HTTP/1.1\r\n${HEAD}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  expect(bodyOf(answer).query).toEqual({ 'page[limit]': 5, filter })
})

test.each([
  ['keeps its connection', 'Bearer seller', 413],
  ['closes its connection', 'Bearer seller\r\nConnection: close', 413],
  ['is not known', 'Bearer nobody\r\nConnection: close', 401],
])('a client that %s and reads only after writing 9 MB gets its response', async (_, head, status) => {
  const socket = connect(Number(new URL(door.server.listeningOrigin).port), '127.0.0.1')
  const body = Buffer.alloc(9_000_000, ' ')
  const lines = [
    'POST /v2/things HTTP/1.1',
    'Host: tidings.test',
    `Authorization: ${head}`,
    'Content-Type: application/json',
  ]
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, () => resolve())
  })
  const [chunk] = await once(socket, 'data')
  expect(String(chunk)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  socket.destroy()
})

test.each(['Host: other.test', 'host:tidings.test'])('a second Host header (%s) is rejected with 400', async (host) => {
  const answer = await talk(`GET /v2/things HTTP/1.1\r\n${host}\r\n${HEAD}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  expect(bodyOf(answer).errors[0]).toMatchObject({ detail: 'The request has more than one Host.' })
})

test('a client that does not finish its headers is disconnected with 408', async () => {
  const answer = await talk('GET /v2/things HTTP/1.1\r\nHost: tidings.test\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 408/)
  expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/)
  expect(bodyOf(answer).errors[0]).toMatchObject({ status: 408, title: 'Request Timeout' })
})

test('a client that sends nothing is disconnected', async () => {
  const peer = await dial(door)
  await peer.ended
})

test('a client that sends its body byte by byte is disconnected', async () => {
  const peer = await dial(door)
  peer.socket.write(
    `POST /v2/anything HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  )
  const drip = setInterval(() => peer.socket.write(' '), 50)
  await peer.ended
  clearInterval(drip)
  expect(peer.received()).not.toMatch(/ 200 /)
})

test('input that is not HTTP gets a 400 in the usual error format', async () => {
  const answer = await talk('HELO there\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  expect(bodyOf(answer).errors[0]).toMatchObject({ status: 400, detail: expect.any(String) })
})

test('oversized headers get a 431', async () => {
  const answer = await talk(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431/)
  expect(bodyOf(answer).errors[0].status).toBe(431)
})

test('a body with a large Content-Length is rejected without being read', async () => {
  const answer = await talk(
    `POST /v2/anything HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 413/)
  expect(bodyOf(answer).errors[0].detail).toContain('2097152 bytes')
})

test('a client that stops in a rejected body gets exactly one response', async () => {
  const answer = await talk(
    `POST /v2/anything HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n{`,
  )
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413'])
})

test('a chunked body is rejected once it is too large, and the response arrives', async () => {
  let left = 10_000
  const response = await fetch(`${door.server.listeningOrigin}/v2/anything`, {
    method: 'POST',
    headers: { authorization: 'Bearer seller', 'content-type': 'application/json' },
    body: new ReadableStream({
      pull(controller) {
        left -= 1
        if (left === 0) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    }),
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(413)
  expect(left).toBeGreaterThan(0)
})

test('closing ends idle connections at once and drains in-flight requests', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const closing = await openFrontDoor({
    authenticate: async () => {
      await gate
      return { ...NOT_LOGGED_IN, organization_id: 'o', store_id: null, key_id: 'k', role: 'seller' }
    },
  })
  await closing.server.listen({ host: '127.0.0.1', port: 0 })
  const idle = await dial(closing)
  idle.socket.write('GET /v2/public HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((resolve) => idle.socket.once('data', resolve))
  const busy = await dial(closing)
  const reached = new Promise<void>((resolve) => closing.server.server.once('request', () => resolve()))
  busy.socket.write('GET /v2/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n')
  await reached
  const closed = closing.server.close()
  await idle.ended
  release()
  expect(await busy.ended).toMatch(/^HTTP\/1\.1 200[\s\S]*connection: close/i)
  await closed
})

test('closing cuts off requests that hang for too long', async () => {
  const closing = await openFrontDoor({ timeouts: { ...timeouts, headers: 60_000, request: 60_000, close: 200 } })
  await closing.server.listen({ host: '127.0.0.1', port: 0 })
  const peer = await dial(closing)
  peer.socket.write('POST /v2/anything HTTP/1.1\r\nHost: a\r\n')
  const hanging = startStopwatch()
  await closing.server.close()
  await peer.ended
  expect(hanging.stop()).toBeLessThan(5000)
})

test('a client that disconnects before the response is logged', async () => {
  const other = await openFrontDoor({ authenticate: () => new Promise(() => {}) })
  await other.server.listen({ host: '127.0.0.1', port: 0 })
  const peer = await dial(other)
  const logged = new Promise<void>((resolve) =>
    other.server.server.once('request', (_request, response) => response.once('close', () => setImmediate(resolve))),
  )
  peer.socket.write('GET /v2/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n')
  await new Promise((resolve) => other.server.server.once('request', resolve))
  peer.socket.destroy()
  await logged
  expect(other.lines).toContainEqual(expect.objectContaining({ route: '/v2/things', status: 'aborted' }))
  await other.server.close()
})
