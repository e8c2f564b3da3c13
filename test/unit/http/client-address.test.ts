import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { areTrustedProxies, makeClientAddress, networkOf } from '../../../src/http/callers/client-address.ts'

function read(trusted: string[], peer: string, headers: IncomingHttpHeaders): string {
  const socket = { remoteAddress: peer } as IncomingMessage['socket']
  return makeClientAddress(trusted)({ headers, socket })
}

const list = (text: string) => ({ 'x-forwarded-for': text })
const PROXY = ['10.0.0.0/8', '2001:db8:ff::/48']

test.each<[string, string[], string, IncomingHttpHeaders, string]>([
  ['without proxies the peer', [], '10.0.0.1', { ...list('192.0.2.7'), forwarded: 'for=192.0.2.7' }, '10.0.0.1'],
  ['a peer that is not trusted', PROXY, '192.0.2.9', list('192.0.2.7'), '192.0.2.9'],
  ['a trusted peer that says nothing', PROXY, '10.0.0.1', {}, '10.0.0.1'],
  ['X-Forwarded-For', PROXY, '10.0.0.1', list('192.0.2.7'), '192.0.2.7'],
  ['Forwarded', PROXY, '10.0.0.1', { forwarded: 'for=192.0.2.7;proto=https;by=10.0.0.1' }, '192.0.2.7'],
  ['several trusted proxies', PROXY, '10.0.0.1', list('192.0.2.7, 10.0.0.3 , 10.0.0.2'), '192.0.2.7'],
  ['entries left of the client', PROXY, '10.0.0.1', list('198.51.100.1, 10.0.0.9, 192.0.2.7'), '192.0.2.7'],
  ['elements left of it', PROXY, '10.0.0.1', { forwarded: 'for=198.51.100.1, for=192.0.2.7' }, '192.0.2.7'],
  ['an IPv4 address with a port', PROXY, '10.0.0.1', list('192.0.2.7:4711'), '192.0.2.7'],
  ['an IPv6 address', PROXY, '10.0.0.1', list('2001:DB8::7'), '2001:db8::7'],
  ['one with a port', PROXY, '10.0.0.1', list('[2001:db8::7]:4711'), '2001:db8::7'],
  ['one in Forwarded', PROXY, '10.0.0.1', { forwarded: 'For="[2001:db8::7]:4711"' }, '2001:db8::7'],
  ['an IPv6 proxy', PROXY, '2001:db8:ff::1', list('2001:db8::7'), '2001:db8::7'],
  ['a peer in mapped form', PROXY, '::ffff:10.0.0.1', list('::ffff:192.0.2.7'), '192.0.2.7'],
  ['a sender who is hidden', PROXY, '10.0.0.1', { forwarded: 'for=unknown, for=10.0.0.2' }, '10.0.0.2'],
  ['a port that is hidden', PROXY, '10.0.0.1', { forwarded: 'for="192.0.2.7:_gazonk"' }, '192.0.2.7'],
  ['what is not an address', PROXY, '10.0.0.1', list('192.0.2.7, a@192.0.2.8'), '10.0.0.1'],
  ['a Forwarded that cannot be read', PROXY, '10.0.0.1', { forwarded: 'for="192.0.2.8, for=192.0.2.7' }, '10.0.0.1'],
  ['headers that agree', PROXY, '10.0.0.1', { ...list('192.0.2.7'), forwarded: 'for=192.0.2.7' }, '192.0.2.7'],
  ['headers that differ', PROXY, '10.0.0.1', { ...list('192.0.2.7'), forwarded: 'for=192.0.2.8' }, '10.0.0.1'],
  ['one proxy, whatever its address', ['1'], '192.0.2.9', list('198.51.100.1, 192.0.2.7'), '192.0.2.7'],
  ['two of them', ['2'], '192.0.2.9', list('198.51.100.1, 192.0.2.7, 192.0.2.8'), '192.0.2.7'],
  ['fewer than there should be', ['3'], '192.0.2.9', list('192.0.2.7'), '192.0.2.7'],
  ['none', ['0'], '192.0.2.9', list('192.0.2.7'), '192.0.2.9'],
  ['a named network', ['loopback'], '127.0.0.1', list('192.0.2.7'), '192.0.2.7'],
])('finds the client behind %s', (_, trusted, peer, headers, client) => {
  expect(read(trusted, peer, headers)).toBe(client)
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'fd00::/129', '-1', '100', '1.5', '10.0.0/8'])(
  'rejects the setting %s, alone or beside a network',
  (entry) => {
    expect(areTrustedProxies([entry])).toBe(false)
    expect(areTrustedProxies(['10.0.0.0/8', entry])).toBe(false)
  },
)

test('accepts nothing, networks and addresses, or a single number', () => {
  for (const entries of [[], PROXY, ['loopback', '192.0.2.1', '::1'], ['0'], ['99']])
    expect(areTrustedProxies(entries)).toBe(true)
  expect(areTrustedProxies(['1', '10.0.0.0/8'])).toBe(false)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1:2:3:4%eth0', 'fe80:0:0:0::/64'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
