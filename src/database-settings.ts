import { Type } from 'typebox'

const SEVERAL =
  'names several hosts, which Tidings does not try in turn. Put a proxy or an address that follows the primary in front: see ' +
  'docs/guides/high-availability.md'

/** The settings of the database. */
export const databaseSettings = {
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      check: oneHost,
      description:
        'URL of the database, PostgreSQL 15 or newer. It names one host; on another machine it ends in `?sslmode=verify-full`, or nothing is encrypted. Default: an embedded PostgreSQL in the data folder.',
    }),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      check: oneHost,
      description:
        'URL of the same database that bypasses a pooler such as PgBouncer, for NOTIFY, migrations and partitions. Required if `DATABASE_URL` leads to a pooler.',
    }),
  ),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      check: oneHost,
      description:
        'URL of standbys of the database, for lists, searches, exports and other reading requests; not through a pooler. While none is fresh enough, `DATABASE_URL` serves them. Default: `DATABASE_URL` serves everything.',
    }),
  ),
  DATABASE_READ_MAX_LAG_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 10,
    default: 1,
    description:
      'How old what is read from `DATABASE_READ_URL` may be, in seconds. `Cache-Control: no-cache` in a request reads from `DATABASE_URL`.',
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

/** PostgreSQL's own clients take `h1,h2`, in both places; ours looks for a host of that name. */
function oneHost(url: string): string | null {
  const [, authority = '', query = ''] = /^[^:]*:\/\/([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(url) ?? []
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), ...new URLSearchParams(query).getAll('host')]
  return hosts.some((host) => /,|%2c/i.test(host)) ? SEVERAL : null
}
