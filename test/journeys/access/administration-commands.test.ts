import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/access/keys.ts'
import { DAY, MINUTE } from '../../../src/kernel/duration.ts'
import { type App, openApp, openTenant, type Tenant } from '../../support/app.ts'
import { jsonHere, runHere } from '../../support/command.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { endTools } from '../../support/tool.ts'

let database: TestDatabase
let app: App
let tenant: Tenant
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  tenant = await openTenant(app)
  folder = await temporaryFolder('fast')
})
afterAll(async () => {
  await app.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(endTools)

type KeyOwner = { organization_id: string | null; store_id: string | null }

/** Settings with an own key of this owner and no database, so that commands use the server. */
async function envOf(owner: KeyOwner): Promise<Record<string, string>> {
  const key = await createKey(app.foundation.db, { ...owner, name: 'tool' }, Date.now())
  return {
    TIDINGS_URL: app.origin,
    TIDINGS_CLIENT_ID: key.client_id,
    TIDINGS_CLIENT_SECRET: key.client_secret,
    XDG_CONFIG_HOME: path.join(folder, key.id),
  }
}

const ofOrganization = () => envOf({ organization_id: tenant.organization_id, store_id: null })
const ofDatabase = () => ({
  DATABASE_URL: database.url,
  TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
})

type Key = KeyOwner & {
  id: string
  client_id: string
  client_secret: string
  permissions: string[] | null
  expires_at: string
  revoked_at: string | null
}

const LIMITS = ['--permission', 'integrations:read', '--permission', 'events:read', '--expires', '90d']
const LIMITED = { permissions: ['integrations:read', 'events:read'] }

test('keys created, listed and revoked through a server print the same as in the database', async () => {
  const create = ['keys', 'create', '--store', tenant.store_id, '--name', 'erp', ...LIMITS]
  const env = await ofOrganization()
  const [server, local] = [await jsonHere<Key>(create, env), await jsonHere<Key>(create, ofDatabase())]
  for (const key of [server, local]) {
    expect(key).toMatchObject({ ...LIMITED, organization_id: tenant.organization_id, store_id: tenant.store_id })
    expect(Math.abs(Date.parse(key.expires_at) - Date.now() - 90 * DAY)).toBeLessThan(5 * MINUTE)
  }
  expect(Object.keys(server).toSorted()).toEqual(Object.keys(local).toSorted())
  const list = ['keys', 'list', '--store', tenant.store_id]
  expect(await jsonHere(list, env)).toEqual(await jsonHere(list, ofDatabase()))
  const revoked = await jsonHere<Key>(['keys', 'revoke', server.client_id], env)
  expect(revoked).toMatchObject({ id: server.id, revoked_at: expect.any(String) })
})

test('a login context selects the server unless settings name a database; --context always does', async () => {
  const { TIDINGS_URL = '', TIDINGS_CLIENT_ID = '', TIDINGS_CLIENT_SECRET = '', ...rest } = await ofOrganization()
  const login = ['login', '--url', TIDINGS_URL, '--client-id', TIDINGS_CLIENT_ID]
  expect((await runHere(login, { ...rest, TIDINGS_CLIENT_SECRET })).code).toBe(0)
  const other = await testDatabase()
  const elsewhere = { ...ofDatabase(), ...rest, DATABASE_URL: other.url }
  const ids = async (args: string[], env: Record<string, string>) =>
    (await jsonHere<{ id: string }[]>(['stores', 'list', ...args], env)).map(({ id }) => id)
  expect(await ids([], rest)).toEqual([tenant.store_id])
  expect(await ids([], elsewhere)).toEqual([])
  expect(await ids(['--context', 'default'], elsewhere)).toEqual([tenant.store_id])
  await other.close()
})

test('an organization key creates stores, and a deployment key creates organizations', async () => {
  const env = await ofOrganization()
  const store = await jsonHere(['stores', 'create', '--name', 'Outlet', '--scope', `outlet-${process.pid}`], env)
  expect(store).toMatchObject({ name: 'Outlet', organization_id: tenant.organization_id })
  const created = await jsonHere<Key>(['keys', 'create', '--deployment', '--name', 'operations'], ofDatabase())
  expect(created).toMatchObject({ organization_id: null, permissions: ['deployment:read', 'deployment:write'] })
  const { client_id, client_secret } = created
  const operator = { ...env, TIDINGS_CLIENT_ID: client_id, TIDINGS_CLIENT_SECRET: client_secret }
  const organization = await jsonHere(['organizations', 'create', '--name', 'Marsh & Sons'], operator)
  expect(await jsonHere(['organizations', 'list'], operator)).toContainEqual(organization)
  const refused = await runHere(['organizations', 'list'], env)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('`deployment:read`') })
})

test.each([
  [
    'a permission that does not exist',
    ['--permission', 'integration:read'],
    /Did you mean integrations:read\?.*orders:write/,
  ],
  ['a time that has passed', ['--expires', '2020-01-01'], /future time/],
  ['no owner', [], /--store, --organization and --deployment/],
  ['two owners', ['--deployment', '--store', '0199f3a0-7c00-7000-8000-000000000001'], /Use one of/],
])('a key with %s is invalid usage', async (_, args, sentence) => {
  const { code, stderr } = await runHere(['keys', 'create', ...args], ofDatabase())
  expect(code).toBe(2)
  expect(stderr).toMatch(sentence)
})

test.each([['--deployment'], ['--organization', '0199f3a0-7c00-7000-8000-000000000001']])(
  'a server rejects the creation of a key for %s',
  async (...args) => {
    const { code, stderr } = await runHere(['keys', 'create', ...args], await ofOrganization())
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('need the database') })
  },
)
