import { accessSync, constants, statSync } from 'node:fs'
import { Type } from 'typebox'
import { INVALID_URL, parseSocketUrl, urlProblem } from './kernel/socket-url.ts'

const SEVERAL =
  'names several hosts, which Tidings does not try in turn. Put a proxy or an address that follows the primary in front: see ' +
  'docs/guides/high-availability.md'

export const databaseSettings = {
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      check: problemOfUrl,
      description:
        'URL of the database, PostgreSQL 15 or newer. It names one host; on another machine it ends in `?sslmode=verify-full`, or nothing is encrypted. Default: an embedded PostgreSQL in the data folder.',
    }),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      check: problemOfUrl,
      description:
        'URL of the same database that bypasses a pooler such as PgBouncer, for NOTIFY, migrations and partitions. Required if `DATABASE_URL` leads to a pooler.',
    }),
  ),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      check: problemOfUrl,
      description:
        'URL of standbys of the database, for lists, searches, exports and other reading requests; not through a pooler. While none is fresh enough, `DATABASE_URL` serves them. Default: `DATABASE_URL` serves everything.',
    }),
  ),
  DATABASE_READ_MAX_LAG_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 10,
    default: 1,
    description:
      'Maximum age in seconds of data read from `DATABASE_READ_URL`. `Cache-Control: no-cache` in a request reads from `DATABASE_URL`.',
  }),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 12,
    description: 'Maximum number of database connections per process.',
  }),
  TIDINGS_SYNCHRONOUS_STANDBYS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description:
        'Synchronous standbys that the database must have, for a metric and its alert; 0 for none. Default: as many as `synchronous_standby_names` of the server requires.',
    }),
  ),
}

/** Returns the problem of a URL that the driver would reject without naming the setting; null for a valid URL. */
function problemOfUrl(url: string): string | null {
  if (namesSeveralHosts(url)) return SEVERAL
  const parsed = parseSocketUrl(url)
  if (parsed === null) return urlProblem(url)
  if (!isDecodable(parsed)) return INVALID_URL
  const wrong = problemOfParameters(parsed.searchParams)
  if (wrong !== null) return wrong
  const port = Number(parsed.searchParams.get('port') || 1)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return PORT
  const unreadable = FILES.find((name) => !isReadable(parsed.searchParams.get(name) ?? ''))
  return unreadable === undefined ? null : `\`${unreadable}\` must be the path of a file that this process can read`
}

const PORT = '`port` must be a whole number from 1 to 65535'
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const

/** Allowed values. The driver would take an unknown mode for `verify-full`. */
const VALUES = {
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
} as const

function problemOfParameters(given: URLSearchParams): string | null {
  for (const [name, values] of Object.entries<readonly string[]>(VALUES))
    if (given.getAll(name).some((value) => value !== '' && !values.includes(value)))
      return `\`${name}\` must be one of ${values.join(', ')}`
  const isWithoutAuthority =
    given.get('uselibpqcompat') === 'true' && given.get('sslmode') === 'verify-ca' && !given.get('sslrootcert')
  return isWithoutAuthority ? '`sslmode=verify-ca` with `uselibpqcompat` needs an authority in `sslrootcert`' : null
}

/** PostgreSQL's own clients accept `h1,h2` in both positions; our driver would look up a host of that name. */
function namesSeveralHosts(url: string): boolean {
  const [, authority = '', query = ''] = /^[^:]*:\/\/([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(url) ?? []
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), ...new URLSearchParams(query).getAll('host')]
  return hosts.some((host) => /,|%2c/i.test(host))
}

/**
 * Decodes as the driver does, which keeps an invalid `%` in credentials and the path, but supports none in a host name.
 */
function isDecodable({ hostname, username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(hostname)
    decodeURIComponent(`${username}:${password}${pathname}`.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

function isReadable(file: string): boolean {
  if (file === '') return true
  try {
    accessSync(file, constants.R_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
