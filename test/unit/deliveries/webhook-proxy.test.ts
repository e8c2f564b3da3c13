import { expect, test } from 'vitest'
import type { Resolver } from '../../../src/deliveries/targets/network/guard.ts'
import { receiver } from '../../support/servers/listening.ts'
import { openProxy } from '../../support/servers/proxy.ts'
import { anywhere as resolver } from '../../support/servers/tls.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target } = sending()

test('a forward proxy gets the checked address, never a name', async () => {
  const proxy = keep(await openProxy())
  const server = keep(await receiver())
  const sender = target({ proxy: proxy.url, resolver })
  const reply = await sender.send(message(`http://receiver.example:${server.port}/hook`), 'a')
  expect(reply).toMatchObject({ kind: 'response', status_code: 200 })
  expect(server.received[0]).toMatchObject({ headers: { host: `receiver.example:${server.port}` } })
  const authorization = `Basic ${Buffer.from('user:pass@word').toString('base64')}`
  expect(proxy.asked).toEqual([{ place: `127.0.0.1:${server.port}`, authorization }])
})

test.each([
  ['a percent sign that begins no escape', '100%', '100%'],
  ['escapes and a percent sign', '%C3%A4%40%zz%', 'ä@%zz%'],
  ['an escape that is not UTF-8', 'a%ff', 'a%ff'],
])('a password with %s authenticates at the proxy', async (_, written, meant) => {
  const proxy = keep(await openProxy())
  const server = keep(await receiver())
  const url = new URL(`http://user:${written}@127.0.0.1:${proxy.port}`)
  const sender = target({ proxy: url, resolver })
  expect(await sender.send(message(`http://receiver.example:${server.port}/`), 'a')).toMatchObject({ status_code: 200 })
  expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from(`user:${meant}`).toString('base64')}`)
})

test('an IP address needs no name server behind a proxy', async () => {
  const proxy = keep(await openProxy())
  const server = keep(await receiver())
  const lookups: string[] = []
  const nameServer: Resolver = (hostname, _options, callback) => {
    lookups.push(hostname)
    callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
  }
  const sender = target({ proxy: proxy.url, resolver: nameServer })
  expect(await sender.send(message(server.url), 'a')).toMatchObject({ status_code: 200 })
  expect(proxy.asked.map(({ place }) => place)).toEqual([`127.0.0.1:${server.port}`])
  expect(lookups).toEqual([])
})

/** Resolvers that misbehave in their callback. */
const BROKEN: Record<string, Resolver> = {
  throws: () => {
    throw new Error('broken')
  },
  'finds something that is no list': (_, __, callback) => callback(null, null as never),
  'finds no addresses of a known form': (_, __, callback) => callback(null, [{} as never]),
  'calls back twice': (_, __, callback) => {
    callback(null, [{ address: '127.0.0.1', family: 4 }])
    callback(null, undefined as never)
  },
}

test.each(Object.entries(BROKEN))(
  'a name server that %s fails the attempt, with and without a proxy',
  async (_, broken) => {
    const proxy = keep(await openProxy('HTTP/1.1 503 Service Unavailable\r\n\r\n'))
    for (const options of [{ resolver: broken }, { resolver: broken, proxy: proxy.url }]) {
      const reply = await target(options).send(message('http://receiver.example:1/'), 'a')
      expect(reply).toMatchObject({ kind: 'no_response' })
    }
  },
)

test('a blocked address is rejected before the proxy is contacted', async () => {
  const proxy = keep(await openProxy())
  const sender = target({
    proxy: proxy.url,
    resolver: (_, __, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  expect(await sender.send(message('http://receiver.example/'), 'a')).toMatchObject({ reason: 'address-blocked' })
  expect(await sender.send(message('http://169.254.169.254/'), 'b')).toMatchObject({ reason: 'address-blocked' })
  expect(proxy.asked).toEqual([])
})

test('the failure of a proxy is distinguished from that of the receiver', async () => {
  const refusing = keep(await openProxy('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const rejected = await target({ proxy: refusing.url, resolver }).send(message('http://receiver.example/'), 'a')
  expect(rejected).toMatchObject({
    reason: 'proxy',
    detail: expect.stringContaining('The forward proxy responded 407'),
  })
  const gone = await target({ proxy: new URL('http://127.0.0.1:1'), resolver }).send(
    message('http://receiver.example/'),
    'a',
  )
  expect(gone).toMatchObject({
    reason: 'proxy',
    detail: expect.stringContaining('The forward proxy cannot be reached'),
  })
})

test('a proxy that never responds fails at the deadline', async () => {
  const silent = keep(await openProxy(''))
  const sender = target({ proxy: silent.url, resolver, timeout_ms: 300 })
  expect(await sender.send(message('http://receiver.example/'), 'a')).toMatchObject({ reason: 'timeout' })
})
