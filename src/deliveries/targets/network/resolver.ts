import { promises as dns, type LookupAddress } from 'node:dns'
import type { Resolver } from './guard.ts'

/**
 * Resolver that queries the given servers (`address` or `address:port`) instead of the operating system. Unlike the system's
 * resolver it does not use the shared thread pool, so a slow server delays only its own queries; it ignores /etc/hosts. Throws
 * for an invalid server address.
 */
export function dnsResolver(servers: readonly string[]): Resolver {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  try {
    resolver.setServers(servers)
  } catch (cause) {
    throw new Error(`TIDINGS_DNS_SERVERS: ${servers.join(',')} contains an invalid IP address.`, { cause })
  }
  return (hostname, _options, callback) => {
    Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then(([four, six]) => {
      const addresses = [...found(four, 4), ...found(six, 6)]
      if (addresses.length === 0 && four.status === 'rejected') callback(four.reason, [])
      else callback(null, addresses)
    })
  }
}

function found(response: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return response.status === 'fulfilled' ? response.value.map((address) => ({ address, family })) : []
}
