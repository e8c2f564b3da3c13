import { expect, test } from 'vitest'
import { receiver } from '../../support/servers/listening.ts'
import { openProxy } from '../../support/servers/proxy.ts'
import { anywhere as resolver } from '../../support/servers/tls.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target } = sending()

test('with a forward proxy the proxy is asked for the checked address, never for a name', async () => {
  const proxy = keep(await openProxy())
  const server = keep(await receiver())
  const sender = target({ proxy: proxy.url, resolver })
  const reply = await sender.send(message(`http://receiver.example:${server.port}/hook`), 'a')
  expect(reply).toMatchObject({ kind: 'response', status_code: 200 })
  expect(server.received[0]).toMatchObject({ headers: { host: `receiver.example:${server.port}` } })
  const authorization = `Basic ${Buffer.from('user:pass@word').toString('base64')}`
  expect(proxy.asked).toEqual([{ place: `127.0.0.1:${server.port}`, authorization }])
})

test('a blocked address is refused before the proxy is asked', async () => {
  const proxy = keep(await openProxy())
  const sender = target({
    proxy: proxy.url,
    resolver: (_, __, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  expect(await sender.send(message('http://receiver.example/'), 'a')).toMatchObject({ reason: 'address-blocked' })
  expect(await sender.send(message('http://169.254.169.254/'), 'b')).toMatchObject({ reason: 'address-blocked' })
  expect(proxy.asked).toEqual([])
})

test('a proxy that refuses, or is not there, is told apart from the receiver', async () => {
  const refusing = keep(await openProxy('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const told = await target({ proxy: refusing.url, resolver }).send(message('http://receiver.example/'), 'a')
  expect(told).toMatchObject({ reason: 'proxy', detail: expect.stringContaining('The forward proxy responded 407') })
  const gone = await target({ proxy: new URL('http://127.0.0.1:1'), resolver }).send(
    message('http://receiver.example/'),
    'a',
  )
  expect(gone).toMatchObject({
    reason: 'proxy',
    detail: expect.stringContaining('The forward proxy cannot be reached'),
  })
})

test('a proxy that never answers is given up at the deadline', async () => {
  const silent = keep(await openProxy(''))
  const sender = target({ proxy: silent.url, resolver, timeout_ms: 300 })
  expect(await sender.send(message('http://receiver.example/'), 'a')).toMatchObject({ reason: 'timeout' })
})
