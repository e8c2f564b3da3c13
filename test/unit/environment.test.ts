import { globSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unencryptedDatabases } from '../../src/app/unencrypted-databases.ts'
import { ConfigSchema, readConfig, readToolConfig, ToolSchema } from '../../src/config.ts'
import { isSecret } from '../../src/environment.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = Buffer.alloc(32, 5).toString('base64')
const OTHER = Buffer.alloc(32, 6).toString('base64')

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('fast')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** A valid value for each secret. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://tidings:word@db.internal/tidings',
  DATABASE_DIRECT_URL: 'postgres://tidings:word@direct.internal/tidings',
  DATABASE_READ_URL: 'postgres://tidings:word@standby.internal/tidings',
  TRANSPORT_URL: 'amqp://tidings:word@rabbit.internal',
  TIDINGS_ENCRYPTION_KEY: KEY,
  TIDINGS_ENCRYPTION_KEYS_PREVIOUS: `${KEY},${OTHER}`,
  TIDINGS_OUTGOING_PROXY: 'http://user:word@proxy.internal:3128',
  TIDINGS_FILES_SECRET_ACCESS_KEY: 'a secret access key',
  TIDINGS_OIDC_CLIENT_SECRET: 'the secret of a client',
  TIDINGS_SMTP_URL: 'smtps://tidings:word@mail.internal:465',
  TIDINGS_METRICS_TOKEN: 'a-token-for-the-metrics',
  TIDINGS_CLIENT_SECRET: 'the secret of a key',
  TIDINGS_WEBHOOK_SECRET: 'the secret of a webhook',
}
const reading = (name: string) => (name in ConfigSchema.properties ? readConfig : readToolConfig)
const PROPERTIES = { ...ConfigSchema.properties, ...ToolSchema.properties }

test('every setting that is or contains a secret can be read from a file', () => {
  const secrets = Object.entries(PROPERTIES).filter(([, property]) => isSecret(property))
  expect(secrets.map(([name]) => name).sort()).toEqual(Object.keys(SECRETS).sort())
  const called = Object.keys(PROPERTIES).filter((name) => /SECRET|PASSWORD|TOKEN|KEY/.test(name))
  const known = ['TIDINGS_PASSWORDS', 'TIDINGS_TOKEN_LIMIT', 'TIDINGS_SECRET_KEY_HEADER', 'TIDINGS_FILES_ACCESS_KEY_ID']
  expect(called.filter((name) => !(name in SECRETS)).sort()).toEqual(known.sort())
})

describe('every setting is read by a module', () => {
  const modules = globSync('src/**/*.ts').filter(
    (path) => !['src/config.ts', 'src/observability-settings.ts'].includes(path),
  )
  const source = modules.map((path) => readFileSync(path, 'utf8')).join()

  test.each(Object.keys(PROPERTIES))('%s', (name) => expect(source).toMatch(new RegExp(`\\b${name}\\b`)))
})

describe.each(Object.entries(SECRETS))('%s from a file', (name, value) => {
  const read = reading(name)

  test.each(['', '\n', '\r\n'])('equals the value in the environment, with %j at its end', async (end) => {
    const path = await file(name, value + end)
    expect(read({ [`${name}_FILE`]: path })).toEqual(read({ [name]: value }))
  })

  test('is rejected when it is also set in the environment', async () => {
    const path = await file(name, value)
    const both = () => read({ [name]: value, [`${name}_FILE`]: path })
    expect(both).toThrow(`  ${name} and ${name}_FILE: set only one of them\n`)
  })

  test('the error for a missing, empty or unreadable file names the setting', async () => {
    const missing = join(folder, 'missing')
    const is = (path: string) => () => read({ [`${name}_FILE`]: path })
    expect(is(missing)).toThrow(`  ${name}_FILE: the file ${missing} does not exist\n`)
    const empty = await file('empty', '\n')
    expect(is(empty)).toThrow(`  ${name}_FILE: the file ${empty} is empty\n`)
    const inner = join(folder, 'inner')
    await mkdir(inner, { recursive: true })
    expect(is(inner)).toThrow(`  ${name}_FILE: the file ${inner} is a folder\n`)
  })
})

