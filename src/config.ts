import { type Static, Type } from 'typebox'
import { type Env, isSecret, readSettings } from './environment.ts'
import { areTrustedProxies } from './http/client-address.ts'

type ListOptions = { pattern?: string; secret?: true; check?: (values: readonly string[]) => string | null }

const list = (description: string, initial: string[], { pattern = '', ...more }: ListOptions = {}) =>
  Type.Array(Type.String({ pattern }), {
    description: `${description} Separate several with commas.`,
    default: initial,
    ...more,
  })

/** Base64 of 32 bytes: the last of its characters stands for four bits alone. */
const KEY = '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$'

/** A header of our own: none that the protocol or the delivery itself uses. */
const HEADER_NAME = "^[Xx]-[A-Za-z0-9!#$%&'*+.^_`|~-]+$"

/** Every setting: its environment variable, its meaning and its default. docs/configuration.md is generated from this. */
export const ConfigSchema = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 7070,
    description: 'Port of the API; 0 takes a free one.',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address that the API listens on.' }),
  TIDINGS_REUSE_PORT: Type.Boolean({
    default: false,
    description:
      'Lets several processes of one machine listen on `PORT` together: the system spreads new connections over them (Linux and most BSDs).',
  }),
  TIDINGS_DATA: Type.String({
    default: '.tidings',
    description: 'Folder for the embedded database, generated keys and `demo.json`.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      description: 'A PostgreSQL 15 or newer. Without it an embedded PostgreSQL runs in the data folder.',
    }),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      secret: true,
      description:
        'The address of the same database past a pooler such as PgBouncer, for notices, migrations and partitions. Without it `DATABASE_URL` has to lead to PostgreSQL itself.',
    }),
  ),
  DATABASE_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 500,
    default: 12,
    description: 'The most database connections of one process.',
  }),
  TRANSPORT_URL: Type.Optional(
    Type.String({
      pattern: '^amqps?://',
      secret: true,
      description:
        'A RabbitMQ 3.10 or newer (`amqp://` or `amqps://`, with user, password and virtual host) that spreads new deliveries over the workers. Without it they are woken through PostgreSQL.',
    }),
  ),
  TIDINGS_BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Public address of this deployment, without `/v2`. Absolute links start with it. Default: `http://HOST:PORT`.',
    }),
  ),
  TIDINGS_ENCRYPTION_KEY: Type.Optional(
    Type.String({
      pattern: KEY,
      secret: true,
      description:
        'Base64 of 32 random bytes (`openssl rand -base64 32`); encrypts secrets at rest. All processes on one database need the same one. Without it a key is generated into the data folder.',
    }),
  ),
  TIDINGS_ENCRYPTION_KEYS_PREVIOUS: list('Former encryption keys, still accepted for reading.', [], {
    pattern: KEY,
    secret: true,
  }),
  TIDINGS_CORS_ORIGINS: list('Browser origins that may call the API; `*` is any.', ['*']),
  TIDINGS_STOREFRONT_BASES: list(
    'Bases that a proxy in front of the storefront API may name in `X-Forwarded-Base`, such as `https://shop.example.com/api`; none: any.',
    [],
    { pattern: '^https?://' },
  ),
  TIDINGS_TRUSTED_PROXIES: list(
    'Networks (CIDR) of the proxies in front, whose `X-Forwarded-For` and `Forwarded` say who the client is; or one number, of proxies that every request passes. Without it the peer of the connection is the client.',
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
      'Requests a second that one key, or one shopper, may make of one process, and a tenth of what all shoppers of one network address may who have not logged in; 0 is no limit.',
  }),
  TIDINGS_TOKEN_LIMIT: Type.Integer({
    minimum: 0,
    default: 1000,
    description:
      'New tokens for shoppers a minute that one network address may get of one store and one process, and as many new carts of those who have not logged in; 0 is no limit. Behind a proxy set `TIDINGS_TRUSTED_PROXIES`, or all shoppers share its address.',
  }),
  TIDINGS_ALLOW_NETWORKS: list(
    'Private networks (CIDR) that deliveries may reach; private, loopback and metadata addresses are refused otherwise.',
    [],
  ),
  TIDINGS_ALLOW_HOSTS: list('Host names whose private addresses deliveries may reach.', []),
  TIDINGS_EXPLAIN_REFUSALS: Type.Boolean({
    default: false,
    description:
      'Lets attempt logs tell a name that resolves to a private address from one that does not resolve. Whoever can make integrations then learns which names your private network has.',
  }),
  TIDINGS_DNS_SERVERS: list(
    'DNS servers (`address` or `address:port`) that resolve the names of receivers; the operating system does otherwise.',
    [],
  ),
  TIDINGS_OUTGOING_PROXY: Type.Optional(
    Type.String({
      pattern: '^https?://',
      secret: true,
      description:
        'A forward proxy for deliveries. Names are still resolved and checked here; the proxy is asked (CONNECT) for a tunnel to the address, whatever the port.',
    }),
  ),
  TIDINGS_TRIGGER_HEADER: Type.String({
    pattern: HEADER_NAME,
    default: 'X-Integration-Trigger',
    description: 'Webhook header that names the event key.',
  }),
  TIDINGS_SECRET_KEY_HEADER: Type.String({
    pattern: HEADER_NAME,
    default: 'X-Integration-Secret-Key',
    description: 'Webhook header that carries the secret key as it is.',
  }),
  TIDINGS_RESOURCE_VERSION_HEADER: Type.String({
    pattern: HEADER_NAME,
    default: 'X-Integration-Resource-Version',
    description: 'Webhook header that carries the version of the resource.',
  }),
  TIDINGS_RETRY_SCHEDULE: Type.Array(Type.Integer({ minimum: 1, maximum: 604_800 }), {
    minItems: 0,
    maxItems: 30,
    default: [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400],
    description:
      'Seconds to wait before each retry, 20 % more or less; after the last one the job has failed. Separate with commas.',
  }),
  TIDINGS_DISABLE_AFTER: Type.Integer({
    minimum: 60,
    default: 432_000,
    description: 'Seconds of nothing but failures after which an integration is disabled.',
  }),
  TIDINGS_RETENTION_DAYS: Type.Integer({
    minimum: 3,
    maximum: 3650,
    default: 30,
    description: 'Days that events, jobs and logs are kept.',
  }),
  TIDINGS_BACKLOG_LIMIT: Type.Integer({
    minimum: 100,
    default: 50_000,
    description:
      'Deliveries of one store that may wait for a worker; while there are more, publishing answers 429. Those that wait for an endpoint that fails do not count.',
  }),
  TIDINGS_SQS_MACHINE_ROLE: Type.Boolean({
    default: false,
    description: "Lets cloud_sqs integrations without keys use the machine's own role.",
  }),
  TIDINGS_FILES_FOLDER: Type.Optional(
    Type.String({
      description:
        'Folder for uploaded files, the same for all processes; with a bucket, for those that are on their way to it. Default: `files` in the data folder.',
    }),
  ),
  TIDINGS_FILES_LIMIT: Type.Integer({
    minimum: 1,
    default: 104_857_600,
    description: 'The most bytes that an uploaded file may have.',
  }),
  TIDINGS_FILES_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description:
        'A bucket of an object store that speaks S3, in which files are kept. Without it they are in the folder.',
    }),
  ),
  TIDINGS_FILES_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Address of that object store. Default: the hosted one of the region.',
    }),
  ),
  TIDINGS_FILES_REGION: Type.String({ default: 'us-east-1', description: 'Region of the bucket.' }),
  TIDINGS_FILES_ACCESS_KEY_ID: Type.Optional(
    Type.String({ description: 'Id of a key to the bucket. Default: what the machine itself is allowed.' }),
  ),
  TIDINGS_FILES_SECRET_ACCESS_KEY: Type.Optional(Type.String({ secret: true, description: 'Secret of that key.' })),
  TIDINGS_METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[!-~]{16,}$',
      secret: true,
      description: 'Bearer token for `/metrics` on the port of the API. Without it there is no such page on that port.',
    }),
  ),
  TIDINGS_METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description:
        'A port of its own for `/health`, `/ready` and `/metrics`, without a token; each process on a machine needs another. Without it there is none.',
    }),
  ),
  TIDINGS_METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'Address that this port listens on.' }),
  TIDINGS_LOG_ATTEMPTS: Type.Enum(['all', 'failed', 'none'], {
    default: 'failed',
    description: 'Which attempts to deliver get a log line. A line for each costs as much as a tenth of a delivery.',
  }),
  OTEL_TRACES_EXPORTER: Type.Optional(
    Type.Enum(['otlp', 'console', 'none'], {
      description: 'Where traces go. Default: `otlp` when an endpoint is set, `none` otherwise.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'An OpenTelemetry collector (OTLP over HTTP); traces go to `/v1/traces` below it.',
    }),
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'The address that traces go to, in full.' }),
  ),
  OTEL_SERVICE_NAME: Type.Optional(Type.String({ description: 'Name of this service in traces. Default: `tidings`.' })),
  OTEL_SDK_DISABLED: Type.Boolean({ default: false, description: 'Switches traces off, whatever else is set.' }),
  TIDINGS_LOG_LEVEL: Type.Optional(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      description:
        'Least severe log line that is written. Default: `info`; `tidings start` shows warnings and errors only, as sentences, unless this is set.',
    }),
  ),
})

