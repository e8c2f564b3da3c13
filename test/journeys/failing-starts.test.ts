import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolvePort } from '../../src/app/address/port.ts'
import type { Part } from '../../src/app/run.ts'
import { type Config, ConfigSchema, readConfig } from '../../src/config.ts'
import { query } from '../../src/db/database.ts'
import { allowedValues, isSecret } from '../../src/environment.ts'
import { describeFailure } from '../../src/tool/failure.ts'
import { openApp, openTenant } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folder.ts'
import { endTools, startTool } from '../support/tool.ts'

const ALL = ['serve', 'serve --work', 'work', 'start']
/** An idle database connection would keep a process alive for thirty seconds. */
const ENDS_WITHIN_MS = 20_000
const KEY = Buffer.alloc(32, 1).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64')
/** Base64 of 32 bytes by length, but with an invalid last character. */
const MALFORMED_KEY = `${KEY.slice(0, 42)}B=`
const UNREACHABLE = 'postgres://tidings@127.0.0.1:1/tidings'

let database: TestDatabase
let folder: string
let taken: Server
let port: string

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder('durable')
  await writeFile(path.join(folder, 'file'), '')
  await mkdir(path.join(folder, 'damaged'))
  await writeFile(path.join(folder, 'damaged', 'encryption.key'), '')
  taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  // Encrypts the signing key of tokens, so that other keys fail from here on.
  const app = await openApp(database, { env: { TIDINGS_ENCRYPTION_KEY: KEY } })
  await openTenant(app)
  await app.close()
  port = address !== null && typeof address === 'object' ? String(address.port) : ''
})
afterAll(async () => {
  endTools()
  taken.close()
  await rm(folder, { recursive: true })
  await database.close()
})

/** Invalid value of each setting; null for settings that accept any text or are validated on use. */
const MALFORMED: Readonly<Record<keyof Config, string | null>> = {
  PORT: 'seven',
  HOST: 'http://store.example.com',
  TIDINGS_REUSE_PORT: 'perhaps',
  TIDINGS_SCRYPT_COST: '9',
  TIDINGS_PASSWORDS: 'maybe',
  TIDINGS_OIDC_ISSUER: 'id.example.com',
  TIDINGS_OIDC_CLIENT_ID: null,
  TIDINGS_OIDC_CLIENT_SECRET: null,
  TIDINGS_OIDC_ROLE_CLAIM: null,
  TIDINGS_OIDC_ROLES: 'admins=emperor',
  TIDINGS_OIDC_SESSION_HOURS: '0',
  TIDINGS_OIDC_TRUST_EMAIL: 'perhaps',
  TIDINGS_OIDC_ORGANIZATION: 'ours',
  TIDINGS_DATA: null,
  DATABASE_URL: 'mysql://127.0.0.1/tidings',
  DATABASE_DIRECT_URL: '127.0.0.1',
  DATABASE_READ_URL: 'mysql://127.0.0.1/tidings',
  DATABASE_READ_MAX_LAG_SECONDS: '11',
  DATABASE_CONNECTIONS: '1',
  TIDINGS_SYNCHRONOUS_STANDBYS: '11',
  TRANSPORT_URL: 'http://127.0.0.1',
  TIDINGS_BASE_URL: 'shop.example.com',
  TIDINGS_ENCRYPTION_KEY: MALFORMED_KEY,
  TIDINGS_ENCRYPTION_KEYS_PREVIOUS: `${KEY},${MALFORMED_KEY}`,
  TIDINGS_CORS_ORIGINS: 'shop.example.com',
  TIDINGS_STOREFRONT_BASES: 'shop.example.com',
  TIDINGS_TRUSTED_PROXIES: 'everybody',
  TIDINGS_RATE_LIMIT: '-1',
  TIDINGS_CATALOG_CACHE: '0',
  TIDINGS_COMPRESSION: 'gzip',
  TIDINGS_DASHBOARD: 'on',
  TIDINGS_TOKEN_LIMIT: 'many',
  TIDINGS_ALLOW_NETWORKS: '10.0.0.0/33',
  TIDINGS_ALLOW_HOSTS: '*.internal',
  TIDINGS_EXPLAIN_REFUSALS: 'sometimes',
  TIDINGS_DNS_SERVERS: null,
  TIDINGS_OUTGOING_PROXY: 'socks://127.0.0.1',
  TIDINGS_TRIGGER_HEADER: 'Host',
  TIDINGS_SECRET_KEY_HEADER: 'X Secret',
  TIDINGS_RESOURCE_VERSION_HEADER: 'X-\u212aey',
  TIDINGS_RETRY_SCHEDULE: '5,0',
  TIDINGS_DISABLE_AFTER: '59',
  TIDINGS_RETENTION_DAYS: '0',
  TIDINGS_PARTITION_WIDTH: 'week',
  TIDINGS_SERIES_MINUTE_DAYS: '0',
  TIDINGS_SERIES_HOUR_DAYS: '0',
  TIDINGS_AUDIT_RETENTION_DAYS: '2',
  TIDINGS_ARCHIVE_FOLDER: null,
  TIDINGS_ARCHIVE_BUCKET: 'No Bucket',
  TIDINGS_BACKLOG_LIMIT: '99',
  TIDINGS_SQS_MACHINE_ROLE: 'ja',
  TIDINGS_FILES_FOLDER: null,
  TIDINGS_FILES_LIMIT: '0',
  TIDINGS_FILES_BUCKET: 'No Bucket',
  TIDINGS_FILES_ENDPOINT: 'ftp://files.example.com',
  TIDINGS_FILES_REGION: null,
  TIDINGS_SMTP_URL: 'mail.example.com:25',
  TIDINGS_MAIL_FROM: 'Tidings',
  TIDINGS_FILES_ACCESS_KEY_ID: null,
  TIDINGS_FILES_SECRET_ACCESS_KEY: null,
  TIDINGS_METRICS_TOKEN: 'short',
  TIDINGS_METRICS_PORT: '0',
  TIDINGS_METRICS_HOST: null,
  TIDINGS_LOG_ATTEMPTS: 'some',
  OTEL_TRACES_EXPORTER: 'carrier-pigeon',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318',
  OTEL_SERVICE_NAME: null,
  OTEL_SDK_DISABLED: 'never',
  TIDINGS_LOG_FORMAT: 'xml',
  TIDINGS_LOG_LEVEL: 'loud',
}

