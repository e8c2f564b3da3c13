import { rm } from 'node:fs/promises'
import { type DestinationStream, destination } from 'pino'
import { createKey } from '../../src/access/keys.ts'
import { createOrganization } from '../../src/access/organizations.ts'
import { freePort } from '../../src/app/address/port.ts'
import { createStore } from '../../src/app/cross-module/stores.ts'
import { type Foundation, openFoundation } from '../../src/app/foundation.ts'
import { orUndo } from '../../src/app/open-or-close.ts'
import { type Part, type Running, run } from '../../src/app/run.ts'
import { readConfig } from '../../src/config.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { makeLog } from '../../src/tool/log.ts'
import type { TestDatabase } from './database/cluster.ts'
import { exchange } from './exchange.ts'
import { temporaryFolder } from './folder.ts'
import { TIMEOUT_MS } from './timeout.ts'

/** A running Tidings on a database of the test's own, started as in production. */
export type App = Running & { foundation: Foundation; origin: string }

export type AppOptions = {
  parts?: readonly Part[]
  /** Overrides of the test settings: a free port, loopback receivers allowed, no log. */
  env?: Readonly<Record<string, string>>
  clock?: Clock
  /** Destination of log lines; a setting controls their level. */
  lines?: DestinationStream
}

const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')

export async function openApp(database: TestDatabase, options: AppOptions = {}): Promise<App> {
  const port = Number(options.env?.PORT ?? (await freePort('127.0.0.1')))
  const folder = await temporaryFolder('fast')
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.direct_url,
    TIDINGS_ENCRYPTION_KEY: ENCRYPTION_KEY,
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    TIDINGS_LOG_LEVEL: 'silent',
    // Full scrypt cost would take a quarter of the time of a run.
    TIDINGS_SCRYPT_COST: '10',
    TIDINGS_FILES_FOLDER: folder,
    PORT: String(port),
    ...options.env,
  })
  const log = makeLog(config.TIDINGS_LOG_LEVEL ?? 'silent', options.lines ?? destination())
  const foundation = await openFoundation(config, log, options.clock)
  const running = await orUndo(run(foundation, options.parts ?? ['api', 'deliveries']), () => foundation.close())
  return {
    ...running,
    foundation,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await running.close()
      await foundation.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the response holds
export type Answered = { status: number; headers: Headers; body: any }

export type Client = {
  organization_id: string
  store_id: string
  token: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  get(path: string): Promise<Answered>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  delete(path: string): Promise<Answered>
}

export type Tenant = {
  organization_id: string
  store_id: string
  seller: Client
  organization: Client
  shopper: Client
}

let stores = 0

export async function openTenant(app: App): Promise<Tenant> {
  const { db } = app.foundation
  const now = Date.now()
  const organization = await createOrganization(db, { name: 'Test organization' }, now)
  const { ids, key: storeKey } = await createTestStore(app, organization.id, now)
  const organizationKey = await createKey(db, { ...ids, store_id: null, name: 'organization' }, now)
  return {
    ...ids,
    seller: await openClient(app, ids, storeKey, 'client_credentials'),
    organization: await openClient(app, ids, organizationKey, 'client_credentials'),
    shopper: await openClient(app, ids, storeKey, 'implicit'),
  }
}

export async function openStore(app: App, organization_id: string): Promise<Client> {
  const { ids, key } = await createTestStore(app, organization_id, Date.now())
  return openClient(app, ids, key, 'client_credentials')
}

async function createTestStore(app: App, organization_id: string, now: number) {
  stores += 1
  const scope = `test-${process.pid}-${stores}-${now}`
  const store = await createStore(app.integrationDeps, { organization_id, name: 'Test', scope }, now)
  const ids = { organization_id, store_id: store.id }
  return { ids, key: await createKey(app.foundation.db, { ...ids, name: 'store' }, now) }
}

/** A client with a token of the key: seller or organization by default, shopper for `implicit`. */
export async function openClient(
  { origin }: Pick<App, 'origin'>,
  ids: { organization_id: string; store_id: string },
  key: { client_id: string; client_secret: string },
  grant_type: 'client_credentials' | 'implicit',
): Promise<Client> {
  const { client_id, client_secret } = key
  const form = new URLSearchParams({ grant_type, client_id, client_secret })
  const granted = await fetch(`${origin}/oauth/access_token`, { method: 'POST', body: form })
  const { access_token } = (await granted.json()) as { access_token: string }
  return calling({ ...ids, token: access_token }, (method, path, body, headers) =>
    send(`${origin}${path}`, method, body, { authorization: `Bearer ${access_token}`, ...headers }),
  )
}

export function calling(who: Pick<Client, 'organization_id' | 'store_id' | 'token'>, call: Client['call']): Client {
  return {
    ...who,
    call,
    get: (path) => call('GET', path),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    delete: (path) => call('DELETE', path),
  }
}

/** Sends a string as is, and other bodies as JSON. Throws if there is no response before the signal. */
export async function send(
  address: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
): Promise<Answered> {
  const init = { method, signal, headers: { 'content-type': 'application/json', ...headers } }
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = body === undefined ? { method, signal, headers } : { ...init, body: content }
  const { text, ...response } = await exchange(address, sent)
  return { ...response, body: text === '' ? null : JSON.parse(text) }
}

export function webhookIntegration(url: string, observes: string[], more: Record<string, unknown> = {}) {
  return {
    data: {
      type: 'integration',
      integration_type: 'webhook',
      name: 'Test',
      enabled: true,
      observes,
      configuration: { url, secret_key: 'a secret of the test' },
      ...more,
    },
  }
}

const POLL_MS = 25

/** Polls until the condition holds; after TIMEOUT_MS, throws with the last value. */
export async function eventually<T>(read: () => Promise<T>, condition: (value: T) => boolean): Promise<T> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const value = await read()
    if (condition(value)) return value
    if (Date.now() > end)
      throw new Error(`Condition not met; the last value was ${JSON.stringify(value)?.slice(0, 2000)}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
