import { expect, test } from 'vitest'
import { dnsResolver } from '../../../src/deliveries/targets/network/resolver.ts'
import { openDnsServer } from '../../support/servers/dns-server.ts'
import { receiver } from '../../support/servers/listening.ts'
import { message, sending } from '../../support/targets/sending.ts'

const { keep, target } = sending()

test.concurrent('a name that turns private between attempts is blocked before anything connects', async () => {
  const server = keep(await receiver())
  const dns = keep(await openDnsServer((_, times) => (times === 1 ? ['127.0.0.1'] : ['127.0.0.2'])))
  const sender = target({ resolver: dnsResolver([dns.address]) })
  const url = `http://rebinding.example:${server.port}/`
  // Each lane has its own connections, so every send resolves the name again.
  expect(await sender.send(message(url), 'a')).toMatchObject({ kind: 'response', status_code: 200 })
  expect(await sender.send(message(url), 'b')).toMatchObject({ reason: 'address-blocked' })
  expect(server.received).toHaveLength(1)
  expect(new Set(dns.asked)).toEqual(new Set(['rebinding.example']))
})

test.concurrent('one private address among public ones blocks them all', async () => {
  const dns = keep(await openDnsServer(() => ['93.184.216.34', '10.0.0.1']))
  const reply = await target({ resolver: dnsResolver([dns.address]) }).send(message('http://mixed.example/'), 'a')
  expect(reply).toMatchObject({ reason: 'address-blocked' })
  expect(JSON.stringify(reply)).not.toContain('10.0.0.1')
})

test.concurrent('an unknown name is reported as not found', async () => {
  const dns = keep(await openDnsServer(() => []))
  const reply = await target({ resolver: dnsResolver([dns.address]) }).send(message('http://nowhere.example/'), 'a')
  expect(reply).toMatchObject({ reason: 'name-not-found' })
})