/** Malformed URLs. */
const UNREADABLE = {
  DATABASE_URL: 'postgres://tidings:se#cret@127.0.0.1/tidings',
  DATABASE_DIRECT_URL: 'postgres://[/tidings',
  DATABASE_READ_URL: 'postgres://[/tidings',
  TRANSPORT_URL: 'amqp://tidings:se#cret@127.0.0.1',
  TIDINGS_BASE_URL: 'http://[',
  TIDINGS_OUTGOING_PROXY: 'http://[',
  TIDINGS_FILES_ENDPOINT: 'http://[',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://[',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://[',
}

test('every setting has a wrong value here, or accepts any text', () => {
  expect(Object.keys(MALFORMED).sort()).toEqual(Object.keys(ConfigSchema.properties).sort())
})

function given(wrong: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(wrong).filter((entry): entry is [string, string] => entry[1] !== null))
}

test.each(ALL)('%s with wrong settings exits at once and names all of them without secrets', async (command) => {
  const env = given(MALFORMED)
  const { stderr } = await endOf(command, env)
  for (const name of Object.keys(env)) expect(stderr).toMatch(new RegExp(`^ {2}${name}(/\\d+)?: `, 'm'))
})

test.each(Object.entries(given(MALFORMED)))(
  'an error in %s lists the allowed values, and shows the value unless it is a secret',
  (name, value) => {
    const property: TSchema = ConfigSchema.properties[name as keyof Config]
    const message = messageOf(name, value)
    // This setting has its own validation and message.
    if (name !== 'TIDINGS_TRUSTED_PROXIES') expect(message).toContain(`must be ${allowedValues(property)}`)
    expect(message).not.toMatch(/pattern|\^|undefined/)
    const last = value.split(',').at(-1) ?? ''
    expect(message.includes(last)).toBe(!isSecret(property) && name !== 'TIDINGS_TRUSTED_PROXIES')
  },
)

test('an error contains the default', () => {
  expect(messageOf('PORT', 'seven')).toBe(
    'PORT: must be a whole number from 0 to 65535, not "seven". Without the setting it is 7070.',
  )
})

function messageOf(name: string, value: string): string {
  try {
    readConfig({ [name]: value })
  } catch (error) {
    return describeFailure(error).split('\n')[1]?.trim() ?? ''
  }
  throw new Error(`${name} takes ${value}.`)
}

test('a whole number has only digits, and its error shows the input', () => {
  for (const value of ['7.9', 'true', '0x10', '1e1', ''.padEnd(20, '9')])
    expect(messageOf('TIDINGS_RETENTION_DAYS', value)).toContain(
      `must be a whole number from 1 to 3650, not "${value}"`,
    )
  expect(messageOf('TIDINGS_RETRY_SCHEDULE', '5,30.5')).toContain('not "30.5"')
})

/** Base URLs that `X-Forwarded-Base` can never match. */
const UNMATCHABLE_BASES = [
  'https://a.example.com?b=c',
  'https://a.example.com/#b',
  'https://me@a.example.com',
  'https://a.example.com:99999',
  'https://a.example.com/a b',
  'https://b\u00fccher.example',
  'https://*.example.com',
  'https://',
]

