import type { Config } from '../config.ts'
import { parseSocketUrl } from '../kernel/socket-url.ts'
import { isLoopback } from '../people/rules/relying-party.ts'

const SETTINGS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const
type Addresses = Partial<Pick<Config, (typeof SETTINGS)[number]>>

/**
 * Returns the settings of remote databases whose URL does not configure encryption, so that connections are
 * unencrypted.
 */
export function unencryptedDatabases(config: Addresses): string[] {
  return SETTINGS.filter((name) => {
    const url = parseSocketUrl(config[name] ?? '')
    return url !== null && isElsewhere(url) && !SAYS_HOW.some((parameter) => url.searchParams.has(parameter))
  })
}

/** URL parameters that configure encryption; `sslmode=disable` is an explicit choice too. */
const SAYS_HOW = ['sslmode', 'ssl', 'sslnegotiation', 'sslrootcert', 'sslcert', 'sslkey']

/** A path is a socket of this machine. */
function isElsewhere({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return host !== '' && !host.startsWith('/') && !isLoopback(host) && host !== '::1'
}