test('the error for any other unreadable file gives the error code', async () => {
  const path = join(await file('plain', KEY), 'below')
  expect(() => readConfig({ TIDINGS_ENCRYPTION_KEY_FILE: path })).toThrow(`the file ${path} is not readable (ENOTDIR)`)
})

test('a list in a file may have one line per entry', async () => {
  const path = await file('previous', `${KEY}\n${OTHER}\n`)
  const { TIDINGS_ENCRYPTION_KEYS_PREVIOUS } = readConfig({ TIDINGS_ENCRYPTION_KEYS_PREVIOUS_FILE: path })
  expect(TIDINGS_ENCRYPTION_KEYS_PREVIOUS).toEqual([KEY, OTHER])
})

test('the error for a wrong value in a file names the setting but not the value', async () => {
  const path = await file('wrong', 'not-a-key-at-all')
  const wrong = () => readConfig({ TIDINGS_ENCRYPTION_KEY_FILE: path })
  expect(wrong).toThrow(/^Invalid settings:\n {2}TIDINGS_ENCRYPTION_KEY_FILE: must be 32 bytes in Base64/)
  expect(wrong).not.toThrow('not-a-key-at-all')
})

test('only secrets can be read from files', () => {
  expect(() => readConfig({ TIDINGS_DATA_FILE: '/nowhere' })).not.toThrow('/nowhere')
})

describe('the error for a misspelled setting suggests the intended one', () => {
  test.each([
    ['TIDINGS_ENCRYPTON_KEY', 'TIDINGS_ENCRYPTION_KEY'],
    ['TIDINGS_ENCRYPTION_KEY_FLIE', 'TIDINGS_ENCRYPTION_KEY_FILE'],
    ['TIDINGS_ALLOW_NETWORK', 'TIDINGS_ALLOW_NETWORKS'],
    ['TIDINGS_ALOW_HOSTS', 'TIDINGS_ALLOW_HOSTS'],
    ['TIDINGS_RETENTION_DAY', 'TIDINGS_RETENTION_DAYS'],
    ['TIDINGS_LOGLEVEL', 'TIDINGS_LOG_LEVEL'],
    ['tidings_log_level', 'TIDINGS_LOG_LEVEL'],
    ['TIDINGS_PORT', 'PORT'],
    ['TIDINGS_DATABASE_URL', 'DATABASE_URL'],
    ['TIDINGS_CLIENT_SECRETS', 'TIDINGS_CLIENT_SECRET'],
  ])('%s', (name, meant) => {
    for (const read of [readConfig, readToolConfig]) {
      const start = () => read({ [name]: 'a value that is nobody else’s' })
      expect(start).toThrow(`  ${name}: unknown setting; did you mean ${meant}?\n`)
      expect(start).not.toThrow('a value')
    }
  })

  test('misspelled settings are reported together with all other errors', () => {
    const wrong = () => readConfig({ TIDINGS_ALOW_HOSTS: 'a', PORT: 'none', TIDINGS_METRICS_TOKEN_FILE: '/nowhere' })
    expect(wrong).toThrow(/TIDINGS_ALOW_HOSTS(.|\n)*PORT(.|\n)*TIDINGS_METRICS_TOKEN_FILE/)
  })
})

test('variables of other programs are ignored', () => {
  const others = {
    TIDINGS_WRAPPED: '1',
    TIDINGS_MODEL_RUNS: '10',
    TIDINGS_ORDER_SEED: '7',
    TIDINGS_OF_ANOTHER_PROGRAM: 'x',
    TIDINGS_PORT: 'tcp://10.0.0.1:7070',
    TIDINGS_SERVICE_HOST: '10.0.0.1',
    TIDINGS_SERVICE_PORT: '7070',
    TIDINGS_SERVICE_PORT_HTTP: '7070',
    TIDINGS_PORT_7070_TCP: 'tcp://10.0.0.1:7070',
    TIDINGS_PORT_7070_TCP_ADDR: '10.0.0.1',
    TIDINGS_ALOW_HOSTS: '',
    PATH: '/bin',
  }
  expect(readConfig(others)).toEqual(readConfig({}))
  expect(readToolConfig(others)).toEqual(readToolConfig({}))
})