test('values without effect or with two meanings are rejected', () => {
  for (const host of ['receiver.internal:8080', 'http://receiver', 'me@receiver'])
    expect(messageOf('TIDINGS_ALLOW_HOSTS', `10.1.2.3,[fd00::1],fd00::1,receiver.internal,${host}`)).toContain(
      `not "${host}"`,
    )
  for (const network of ['abc', 'fd00::/129', '10.0.0.0/8/8'])
    expect(messageOf('TIDINGS_ALLOW_NETWORKS', `10.0.0.0/8,fd00::/8,::1,127.0.0.1,${network}`)).toContain(
      `not "${network}"`,
    )
  expect(messageOf('TIDINGS_CORS_ORIGINS', '*,capacitor://localhost,https://a.example.com/')).toContain(
    'not "https://a',
  )
  for (const base of UNMATCHABLE_BASES)
    expect(messageOf('TIDINGS_STOREFRONT_BASES', `https://a.example.com/api/,http://[::1]:8080,${base}`)).toContain(
      `not "${base}". `,
    )
  expect(messageOf('TIDINGS_BASE_URL', 'https://a.example.com/?b=c')).toContain('must not have a query or a fragment')
  expect(messageOf('TIDINGS_TRIGGER_HEADER', 'x-integration-secret-key')).toContain('must be three different names')
})

test('an unreadable URL is named without its secret', () => {
  for (const [name, address] of Object.entries(UNREADABLE)) {
    const reading = () => readConfig({ [name]: address })
    expect(reading).toThrow(new RegExp(`^ {2}${name}: `, 'm'))
    expect(reading).not.toThrow(/se#?cret/)
  }
})

const SEVERAL_HOSTS = [
  'postgres://tidings@db1,db2/tidings',
  'postgres://tidings:se%2Ccret@db1:5432,db2:5433/tidings',
  'postgresql://tidings@db1%2Cdb2/tidings?sslmode=require',
  'postgres://tidings@/tidings?host=db1,db2&port=5432,5433',
  'postgres:///tidings?sslmode=require&host=db1%2cdb2',
]
const ONE_HOST = [
  'postgres://tidings:a,b@db1/tidings?options=-c%20a=1,2',
  'postgres://tidings@/tidings?host=/run/postgresql',
]

test('a database URL with several hosts is rejected with advice; a comma elsewhere is accepted', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'])
    for (const address of SEVERAL_HOSTS)
      expect(messageOf(name, address)).toMatch(/^DATABASE_\w+: names several hosts.*proxy.*high-availability\.md$/)
  for (const address of ONE_HOST) expect(readConfig({ DATABASE_URL: address }).DATABASE_URL).toBe(address)
})

/** Settings whose errors appear only on use; `message` is the expected error. */
type Useless = { env: () => Record<string, string>; message: RegExp }

const TAKEN: Useless = {
  env: () => ({ PORT: port }),
  message: /^error: Port (\d+) on 127\.0\.0\.1 is in use\. Choose another port, for example PORT=\d+\.$/m,
}
const OF_ANOTHER_KEY: Useless = {
  env: () => ({ TIDINGS_ENCRYPTION_KEY: OTHER_KEY }),
  message: /TIDINGS_ENCRYPTION_KEY/,
}
const DAMAGED: Useless = {
  env: () => ({ TIDINGS_ENCRYPTION_KEY: '', TIDINGS_DATA: path.join(folder, 'damaged') }),
  message: /encryption\.key is empty/,
}
const NO_DATABASE: Useless = {
  env: () => ({ DATABASE_URL: UNREACHABLE, DATABASE_DIRECT_URL: '' }),
  message: /Cannot connect to the database/,
}

/** Each step of a start can fail: reading the keys, connecting, using the keys, opening a port. */
const ENDING: readonly (Useless & { command: string })[] = [
  { command: 'serve', ...OF_ANOTHER_KEY },
  { command: 'serve --work', ...TAKEN },
  {
    command: 'work',
    env: () => ({ TIDINGS_METRICS_PORT: port }),
    message: /Choose another port, for example TIDINGS_METRICS_PORT=\d+/,
  },
  { command: 'work', ...NO_DATABASE },
  { command: 'start', ...TAKEN },
  { command: 'start', ...NO_DATABASE },
  { command: 'start', ...DAMAGED },
  { command: 'start', ...OF_ANOTHER_KEY },
]

test.each(ENDING)(
  '$command exits soon with a setting that it cannot use: $message',
  async ({ command, env, message }) => {
    const usual = { PORT: '0', DATABASE_URL: database.url, TIDINGS_ENCRYPTION_KEY: KEY }
    const { stderr } = await endOf(command, { ...usual, ...env() })
    expect(stderr).toMatch(message)
  },
)

