import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Resolver } from '../../../src/deliveries/targets/guard.ts'
import { receiver } from '../../support/listening.ts'
import { message, sending } from '../../support/sending.ts'

const { keep, target } = sending()
const proxies: Server[] = []

afterEach(() => {
  for (const proxy of proxies.splice(0)) {
    proxy.close()
    proxy.closeAllConnections()
  }
})

/** A forward proxy on loopback that remembers what it was asked for. */
async function openProxy(answer = 'HTTP/1.1 200 Connection established\r\n\r\n') {
  const asked: { place: string; authorization: string | undefined }[] = []
  const server = createServer().listen(0, '127.0.0.1')
  server.on('connect', (request, socket) => {
    asked.push({ place: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    socket.on('error', () => {})
    socket.write(answer)
    if (answer === '') return undefined
    if (!answer.includes(' 200 ')) return socket.end()
    const exit = connect(Number(request.url?.split(':')[1]), '127.0.0.1')
    exit.on('error', () => socket.destroy())
    return socket.pipe(exit).pipe(socket)
  })
  proxies.push(server)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { asked, url: new URL(`http://user:pass%40word@127.0.0.1:${port}`) }
}

const resolver: Resolver = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])

test('with a forward proxy the proxy is asked for the checked address, never for a name', async () => {
  const proxy = await openProxy()
  const server = keep(await receiver())
  const sender = target({ proxy: proxy.url, resolver })
  const reply = await sender.send(message(`http://receiver.example:${server.port}/hook`), 'a')
  expect(reply).toMatchObject({ kind: 'answer', status_code: 200 })
  expect(server.received[0]).toMatchObject({ headers: { host: `receiver.example:${server.port}` } })
  const authorization = `Basic ${Buffer.from('user:pass@word').toString('base64')}`
  expect(proxy.asked).toEqual([{ place: `127.0.0.1:${server.port}`, authorization }])
})

test('a blocked address is refused before the proxy is asked', async () => {
  const proxy = await openProxy()
  const sender = target({
    proxy: proxy.url,
    resolver: (_, __, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  expect(await sender.send(message('http://receiver.example/'), 'a')).toMatchObject({ reason: 'address-blocked' })
  expect(await sender.send(message('http://169.254.169.254/'), 'b')).toMatchObject({ reason: 'address-blocked' })
  expect(proxy.asked).toEqual([])
})

test('a proxy that refuses, or is not there, is told apart from the receiver', async () => {
  const refusing = await openProxy('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  const told = await target({ proxy: refusing.url, resolver }).send(message('http://receiver.example/'), 'a')
  expect(told).toMatchObject({ reason: 'proxy', detail: 'The forward proxy answered 407' })
  const gone = await target({ proxy: new URL('http://127.0.0.1:1'), resolver }).send(
    message('http://receiver.example/'),
    'a',
  )
  expect(gone).toMatchObject({ reason: 'proxy', detail: 'The forward proxy cannot be reached' })
})

test('a proxy that never answers is given up at the deadline', async () => {
  const silent = await openProxy('')
  const sender = target({ proxy: silent.url, resolver, timeout_ms: 300 })
  expect(await sender.send(message('http://receiver.example/'), 'a')).toMatchObject({ reason: 'timeout' })
})
