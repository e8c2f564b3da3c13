import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  AddressBlocked,
  type AddressPolicy,
  addressPolicy,
  checkLiteral,
  guardedLookup,
  isBlocked,
  NameRefused,
  type Resolver,
} from '../../../src/deliveries/targets/network/guard.ts'
import { noResponseOf } from '../../../src/deliveries/targets/network/no-response.ts'
import { REFUSED_LITERALS, REFUSED_RANGES } from '../../support/targets/addresses.ts'
import { messageOf } from '../../support/targets/failures/table.ts'

const closed = addressPolicy({ networks: [], hosts: [], refusals: 'explained' })

function allowing(networks: string[], hosts: string[] = []): AddressPolicy {
  return addressPolicy({ networks, hosts, refusals: 'explained' })
}

describe('rejects the first and the last address of a range', () => {
  test.each(REFUSED_RANGES)('%s', (_, first, last) => {
    for (const address of [first, last]) expect(isBlocked(closed, 'receiver.example', address)).toBe(true)
  })
})

test.each([
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['191.255.255.255', '192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['203.0.112.255', '203.0.114.0', '223.255.255.255', '8.8.8.8'],
  ...['2001:200::', '2001:db7::', '2001:db9::', '2003::', '2606:4700::1111', '2a00::', '3ffd::', '3fff:1000::'],
])('allows the public address %s next to a blocked range', (address) => {
  expect(isBlocked(closed, 'receiver.example', address)).toBe(false)
})

describe('an operator', () => {
  test.each([
    ['10.1.0.0/16', '10.1.255.255', '10.2.0.0'],
    ['10.1.2.3/8', '10.255.0.1', '172.16.1.1'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.2'],
    ['169.254.169.254/32', '169.254.169.254', '169.254.169.253'],
    ['fd12::/16', 'fd12::1', 'fd13::1'],
    ['::1', '::1', '::2'],
    ['64:ff9b::/96', '64:ff9b::808:808', '64:ff9b:1::1'],
    [' 192.168.0.0/16 ', '192.168.1.1', '10.0.0.1'],
  ])('can allow the network %s and nothing outside it', (network, inside, outside) => {
    expect(isBlocked(allowing([network]), 'receiver.example', inside)).toBe(false)
    expect(isBlocked(allowing([network]), 'receiver.example', outside)).toBe(true)
  })

  test('can allow a network including its IPv4-mapped addresses', () => {
    const policy = allowing(['10.0.0.0/8'])
    for (const address of ['::ffff:10.1.2.3', '::ffff:a01:203']) expect(isBlocked(policy, 'a', address)).toBe(false)
    for (const address of ['::ffff:11.1.2.3', '::10.1.2.3', '64:ff9b::10.1.2.3', '2002:a01:203::']) {
      expect(isBlocked(policy, 'a', address)).toBe(true)
    }
  })

  test('can allow a host by its exact name, for any address', () => {
    const policy = allowing([], ['Internal.Example.', 'bücher.example', '[::1]'])
    for (const host of ['internal.example', 'INTERNAL.EXAMPLE', 'internal.example.', 'xn--bcher-kva.example']) {
      expect(isBlocked(policy, host, '10.0.0.1')).toBe(false)
    }
    const others = ['example', 'x.internal.example', 'internal.example.evil.example', 'internal.example/x', '']
    for (const host of [...others, 'x@internal.example', 'internal.example%2fx', 'internal.example..']) {
      expect(isBlocked(policy, host, '10.0.0.1')).toBe(true)
    }
    expect(checkLiteral(policy, '[::1]')).toBeNull()
    expect(checkLiteral(policy, '[::2]')).not.toBeNull()
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'example.com',
    '',
    '/8',
  ])('cannot allow a malformed network such as %j', (network) =>
    expect(() => allowing([network])).toThrow(`"${network}" is not a network`),
  )
})

describe('checkLiteral', () => {
  test.each(REFUSED_LITERALS)('rejects %s', (host) => {
    expect(checkLiteral(closed, host)).toBeInstanceOf(AddressBlocked)
  })

  test('accepts names and public addresses', () => {
    for (const host of ['receiver.example', 'localhost', '8.8.8.8', '[2606:4700::1111]', '134744072', '', 'a b']) {
      expect(checkLiteral(closed, host)).toBeNull()
    }
  })

  test('reports the operator how to allow the address', () => {
    const message = '127.0.0.1 is a private or reserved address; an operator can allow it with TIDINGS_ALLOW_NETWORKS'
    expect(checkLiteral(closed, '2130706433')?.message).toContain(message)
  })
})

describe('a guarded lookup', () => {
  const at = (...addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family: isIP(address) }))
  const responding =
    (...answers: LookupAddress[][]): Resolver =>
    (_, options, callback) => {
      expect(options).toMatchObject({ all: true, order: 'verbatim' })
      callback(null, answers.shift() ?? [])
    }

  function look(policy: AddressPolicy, resolver: Resolver, options = { all: true }) {
    return new Promise<unknown>((resolve) => {
      guardedLookup(policy, resolver)('receiver.example', options, (error, address, family) =>
        resolve(error ?? (family === undefined ? address : { address, family })),
      )
    })
  }

  test("returns public addresses in the resolver's order", async () => {
    const addresses = at('2606:4700::1111', '8.8.8.8')
    expect(await look(closed, responding(addresses))).toStrictEqual(addresses)
    expect(await look(closed, responding(addresses), { all: false })).toStrictEqual(addresses[0])
  })

  test('rejects all addresses if one is blocked', async () => {
    const mixed = [at('8.8.8.8', '10.0.0.1'), at('::1', '8.8.8.8'), at('8.8.8.8', 'fe80::1%eth0')]
    for (const addresses of mixed) {
      for (const all of [true, false]) {
        const error = await look(closed, responding(addresses), { all })
        expect(error).toMatchObject({ code: 'ADDRESS_BLOCKED' })
        expect(String(error)).toContain('receiver.example resolves to a private or reserved address')
        expect(String(error)).not.toContain('10.0.0.1')
      }
    }
  })

  test('checks every result again, so that a name cannot change after the check', async () => {
    const resolver = responding(at('8.8.8.8'), at('127.0.0.1'))
    expect(await look(closed, resolver)).toStrictEqual(at('8.8.8.8'))
    expect(await look(closed, resolver)).toBeInstanceOf(AddressBlocked)
  })

  test('does not trust the address family that a resolver reports', async () => {
    const lying = [{ address: '::ffff:127.0.0.1', family: 4 }]
    expect(await look(closed, responding(lying))).toBeInstanceOf(AddressBlocked)
    expect(await look(closed, responding([{ address: '8.8.8.8', family: 6 }]))).toStrictEqual(at('8.8.8.8'))
  })

  test('accepts names that an operator allowed', async () => {
    const policy = allowing([], ['receiver.example'])
    expect(await look(policy, responding(at('10.0.0.1')))).toStrictEqual(at('10.0.0.1'))
  })

  test('passes on failures of the resolver, and reports an empty result as not found', async () => {
    const failure = Object.assign(new Error('no'), { code: 'EAI_AGAIN' })
    expect(await look(closed, (_, __, callback) => callback(failure, []))).toBe(failure)
    expect(await look(closed, responding([]))).toMatchObject({ code: 'ENOTFOUND' })
  })
})

