import { type Static, Type } from 'typebox'
import { databaseSettings } from './database-settings.ts'
import { WIDTHS } from './db/partitions/partition-names.ts'
import { type Env, invalidSettings, isSecret, list, readSettings } from './environment.ts'
import { areTrustedProxies } from './http/callers/client-address.ts'
import { isBaseUrl } from './kernel/text/base-url.ts'
import { trimEnd } from './kernel/text/trim-end.ts'
import { mailSettings } from './mail-settings.ts'
import { observabilitySettings } from './observability-settings.ts'
import { oidcSettings } from './oidc-settings.ts'
import { storageSettings } from './storage-settings.ts'

/** Base64 of 32 bytes; the last character encodes only four bits. */
const KEY = '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'

const ALLOWED_KEY = '32 bytes in Base64 (`openssl rand -base64 32`)'

/** The prefix keeps the names apart from standard headers and those of the delivery itself. */
const HEADER_NAME = "^[Xx]-[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
const ALLOWED_HEADER = 'a header name that starts with X-'

const NETWORK =
  '^(\\d{1,3}(\\.\\d{1,3}){3}(/([0-9]|[12][0-9]|3[0-2]))?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/([0-9]|[1-9][0-9]|1[01][0-9]|12[0-8]))?)$'
/** A host must not contain a port: only IPv6 addresses may have colons. */
const HOST_NAME = '^(\\[?[0-9A-Fa-f:]*:[0-9A-Fa-f:.]+\\]?|[^/*@:\\s]+)$'
const ORIGIN = '^(\\*|null|[A-Za-z][A-Za-z0-9+.-]*://[^/\\s]+)$'

const ALLOWED_BASES =
  'values separated by commas, each an ASCII URL that starts with http:// or https://, without user, query and fragment'