/** Parts of the server that a command runs. */
const PARTS = {
  serve: ['api'],
  'serve --work': ['api', 'deliveries'],
  work: ['deliveries'],
} as const satisfies Record<string, readonly Part[]>

const REFUSED: readonly (Useless & { command: keyof typeof PARTS })[] = [
  {
    command: 'serve',
    env: () => ({ PORT: port, TIDINGS_REUSE_PORT: 'true' }),
    message: /^Port \d+ on 127\.0\.0\.1 is in use by a process that was started without TIDINGS_REUSE_PORT=true\.$/,
  },
  { command: 'serve', env: () => ({ HOST: '203.0.113.1', PORT: '19998' }), message: /HOST 203\.0\.113\.1/ },
  {
    command: 'serve',
    env: () => ({ TIDINGS_METRICS_PORT: '19999', TIDINGS_METRICS_HOST: '203.0.113.1' }),
    message: /TIDINGS_METRICS_HOST/,
  },
  { command: 'work', env: () => ({ TIDINGS_ALLOW_NETWORKS: '10.0.0.0/64' }), message: /10\.0\.0\.0\/64/ },
  { command: 'serve --work', env: () => ({ TIDINGS_DNS_SERVERS: 'ns.example.com' }), message: /TIDINGS_DNS_SERVERS/ },
  { command: 'serve', env: () => ({ DATABASE_DIRECT_URL: UNREACHABLE }), message: /Cannot connect to the database/ },
  {
    command: 'serve',
    env: () => {
      const nowhere = new URL('/nowhere', database.url).href
      return { DATABASE_URL: nowhere, DATABASE_DIRECT_URL: nowhere }
    },
    message: /"nowhere" does not exist/,
  },
  { command: 'serve', ...DAMAGED },
  { command: 'work', ...DAMAGED },
  {
    command: 'serve --work',
    env: () => ({ DATABASE_URL: '', DATABASE_DIRECT_URL: '', TIDINGS_DATA: path.join(folder, 'file', 'below') }),
    message: /below cannot be created \(ENOTDIR\)/,
  },
  { command: 'work', env: () => ({ TIDINGS_ENCRYPTION_KEYS_PREVIOUS: 'short' }), message: /KEYS_PREVIOUS/ },
]

test.each(REFUSED)(
  'the parts of $command do not open with a setting that they cannot use: $message',
  async (refused) => {
    const { command, env, message } = refused
    const opening = openApp(database, { parts: PARTS[command], env: { TIDINGS_ENCRYPTION_KEY: KEY, ...env() } })
    const ended = opening.then((opened) => opened.close().then(() => 'It opened.'), describeFailure)
    expect(await ended).toMatch(message)
  },
)

test.each(Object.entries(PARTS))(
  'a process with another key than that of %s does not start on a new database',
  async (_, parts) => {
    const fresh = await testDatabase()
    const first = await openApp(fresh, { parts, env: { TIDINGS_ENCRYPTION_KEY: KEY } })
    for (const others of Object.values(PARTS)) {
      const opening = openApp(fresh, { parts: others, env: { TIDINGS_ENCRYPTION_KEY: OTHER_KEY } })
      const ended = opening.then((opened) => opened.close().then(() => 'It opened.'), describeFailure)
      expect(await ended).toMatch(/TIDINGS_ENCRYPTION_KEY/)
    }
    await first.close()
    await fresh.close()
  },
)

test('a process with a wrong key does not start and writes nothing, even after days without tokens', async () => {
  const fresh = await testDatabase()
  const open = (key: string) => openApp(fresh, { parts: ['api'], env: { TIDINGS_ENCRYPTION_KEY: key } })
  const first = await open(KEY)
  await openTenant(first)
  await first.close()
  await query(fresh.db, `update signing_keys set created_at = created_at - interval '10 days'`, [])
  await expect(open(OTHER_KEY)).rejects.toThrow('TIDINGS_ENCRYPTION_KEY')
  await (await open(KEY)).close()
  await fresh.close()
})

test('a server that selects its port names a HOST that is not local', async () => {
  await expect(resolvePort(readConfig({ HOST: '203.0.113.1', PORT: '0' }))).rejects.toThrow(/HOST 203\.0\.113\.1/)
})

/** Result of a failing start, which must exit within the limit after printing its error. */
async function endOf(command: string, env: Record<string, string>) {
  const tool = startTool(command.split(' '), env, folder)
  await tool.prints(/error: /)
  const late = AbortSignal.timeout(ENDS_WITHIN_MS)
  late.addEventListener('abort', () => tool.child.kill('SIGKILL'))
  const ended = await tool.ended
  expect(ended.code).toBe(1)
  expect(ended.stderr).not.toMatch(/\n {4}at |se#?cret/)
  return ended
}
