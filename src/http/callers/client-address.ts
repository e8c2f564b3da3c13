import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { parse as parseForwarded } from 'forwarded-parse'

/** The client's network address, such as `192.0.2.7`. */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/**
 * Reads the client's address. `trusted_proxies`, as `areTrustedProxies` accepts them, are networks whose
 * `X-Forwarded-For` and `Forwarded` (RFC 7239) are trusted, or the number of proxies; if empty, the peer is the client.
 */
export function makeClientAddress(trusted_proxies: readonly string[]): ClientAddress {
  if (trusted_proxies.length === 0) return peerOf
  const isTrusted = trustIn(trusted_proxies)
  return (request) => {
    const peer = peerOf(request)
    const [client = peer, ...others] = chainsIn(request.headers).map((chain) => clientOf(peer, chain, isTrusted))
    // A proxy sets one of the headers and passes on the client's other header, so if they differ, neither is trusted.
    return others.every((other) => other === client) ? client : peer
  }
}

/** True for networks such as `10.0.0.0/8`, or a single number. */
export function areTrustedProxies(entries: readonly string[]): boolean {
  return (entries.length === 1 && HOPS.test(entries[0] ?? '')) || entries.every(isNetwork)
}

/**
 * The network that limits apply to: an IPv4 address, or the first 64 bits of an IPv6 address, which one client
 * controls.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const groups = [...(before ?? []), ...Array(8).fill('0')].slice(0, 8 - (after?.length ?? 0)).concat(after ?? [])
  return `${groups.slice(0, 4).join(':')}::/64`
}

type IsTrusted = (address: string, hop: number) => boolean

const HOPS = /^\d{1,2}$/
const NAMES = ['loopback', 'linklocal', 'uniquelocal']

function trustIn(trusted_proxies: readonly string[]): IsTrusted {
  const [only = '', ...others] = trusted_proxies
  if (others.length === 0 && HOPS.test(only)) return (_, hop) => hop < Number(only)
  return compile([...trusted_proxies])
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  if (NAMES.includes(entry)) return true
  if (isIP(address) === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && isPrefix(Number(prefix), address))
}

function isPrefix(length: number, address: string): boolean {
  return length >= 1 && length <= (isIPv4(address) ? 32 : 128)
}

function peerOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return addressIn(socket.remoteAddress ?? '') ?? ''
}

function chainsIn(headers: IncomingHttpHeaders): string[][] {
  const { forwarded, 'x-forwarded-for': list } = headers
  return [
    ...(list === undefined ? [] : [[list].flat().join(',').split(',').reverse()]),
    ...(forwarded === undefined ? [] : [forwardedIn(forwarded).reverse()]),
  ]
}

function forwardedIn(header: string): string[] {
  try {
    return parseForwarded(header).map((element) => element.for ?? '')
  } catch {
    return []
  }
}

/** The nearest address that is not a trusted proxy, or whose sender is hidden (`unknown`, RFC 7239, 6.2 and 6.3). */
function clientOf(peer: string, chain: readonly string[], isTrusted: IsTrusted): string {
  let address = peer
  for (const [hop, node] of chain.entries()) {
    if (!isTrusted(address, hop)) return address
    const next = addressIn(node.trim())
    if (next === null) return address
    address = next
  }
  return address
}

/** The address in `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7` or `[2001:db8::7]:4711`; otherwise null. */
function addressIn(node: string): string | null {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([^:]+))(?::[\w.-]+)?$/.exec(node) ?? []
  const address = (bracketed ?? plain ?? node).replace(/%.*$/, '').toLowerCase()
  if (isIP(address) === 0) return null
  const mapped = address.replace(/^::ffff:/, '')
  return isIPv4(mapped) ? mapped : address
}