/** Settings of a server by environment variable. docs/configuration.md is generated from them. */
export const ConfigSchema = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 7070,
    description: 'Port of the API; 0 selects a free port.',
  }),
  HOST: Type.String({
    pattern: HOST_NAME,
    allowed: 'an address or a host name',
    default: '127.0.0.1',
    description: 'Address that the API listens on.',
  }),
  TIDINGS_REUSE_PORT: Type.Boolean({
    default: false,
    description:
      'Lets several processes on one machine listen on the same `PORT`; the operating system distributes new connections among them (Linux and most BSDs).',
  }),
  TIDINGS_DATA: Type.String({
    default: '.tidings',
    description: 'Folder for the embedded database, generated keys and `demo.json`.',
  }),
  ...databaseSettings,
  TRANSPORT_URL: Type.Optional(
    Type.String({
      pattern: '^amqps?://',
      secret: true,
      description:
        'URL of a RabbitMQ broker, 3.10 or newer (`amqp://` or `amqps://`, with user, password and virtual host), that distributes new deliveries among the workers. Default: PostgreSQL wakes the workers.',
    }),
  ),
  TIDINGS_BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      check: (value: unknown) => (/[?#]/.test(String(value)) ? 'must not have a query or a fragment' : null),
      description:
        'Public URL of this deployment, without `/v2`. Absolute links start with it. Default: `http://HOST:PORT`.',
    }),
  ),
  TIDINGS_ENCRYPTION_KEY: Type.Optional(
    Type.String({
      pattern: KEY,
      allowed: ALLOWED_KEY,
      secret: true,
      description:
        'Key that encrypts secrets at rest: 32 random bytes in Base64 (`openssl rand -base64 32`). All processes on one database need the same key. Default: a key that is generated into the data folder.',
    }),
  ),
  TIDINGS_ENCRYPTION_KEYS_PREVIOUS: list('Previous encryption keys, which can still decrypt.', [], {
    pattern: KEY,
    allowed: `keys separated by commas, each ${ALLOWED_KEY}`,
    secret: true,
  }),
  TIDINGS_CORS_ORIGINS: list('Browser origins that may call the API; `*` allows all.', ['*'], {
    pattern: ORIGIN,
    allowed: 'values separated by commas, each * or an origin such as https://shop.example.com',
  }),
  TIDINGS_STOREFRONT_BASES: list(
    'Base URLs that a proxy in front of the storefront API may send in `X-Forwarded-Base`, such as `https://shop.example.com/api`. Default: all.',
    [],
    { allowed: ALLOWED_BASES, check: problemOfBases },
  ),
  TIDINGS_TRUSTED_PROXIES: list(
    'Networks (CIDR) of trusted proxies, whose `X-Forwarded-For` and `Forwarded` headers identify the client; or the number of proxies that every request passes. Default: the peer of the connection is the client.',
    [],
    {
      check: (values) =>
        areTrustedProxies(values) ? null : 'must be networks such as 10.0.0.0/8 or fd00::/8, or one number',
    },
  ),
  TIDINGS_RATE_LIMIT: Type.Integer({
    minimum: 0,
    default: 0,
    description:
      'Maximum requests per second and process for the sellers of one key and for each shopper; ten times as many for all anonymous shoppers with one network address, and for all who have logged in from it. 0 means no limit.',
  }),
  TIDINGS_COMPRESSION: Type.Boolean({ default: true, description: 'Compresses large responses without secrets.' }),
  TIDINGS_CATALOG_CACHE: Type.Integer({
    minimum: 1,
    maximum: 65_536,
    default: 64,
    description:
      'Memory, in MiB and for each process, that holds products, lists and responses of published catalogs, so that they are not read from the database again.',
  }),
  TIDINGS_DASHBOARD: Type.Boolean({
    default: true,
    description: 'Whether the API serves the dashboard at `/dashboard`.',
  }),
  TIDINGS_TOKEN_LIMIT: Type.Integer({
    minimum: 0,
    default: 1000,
    description:
      'Maximum new shopper tokens, and new carts of anonymous shoppers, per minute, network address, store and process. 0 means no limit. Behind a proxy, set `TIDINGS_TRUSTED_PROXIES`; otherwise all shoppers share its address.',
  }),
  TIDINGS_PASSWORDS: Type.Boolean({
    default: true,
    description: 'Whether people log in with a password. Shoppers are not affected.',
  }),
  TIDINGS_SCRYPT_COST: Type.Integer({
    minimum: 10,
    maximum: 20,
    default: 15,
    description:
      'Cost of new password hashes: the base-2 logarithm of scrypt’s N. Each step doubles the memory and the time of a login. 15 takes 32 MiB and about 0.2 s of a core, the least that OWASP recommends; lower values are for tests. Existing hashes keep their cost until the password changes.',
  }),
  TIDINGS_ALLOW_NETWORKS: list(
    'Private networks (CIDR) that deliveries may reach. Deliveries to other private, loopback and metadata addresses are refused.',
    [],
    { pattern: NETWORK, allowed: 'values separated by commas, each a network such as 10.0.0.0/8 or fd00::/8' },
  ),
  TIDINGS_ALLOW_HOSTS: list('Host names that deliveries may reach even at private addresses.', [], {
    pattern: HOST_NAME,
    allowed: 'values separated by commas, each a host name without scheme, port and wildcard',
  }),
  TIDINGS_EXPLAIN_REFUSALS: Type.Boolean({
    default: false,
    description:
      'Lets attempt logs distinguish names that resolve to private addresses from names that do not resolve. Anyone who can create integrations can then discover host names in your private network.',
  }),
  TIDINGS_DNS_SERVERS: list(
    'DNS servers (`address` or `address:port`) that resolve the host names of targets. Default: those of the operating system.',
    [],
  ),
  TIDINGS_OUTGOING_PROXY: Type.Optional(
    Type.String({
      pattern: '^https?://',
      secret: true,
      description:
        'URL of a forward proxy for deliveries. Tidings still resolves and checks host names, and requests a tunnel (CONNECT) to the address, for every port.',
    }),
  ),
  TIDINGS_TRIGGER_HEADER: Type.String({
    pattern: HEADER_NAME,
    allowed: ALLOWED_HEADER,
    default: 'X-Integration-Trigger',
    description: 'Webhook header that names the event key.',
  }),
  TIDINGS_SECRET_KEY_HEADER: Type.String({
    pattern: HEADER_NAME,
    allowed: ALLOWED_HEADER,
    default: 'X-Integration-Secret-Key',
    description: 'Webhook header that carries the secret key in plain text.',
  }),
  TIDINGS_RESOURCE_VERSION_HEADER: Type.String({
    pattern: HEADER_NAME,
    allowed: ALLOWED_HEADER,
    default: 'X-Integration-Resource-Version',
    description: 'Webhook header that carries the version of the resource.',
  }),
  TIDINGS_RETRY_SCHEDULE: Type.Array(Type.Integer({ minimum: 1, maximum: 604_800 }), {
    minItems: 0,
    maxItems: 30,
    default: [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400],
    description:
      'Seconds before each retry, with a random deviation of up to 20 %. After the last retry the job fails. Comma-separated.',
  }),
  TIDINGS_DISABLE_AFTER: Type.Integer({
    minimum: 60,
    default: 432_000,
    description:
      'Seconds over which failures of an integration must be spread, with at least one in each fifth of them and no success, ' +
      'for it to be disabled.',
  }),
  TIDINGS_RETENTION_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 30,
    description:
      'Days for which events, jobs and logs are kept. Data that an unfinished job needs is kept until the job is finished.',
  }),
  TIDINGS_PARTITION_WIDTH: Type.Enum([...WIDTHS], {
    default: 'day',
    description:
      'Time that one partition of events, jobs and logs spans, and the steps in which they are dropped. `hour` suits a retention of a few days. It may be changed at any time; partitions that exist stay as they are.',
  }),
  TIDINGS_AUDIT_RETENTION_DAYS: Type.Integer({
    minimum: 3,
    maximum: 3650,
    default: 90,
    description: 'Days for which entries of the audit log are kept.',
  }),
  TIDINGS_BACKLOG_LIMIT: Type.Integer({
    minimum: 100,
    default: 50_000,
    description:
      'Maximum number of deliveries of one store that wait for a worker. Above it, publishing returns 429. Deliveries to failing endpoints do not count.',
  }),
  TIDINGS_SQS_MACHINE_ROLE: Type.Boolean({
    default: false,
    description: 'Lets `cloud_sqs` integrations without access keys use the AWS role of the machine.',
  }),
  ...storageSettings,
  ...oidcSettings,
  ...mailSettings,
  ...observabilitySettings,
})

