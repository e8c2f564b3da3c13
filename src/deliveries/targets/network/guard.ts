import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { domainToASCII } from 'node:url'
import { contained } from '../../../kernel/flow/contained.ts'

/**
 * What an operator opened: networks, whatever their range, and names, whatever they resolve to; and whether a refusal
 * distinguishes a name that resolves to a private address from one that does not resolve, which reveals private names.
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

/** The connection was refused by the guard. The message is public: it names the host, never what it resolves to. */
export class AddressBlocked extends Error {
  readonly code = 'ADDRESS_BLOCKED'
}

/** The name has no address that may be connected to. The reason is in `cause`, which is not public. */
export class NameRefused extends Error {
  readonly code = 'NAME_REFUSED'
}

/**
 * Reads the two allowlists: networks as CIDR or single addresses, hosts as exact names (case and a final dot do not
 * matter). Throws an error that names an entry which is no network.
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
 * The lookup for anything that connects (`net.connect`, `tls.connect`, an agent). It returns checked addresses only, and
 * since the caller connects to what it returns, a name that changes between check and use has no gap. One blocked
 * address refuses the whole response.
 *
 * `net.connect` does not call it for IP literals: call `checkLiteral` as well.
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

/** An address needs no name server, which would say that there is no such name. */
const literal: Resolver = (address, _options, callback) => callback(null, [{ address, family: isIP(address) }])

/** Milliseconds from a lookup to its refusal; most resolvers know within it that there is no such name. */
const REFUSED_AFTER_MS = 1_000

/** How lookups are refused: where refusals are alike, with one sentence for all causes and after the same time. */
function refuser(policy: AddressPolicy, hostname: string, callback: (error: Error) => void): (cause: Error) => void {
  if (policy.refusals === 'explained') return callback
  const started_at = performance.now()
  return (cause) => {
    const message = `${hostname} does not resolve to an address that deliveries may reach`
    const rest = started_at + REFUSED_AFTER_MS - performance.now()
    setTimeout(() => callback(new NameRefused(message, { cause })), Math.max(0, rest))
  }
}

/** Why a connection to this host is refused, if the host is an IP literal in any of its forms; null for names. */
export function checkLiteral(policy: AddressPolicy, host: string): AddressBlocked | null {
  const address = canonicalHost(host)
  if (isIP(address) === 0 || !isBlocked(policy, host, address)) return null
  return new AddressBlocked(`${address} is a private or reserved address; ${REMEDY}`)
}

/** Whether the guard refuses to connect to this address for this host. What is not an address at all is refused. */
export function isBlocked(policy: AddressPolicy, host: string, address: string): boolean {
  if (policy.hosts.has(canonicalHost(host))) return false
  const bare = withoutZone(address)
  const version = isIP(bare)
  // A BlockList matches nothing that is not an address, so it would let it pass.
  if (version === 0) return true
  const family = version === 6 ? 'ipv6' : 'ipv4'
  // BlockList sees an IPv4-mapped address as its IPv4 address, so an opened network also opens its mapped form.
  if (policy.networks.check(bare, family)) return false
  return (version === 6 ? blockedIPv6 : blockedIPv4).check(bare, family)
}

/** What a refused name or address may need. */
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

// Only 2000::/3 is handed out, so everything outside is refused as a whole, then the special ranges inside it.
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

/** Lower case, no brackets, no zone, no final dot; IPv4 in decimal, octal, hex or short form becomes dotted. */
function canonicalHost(host: string): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return withoutZone(bare)
  // Only names that every parser reads alike: domainToASCII would read "allowed.example/x.evil.example" as the name
  // before the slash.
  const name = /[\s/\\?#@%:]/.test(bare) ? '' : domainToASCII(bare)
  return (name === '' ? bare.toLowerCase() : name).replace(/\.$/, '')
}

/** An IPv6 zone (`fe80::1%eth0`) names an interface of this machine, not another address. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '')
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname })
}