describe('a name that resolves to a private address is indistinguishable from an unknown name', () => {
  const failing =
    (code: string): Resolver =>
    (_, __, callback) =>
      callback(Object.assign(new Error(code), { code }), [])
  const responding =
    (...addresses: string[]): Resolver =>
    (_, __, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
  const CAUSES: Record<string, Resolver> = {
    'a private address': responding('10.0.0.1'),
    'a private address among public ones': responding('8.8.8.8', '::1'),
    'no address': responding(),
    'no such name': failing('ENOTFOUND'),
    'a name without addresses': failing('ENODATA'),
    'a resolver that is away': failing('EAI_AGAIN'),
  }

  test('their errors have the same code and timing', async () => {
    const policy = addressPolicy({ networks: [], hosts: [] })
    const refused = Object.entries(CAUSES).map(
      ([cause, resolver]) =>
        new Promise<[string, NodeJS.ErrnoException | null, number]>((resolve) => {
          const began = performance.now()
          guardedLookup(policy, resolver)('receiver.example', { all: true }, (error) =>
            resolve([cause, error, performance.now() - began]),
          )
        }),
    )
    for (const [cause, error, took] of await Promise.all(refused)) {
      expect(error, cause).toMatchObject({ code: 'NAME_REFUSED', cause: expect.any(Error) })
      expect(error?.message).toBe('receiver.example does not resolve to an address that deliveries may reach')
      expect(took, cause).toBeGreaterThan(990)
    }
  })

  test.each(Object.entries(CAUSES))('their log messages have the same text and timing: %s', async (_, resolver) => {
    vi.useFakeTimers()
    try {
      const policy = addressPolicy({ networks: [], hosts: [] })
      let reported: unknown = null
      guardedLookup(policy, resolver)('receiver.example', { all: true }, (error) => {
        reported = noResponseOf(error as Error, 'receiver.example:443')
      })
      await vi.advanceTimersByTimeAsync(999)
      expect(reported).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      expect(reported).toMatchObject({
        detail: messageOf('webhook-no-such-name', { endpoint: 'receiver.example:443' }),
      })
    } finally {
      vi.useRealTimers()
    }
  })

  test('only the operator sees the reason', () => {
    const causeOf = (resolver: Resolver) =>
      new Promise<Error | null>((resolve) => guardedLookup(closed, resolver)('a', { all: true }, resolve))
    return Promise.all(
      Object.entries(CAUSES).map(async ([cause, resolver]) => {
        const refusal = new NameRefused('no', { cause: await causeOf(resolver) })
        const reasons = cause.startsWith('a private') ? ['address-blocked'] : ['name-not-found', 'name-server']
        expect(reasons).toContain(noResponseOf(refusal, 'a:1').reason)
      }),
    )
  })
})

describe('every address', () => {
  const inNetwork = (first: bigint, bits: number, prefix: number) =>
    fc.bigInt(0n, (1n << BigInt(bits - prefix)) - 1n).map((offset) => first + offset)
  const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
  const colons = (value: bigint) =>
    Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':')
  const ipv4 = inNetwork(0n, 32, 0)

  test('an IPv4 address is blocked in every translated form, public or not', () => {
    fc.assert(
      fc.property(ipv4, (value) => {
        const forms = [value, (0xffffn << 32n) + value, (0x64ff9bn << 96n) + value]
        const sixToFour = (0x2002n << 112n) + (value << 80n)
        const teredo = (0x2001_0000n << 96n) + (value ^ 0xffff_ffffn)
        for (const form of [...forms, sixToFour, teredo]) expect(isBlocked(closed, 'a', colons(form))).toBe(true)
      }),
    )
  })

  test('a private address is blocked in any notation, and allowed once its network is', () => {
    const privately = fc.oneof(
      inNetwork(0x0a00_0000n, 32, 8),
      inNetwork(0x7f00_0000n, 32, 8),
      inNetwork(0xc0a8_0000n, 32, 16),
    )
    fc.assert(
      fc.property(privately, (value) => {
        const written = [dotted(value), String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`]
        const network = `${dotted(value)}/32`
        for (const host of written) {
          expect(checkLiteral(closed, host)).toBeInstanceOf(AddressBlocked)
          expect(checkLiteral(allowing([network]), host)).toBeNull()
        }
        expect(isBlocked(allowing([network]), 'a', `::ffff:${dotted(value)}`)).toBe(false)
      }),
    )
  })

  test('addresses outside 2000::/3 are blocked over IPv6', () => {
    fc.assert(
      fc.property(inNetwork(0n, 128, 0), (value) => {
        fc.pre(value >> 125n !== 1n)
        expect(isBlocked(closed, 'a', colons(value))).toBe(true)
        expect(isBlocked(closed, 'a', `${colons(value)}%eth0`)).toBe(true)
      }),
    )
  })

  test('one blocked address among any number of public ones rejects them all', () => {
    const publicly = inNetwork(0x0800_0000n, 32, 8).map(dotted)
    const addresses = fc.array(publicly, { maxLength: 8 })
    fc.assert(
      fc.property(addresses, addresses, (before, after) => {
        const answers = [...before, '192.168.0.1', ...after].map((address) => ({ address, family: 4 }))
        const resolver: Resolver = (_, __, callback) => callback(null, answers)
        const seen: unknown[] = []
        guardedLookup(closed, resolver)('a', { all: true }, (error, found) => seen.push(error, found))
        expect(seen).toStrictEqual([expect.any(AddressBlocked), []])
      }),
    )
  })
})