test('no valid setting is mistaken for another', () => {
  const names = Object.keys(PROPERTIES)
  for (const name of names) expect(() => readToolConfig({ [name]: 'x' }), name).not.toThrow('did you mean')
})

const WRONG_DATABASES: [string, RegExp][] = [
  ['not a url, but secret', /must be a URL that starts with postgres:/],
  ['postgres//u:secret@host/x', /must be a URL that starts with postgres:/],
  ['postgres://u:secret@host:port/x', /must have a whole number from 1 to 65535 as its port, or none$/],
  ['postgres://u:secret@host:0/x', /must have a whole number from 1 to 65535 as its port/],
  ['postgres://u:secret@[::1]:99999/x?sslmode=disable', /must have a whole number from 1 to 65535 as its port/],
  ['postgres://u:pa/secret@host/x', /must be a valid URL; percent-encode/],
  ['postgres://u:secret@host/x?sslmode=verify', /`sslmode` must be one of disable, .*, verify-full, no-verify$/],
  ['postgres://u:secret@host/x?sslnegotiation=never', /`sslnegotiation` must be one of postgres, direct$/],
  ['postgres://u:secret@host/x?uselibpqcompat=true&sslmode=verify-ca', /`sslmode=verify-ca` .* `sslrootcert`$/],
  ['postgres://u:secret@[::1/x', /must be a valid URL; percent-encode/],
  ['postgres://u:secret%E4@host/x', /must be a valid URL; percent-encode .* as UTF-8/],
  ['postgres://u%FF:secret@host/x', /must be a valid URL/],
  ['postgres://u:secret@host/x%C3', /must be a valid URL/],
  ['postgres://u:secret@ho%zzst/x', /must be a valid URL/],
  ['postgres://u:secret@/x?port=five', /`port` must be a whole number from 1 to 65535/],
  ['postgres://u:secret@host/x?port=65536', /`port` must be/],
  ['postgres://u:secret@host/x?sslmode=verify-full&sslrootcert=/nowhere', /`sslrootcert` must be the path of a file/],
  ['postgres://u:secret@host/x?sslkey=/', /`sslkey` must be the path of a file/],
]
const RIGHT_DATABASES = [
  'postgres:///x',
  'postgres://u:p@/x?host=%25zz&port=5432',
  'postgres://u:50%@host/x%zz',
  'postgres://%2Fvar%2Frun/x',
  `postgres://u:p@host/x?sslrootcert=${import.meta.filename}`,
]

test.each(WRONG_DATABASES)('the error for %s names each database setting without the secret', (url, sentence) => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    const read = () => readConfig({ [name]: url })
    expect(read).toThrow(new RegExp(`^Invalid settings:\n  ${name}: ${sentence.source}`, 'm'))
    expect(read).not.toThrow(/secret/)
  }
})

test.each([
  ['TRANSPORT_URL', 'amqp://u:secret@host:99999'],
  ['TIDINGS_SMTP_URL', 'smtp://u:secret@host:port'],
  ['TIDINGS_OUTGOING_PROXY', 'http://u:secret@host:65536/'],
  ['TIDINGS_BASE_URL', 'https://host:80a/secret'],
  ['TIDINGS_FILES_ENDPOINT', 'http://host:0?secret'],
  ['TIDINGS_OIDC_ISSUER', 'https://host:99999'],
])('the error for %s with a wrong port says what a port is, without the secret: %s', (name, url) => {
  const read = () => readConfig({ [name]: url })
  expect(read).toThrow(`  ${name}: must have a whole number from 1 to 65535 as its port, or none`)
  expect(read).not.toThrow(/secret/)
})

test.each(RIGHT_DATABASES)('%s is a valid database URL', (url) => {
  const config = readConfig({ DATABASE_URL: url })
  expect(config.DATABASE_URL).toBe(url)
  expect(() => unencryptedDatabases(config)).not.toThrow()
})
