import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { type Access, openAccess } from '../../src/access/access.ts'
import { createKey, type NewKey } from '../../src/access/keys.ts'
import { createOrganization } from '../../src/access/organizations.ts'
import { routes as accessRoutes } from '../../src/access/routes.ts'
import { createStore } from '../../src/app/cross-module/stores.ts'
import type { Database } from '../../src/db/database.ts'
import { isUnreachable } from '../../src/db/unreachable.ts'
import type { NewEvent, Record } from '../../src/event-types/event.ts'
import { createServer, type Server } from '../../src/http/server.ts'
import { type Cipher, makeCipher } from '../../src/secrets/cipher.ts'
import { noShopTelemetry } from '../../src/store/kit/telemetry.ts'
import { routes as settingsRoutes } from '../../src/store/settings/routes.ts'

export const base_url = 'http://tidings.test/v2'

export type Tenant = { organization_id: string; store_id: string; store: NewKey; organization: NewKey }

/** A process: its server with access and settings, and its recorded events. Tests may change `now`. */
export type Office = {
  server: Server
  access: Access
  events: NewEvent[]
  now: number
  token(key: NewKey, grant_type?: 'client_credentials' | 'implicit'): Promise<string>
  close(): Promise<void>
}

export async function openOffice(db: Database, cipher: Cipher = newCipher(), now = Date.now()): Promise<Office> {
  const log = pino({ level: 'silent' })
  const clock = () => office.now
  const events: NewEvent[] = []
  const office = { now, events } as Office
  const access = await openAccess({ db, cipher, clock, log, token_limit: 0 })
  const server = await createServer({
    base_url,
    version: '0.0.0',
    authenticate: access.authenticate,
    isUnavailable: isUnreachable,
    cors_origins: ['*'],
    trusted_proxies: [],
    rate_limit: 0,
    compression: true,
    log,
  })
  accessRoutes(server, access)
  const record: Record = async (_tx, more) => void events.push(...more)
  settingsRoutes(server, { db, base_url, clock, record, shop: noShopTelemetry })
  await server.ready()
  return Object.assign(office, {
    server,
    access,
    token: async (key: NewKey, grant_type: 'client_credentials' | 'implicit' = 'client_credentials') => {
      const { client_id, client_secret } = key
      const grant = await access.grant({ grant_type, client_id, client_secret }, '127.0.0.1')
      return grant.access_token
    },
    close: async () => {
      access.close()
      await server.close()
    },
  })
}

export function newCipher(): Cipher {
  return makeCipher(randomBytes(32).toString('base64'), [])
}

export async function newTenant(db: Database, scope: string): Promise<Tenant> {
  const now = Date.now()
  const { id: organization_id } = await createOrganization(db, { name: `Organization of ${scope}` }, now)
  const deps = { db, base_url, record: async () => {} }
  const { id: store_id } = await createStore(deps, { organization_id, name: scope, scope }, now)
  return {
    organization_id,
    store_id,
    store: await createKey(db, { organization_id, store_id, name: 'of the store' }, now),
    organization: await createKey(db, { organization_id, store_id: null, name: 'of the organization' }, now),
  }
}