export type Config = Readonly<Static<typeof ConfigSchema>>

/** The settings of the commands that talk to a running API or receive from it. */
export const ToolSchema = Type.Object({
  TIDINGS_DATA: ConfigSchema.properties.TIDINGS_DATA,
  TIDINGS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Address of the API to talk to. Default: `base_url` in `demo.json`.',
    }),
  ),
  TIDINGS_CLIENT_ID: Type.Optional(
    Type.String({ description: 'Id of the key to talk with. Default: `client_id` in `demo.json`.' }),
  ),
  TIDINGS_CLIENT_SECRET: Type.Optional(Type.String({ secret: true, description: 'Secret of that key.' })),
  TIDINGS_WEBHOOK_SECRET: Type.Optional(
    Type.String({
      secret: true,
      description: '`secret_key` of the integration whose deliveries `tidings listen` verifies.',
    }),
  ),
  TIDINGS_SECRET_KEY_HEADER: ConfigSchema.properties.TIDINGS_SECRET_KEY_HEADER,
  TIDINGS_LOG_LEVEL: ConfigSchema.properties.TIDINGS_LOG_LEVEL,
})

export type ToolConfig = Readonly<Static<typeof ToolSchema>>

/** The names of all settings, those included that name a file with a secret. */
export const settingNames: readonly string[] = Object.entries({
  ...ConfigSchema.properties,
  ...ToolSchema.properties,
}).flatMap(([name, property]) => (isSecret(property) ? [name, `${name}_FILE`] : [name]))

/** Reads and checks the settings of a server. Throws an error that names every wrong one and what it takes. */
export function readConfig(env: Env = process.env): Config {
  return readSettings(ConfigSchema, settingNames, env)
}

/** The same for the commands that are no server. */
export function readToolConfig(env: Env = process.env): ToolConfig {
  return readSettings(ToolSchema, settingNames, env)
}