export type Config = Readonly<Static<typeof ConfigSchema>>

/** Settings of commands that call a running API or receive its deliveries. */
export const ToolSchema = Type.Object({
  TIDINGS_DATA: ConfigSchema.properties.TIDINGS_DATA,
  TIDINGS_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'URL of the API. Default: `base_url` in `demo.json`.' }),
  ),
  TIDINGS_CONTEXT: Type.Optional(
    Type.String({ minLength: 1, description: 'Name of a context that `tidings login` has saved.' }),
  ),
  XDG_CONFIG_HOME: Type.Optional(
    Type.String({ minLength: 1, description: 'Folder in which `tidings login` saves contexts. Default: `~/.config`.' }),
  ),
  TIDINGS_CLIENT_ID: Type.Optional(
    Type.String({ description: 'Client id of the key. Default: `client_id` in `demo.json`.' }),
  ),
  TIDINGS_CLIENT_SECRET: Type.Optional(Type.String({ secret: true, description: 'Client secret of the key.' })),
  TIDINGS_WEBHOOK_SECRET: Type.Optional(
    Type.String({ secret: true, description: '`secret_key` with which `tidings listen` verifies deliveries.' }),
  ),
  TIDINGS_SECRET_KEY_HEADER: ConfigSchema.properties.TIDINGS_SECRET_KEY_HEADER,
  TIDINGS_LOG_FORMAT: ConfigSchema.properties.TIDINGS_LOG_FORMAT,
  TIDINGS_LOG_LEVEL: ConfigSchema.properties.TIDINGS_LOG_LEVEL,
})

export type ToolConfig = Readonly<Static<typeof ToolSchema>>

/** Names of all settings, including `NAME_FILE` for secrets. */
export const settingNames: readonly string[] = Object.entries({
  ...ConfigSchema.properties,
  ...ToolSchema.properties,
}).flatMap(([name, property]) => (isSecret(property) ? [name, `${name}_FILE`] : [name]))

/**
 * Reads and validates the settings of a server. Throws an error that lists every invalid setting and its allowed
 * values.
 */
export function readConfig(env: Env = process.env): Config {
  const config = readSettings(ConfigSchema, settingNames, env)
  const names = HEADERS.map((name) => config[name].toLowerCase())
  if (new Set(names).size < names.length)
    throw invalidSettings([`  ${HEADERS.join(', ')}: must be three different names`])
  return config
}

function problemOfBases(values: readonly string[]): string | null {
  const wrong = values.filter((value) => !isBaseUrl(trimEnd(value, '/'))).map((value) => JSON.stringify(value))
  return wrong.length === 0
    ? null
    : `must be ${ALLOWED_BASES}, not ${wrong.join(', ')}. \`X-Forwarded-Base\` with such a value is always ignored.`
}

const HEADERS = ['TIDINGS_TRIGGER_HEADER', 'TIDINGS_SECRET_KEY_HEADER', 'TIDINGS_RESOURCE_VERSION_HEADER'] as const

/** Reads and validates the settings of commands that use a running API. */
export function readToolConfig(env: Env = process.env): ToolConfig {
  return readSettings(ToolSchema, settingNames, env)
}

/** True if the settings name a database; otherwise one is embedded in the data folder. */
export function namesDatabase({ DATABASE_URL, DATABASE_URL_FILE }: Env = process.env): boolean {
  return Boolean(DATABASE_URL ?? DATABASE_URL_FILE)
}

/** Returns the variables that a user's files may name. */
export const readEnvironment = (): Env => process.env
