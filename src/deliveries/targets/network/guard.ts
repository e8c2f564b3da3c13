import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { domainToASCII } from 'node:url'
import { contained } from '../../../kernel/flow/contained.ts'

/**
 * Operator's allowlists: networks of any range, and names regardless of their addresses. `explained` refusals distinguish a name
 * with a private address from a name that does not resolve, which reveals private names.
 */
export type AddressPolicy = {
  readonly networks: BlockList
  readonly hosts: ReadonlySet<string>
  readonly refusals: Refusals
}

export type Refusals = 'alike' | 'explained'

/** Finds every address of a name, like `dns.lookup` with `all`. */
export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Connection blocked by the guard. The message is public: it names the host, never its address. */
export class AddressBlocked extends Error {
  readonly code = 'ADDRESS_BLOCKED'
}

/** Name without an address that connections are allowed to. The reason is in `cause`, which is not public. */
export class NameRefused extends Error {
  readonly code = 'NAME_REFUSED'
}

/**
 * Parses the two allowlists: networks as CIDR or single addresses, hosts as exact names (ignoring case and a trailing dot).
 * Throws an error that names an invalid entry.
 */
export function addressPolicy(allowed: {
  networks: readonly string[]
  hosts: readonly string[]
  refusals?: Refusals
}): AddressPolicy {
  const networks = new BlockList()
  for (const entry of allowed.networks) addNetwork(networks, entry)
  return { networks, hosts: new Set(allowed.hosts.map(canonicalHost)), refusals: allowed.refusals ?? 'alike' }
}

/**
 * Lookup for anything that connects (`net.connect`, `tls.connect`, an agent). Returns only checked addresses, and since the
 * caller connects to exactly those, DNS rebinding has no effect. One blocked address blocks the whole name.
 *
 * `net.connect` skips the lookup for IP literals, so call `checkLiteral` as well.
 */
export function guardedLookup(policy: AddressPolicy, resolver: Resolver = lookup): LookupFunction {
  return (hostname, options, callback) => {
    const refuse = refuser(policy, hostname, (error) => callback(error, []))
    const find = isIP(hostname) === 0 ? resolver : literal
    const onFound: Parameters<Resolver>[2] = (error, found) => {
      if (error) return refuse(error)
      const addresses = found.map(({ address }) => ({ address, family: isIP(address) }))
      const [first] = addresses
      if (first === undefined) return refuse(notFound(hostname))
      if (addresses.some(({ address }) => isBlocked(policy, hostname, address))) {
        return refuse(new AddressBlocked(`${hostname} resolves to a private or reserved address; ${REMEDY}`))
      }
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    }
    find(hostname, { ...options, all: true, order: 'verbatim' }, contained(onFound, refuse))
  }
}

/** Resolves an IP literal without a name server, which would report that the name does not exist. */
const literal: Resolver = (address, _options, callback) => callback(null, [{ address, family: isIP(address) }])

/** Milliseconds from a lookup to its refusal; most resolvers report an unknown name within this time. */
const REFUSED_AFTER_MS = 1_000

/** Returns the callback for refusals: with `alike` refusals, one message for all causes, after the same time. */
function refuser(policy: AddressPolicy, hostname: string, callback: (error: Error) => void): (cause: Error) => void {
  if (policy.refusals === 'explained') return callback
  const started_at = performance.now()
  return (cause) => {
    const message = `${hostname} does not resolve to an address that deliveries may reach`
    const rest = started_at + REFUSED_AFTER_MS - performance.now()
    setTimeout(() => callback(new NameRefused(message, { cause })), Math.max(0, rest))
  }
}

/** Error for a host that is a blocked IP literal in any of its forms; null for names. */
export function checkLiteral(policy: AddressPolicy, host: string): AddressBlocked | null {
  const address = canonicalHost(host)
  if (isIP(address) === 0 || !isBlocked(policy, host, address)) return null
  return new AddressBlocked(`${address} is a private or reserved address; ${REMEDY}`)
}

/** True if the guard blocks this address for this host. An invalid address is blocked. */
export function isBlocked(policy: AddressPolicy, host: string, address: string): boolean {
  if (policy.hosts.has(canonicalHost(host))) return false
  const bare = withoutZone(address)
  const version = isIP(bare)
  // A BlockList matches only valid addresses, so it would let an invalid address pass.
  if (version === 0) return true
  const family = version === 6 ? 'ipv6' : 'ipv4'
  // BlockList treats an IPv4-mapped address as its IPv4 address, so allowing a network also allows its mapped form.
  if (policy.networks.check(bare, family)) return false
  return (version === 6 ? blockedIPv6 : blockedIPv4).check(bare, family)
}

/** Remedy for a blocked name or address. */
export const REMEDY = 'an operator can allow it with TIDINGS_ALLOW_NETWORKS or TIDINGS_ALLOW_HOSTS'

// Two lists, because a BlockList matches IPv4 addresses against IPv6 rules too: ::ffff:0:0/96 or ::/3 would block all of IPv4.
const blockedIPv4 = blockListOf('ipv4', [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and one cloud's metadata (100.100.100.200)
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // one cloud's metadata, although the range is public
  '169.254.0.0/16', // link-local, metadata (169.254.169.254)
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, and one cloud's metadata (192.0.0.192)
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
])

// IANA assigns only from 2000::/3, so everything outside is blocked, and then the special ranges inside it.
const blockedIPv6 = blockListOf('ipv6', [
  '::/3', // unspecified, loopback, IPv4-compatible, IPv4-mapped, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64)
  '4000::/2', // unassigned, segment routing (5f00::/16)
  '8000::/1', // unassigned, unique local (fc00::/7), link-local (fe80::/10), site-local (fec0::/10), multicast (ff00::/8)
  '2001::/23', // protocol assignments, Teredo (2001::/32), benchmarks (2001:2::/48), ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3ffe::/16', // 6bone, given back
  '3fff::/20', // documentation
])

function blockListOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

function addNetwork(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.trim().split('/')
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (version === 0 || rest.length > 0 || !(length <= longest)) {
    throw new Error(`"${entry}" is not a network; write it like 10.0.0.0/8 or fd00::/8`)
  }
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4')
}

/** Lowercases a host and removes brackets, zone and trailing dot; converts IPv4 in octal, hex or short form to dotted decimal. */
function canonicalHost(host: string): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return withoutZone(bare)
  // Only for names that every parser reads alike: domainToASCII would truncate "allowed.example/x.evil.example" at the slash.
  const name = /[\s/\\?#@%:]/.test(bare) ? '' : domainToASCII(bare)
  return (name === '' ? bare.toLowerCase() : name).replace(/\.$/, '')
}

/** An IPv6 zone (`fe80::1%eth0`) names a local network interface, not another address. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '')
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname })
}
