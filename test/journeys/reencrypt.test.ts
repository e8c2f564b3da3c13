import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sealedColumns } from '../../src/app/cross-module/sealed-columns.ts'
import { query } from '../../src/db/database.ts'
import { keyIdOf, makeCipher } from '../../src/secrets/cipher.ts'
import { countOutdated, reencrypt } from '../../src/secrets/reencrypt.ts'
import { type App, type Client, openApp, openTenant } from '../support/app.ts'
import { runHere } from '../support/command.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { openPerson, openSession, PASSWORD } from '../support/people/people.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { publishOne, register } from '../support/stage.ts'

const newKey = () => randomBytes(32).toString('base64')
const [FORMER, CURRENT, FOREIGN] = [newKey(), newKey(), newKey()]
const idOf = (key: string) => keyIdOf(makeCipher(key, []).seal('', ''))
const BOTH = { TIDINGS_ENCRYPTION_KEY: CURRENT, TIDINGS_ENCRYPTION_KEYS_PREVIOUS: FORMER }
const cipher = makeCipher(CURRENT, [FORMER])

let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())

let database: TestDatabase
let app: App
let seller: Client
let alert_id: string
/** A person with an unfinished second-factor setup. */
let person: { client: Client; totp_secret: string }
/** Server that still encrypts with the previous key, and a store with one resource of every kind. */
beforeEach(async () => {
  database = await testDatabase()
  app = await openApp(database, {
    env: { TIDINGS_ENCRYPTION_KEY: FORMER, TIDINGS_ENCRYPTION_KEYS_PREVIOUS: CURRENT },
  })
  const tenant = await openTenant(app)
  seller = tenant.seller
  await register(seller, receiver.url, ['order.paid'])
  const gateway = { type: 'gateway', credentials: { api_key: 'a-key-of-the-provider' } }
  expect((await seller.put('/v2/gateways/manual', { data: gateway })).status).toBe(200)
  const alert = { type: 'alert', name: 'Chat', channel: 'chat', url: `${receiver.url}/chat` }
  alert_id = (await seller.post('/v2/alerts', { data: alert })).body.data.id
  const roles = [{ role: 'owner', store_id: null }] as const
  const { client } = await openSession(
    app,
    await openPerson(app, tenant.organization, { email: 'a@example.com', roles }),
  )
  person = {
    client,
    totp_secret: (await client.post('/v2/me/second-factor', { data: { password: PASSWORD } })).body.data.secret,
  }
  await publishOne(seller, {
    triggered_by: 'one-time-password-token-request.created',
    payload: { data: { type: 'one_time_password_token_request', id: 'r', one_time_password_token: '123456' } },
  })
})
afterEach(async () => {
  await app.close()
  await database.close()
})

async function command(...options: string[]) {
  const env = { DATABASE_URL: database.direct_url, ...BOTH }
  const { code, stdout, stderr } = await runHere(['secrets', 'reencrypt', '--json', ...options], env)
  return { code, stderr, result: JSON.parse(stdout) }
}

const tables = ['integrations', 'gateways', 'people', 'alerts', 'signing_keys', 'events']

test('values encrypted with a previous key are reported by table and key without changes', async () => {
  const left = tables.map((table) => ({ table, key_id: idOf(FORMER), count: 1, known: true }))
  for (const _ of [1, 2]) {
    const { code, result, stderr } = await command('--check')
    expect({ code, result }).toEqual({ code: 1, result: { current_key_id: idOf(CURRENT), done: [], left } })
    expect(stderr).toContain('previous key')
  }
})

test('after re-encryption a server without the previous key reads, delivers and keeps tokens', async () => {
  const { code, result } = await command()
  expect({ code, result }).toEqual({
    code: 0,
    result: {
      current_key_id: idOf(CURRENT),
      done: tables.map((table) => ({ table, reencrypted: 1, failed: 0 })),
      left: [],
    },
  })
  const before = (await seller.get('/v2/integrations')).body
  await app.close()
  const port = new URL(app.origin).port
  app = await openApp(database, { env: { TIDINGS_ENCRYPTION_KEY: CURRENT, PORT: port } })
  const after = (await seller.get('/v2/integrations')).body
  expect(after.data[0].configuration).toEqual(before.data[0].configuration)
  const changed = { data: { type: 'gateway', credentials: { other: 'one more' } } }
  const gateway = (await seller.put('/v2/gateways/manual', changed)).body.data
  expect(gateway.credentials.api_key).toMatch(/^\*+ider$/)
  expect((await seller.post(`/v2/alerts/${alert_id}/test`)).status).toBe(200)
  await receiver.waitFor(({ body }) => String(body.text).includes('"Chat"'))
  const one_time_code = new TOTP({ secret: person.totp_secret }).generate()
  expect((await person.client.post('/v2/me/second-factor/confirm', { data: { one_time_code } })).status).toBe(200)
  const id = await publishOne(seller, { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o' } } })
  const { body } = await receiver.waitFor((delivery) => delivery.body.id === id)
  expect(body.configuration).toEqual({ url: receiver.url, secret_key: 'a secret of the test' })
  const key = 'one-time-password-token-request.created'
  const events = (await seller.get(`/v2/events?filter=eq(triggered_by,${key})`)).body
  expect(events.data[0].payload.data).toMatchObject({ id: 'r', one_time_password_token: '********' })
})

test('an interrupted run is resumed by the next run, which finds only the rest', async () => {
  const integrations = sealedColumns.filter(({ table }) => table === 'integrations')
  for (let made = 1; made < 450; made += 1) await copyIntegration()
  const deps = { db: database.db, cipher }
  const interrupted = reencrypt(deps, integrations, () => {
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await countOutdated(deps, integrations)).toMatchObject([{ count: 250 }])
  const progress: number[] = []
  const done = await reencrypt(deps, integrations, ({ reencrypted }) => progress.push(reencrypted))
  expect([done, progress]).toEqual([[{ table: 'integrations', reencrypted: 250, failed: 0 }], [200, 250]])
  expect(await countOutdated(deps, integrations)).toEqual([])
})

test('concurrent changes by a server are not lost', async () => {
  const [{ id }] = (await seller.get('/v2/integrations')).body.data
  const path = `/v2/integrations/${id}`
  let isOver = false
  const changing = (async () => {
    let last = ''
    for (let version = 1; !isOver; version += 1) {
      last = `secret of version ${version}`
      const { status } = await seller.put(path, { data: { type: 'integration', configuration: { secret_key: last } } })
      expect(status).toBe(200)
    }
    return last
  })()
  for (let pass = 0; pass < 50; pass += 1) await reencrypt({ db: database.db, cipher }, sealedColumns, () => {})
  isOver = true
  const last = await changing
  expect((await seller.get(path)).body.data.configuration.secret_key).toBe(last)
  await reencrypt({ db: database.db, cipher }, sealedColumns, () => {})
  expect((await seller.get(path)).body.data.configuration.secret_key).toBe(last)
  expect(await countOutdated({ db: database.db, cipher }, sealedColumns)).toEqual([])
})

test('a value of an unknown key is reported and skipped, and the others are re-encrypted', async () => {
  const lost = await copyIntegration()
  const foreign = makeCipher(FOREIGN, []).seal('{"members":{}}', lost)
  await query(database.db, 'update integrations set secrets = $2, enabled = false where id = $1', [lost, foreign])
  const { code, result, stderr } = await command()
  expect(code).toBe(1)
  expect(result.done[0]).toEqual({ table: 'integrations', reencrypted: 1, failed: 1 })
  expect(result.left).toEqual([{ table: 'integrations', key_id: idOf(FOREIGN), count: 1, known: false }])
  expect(stderr).toContain('TIDINGS_ENCRYPTION_KEYS_PREVIOUS')
  const [row] = await query<{ secrets: Buffer }>(database.db, 'select secrets from integrations where id = $1', [lost])
  expect(row?.secrets).toEqual(foreign)
})

test('every file that encrypts declares where it stores the values', async () => {
  const root = new URL('../../src/', import.meta.url)
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(new URL(file, root), 'utf8')] as const),
  )
  const sealing = texts.filter(([, text]) => /cipher\.seal\(/.test(text)).map(([file]) => file)
  expect(sealing.sort()).toEqual([
    'access/tokens/signing-keys.ts',
    'alerts/save.ts',
    'events/sealed.ts',
    'integrations/store.ts',
    // A cookie that lives ten minutes and is not stored.
    'people/oidc/routes.ts',
    'people/own/second-factor.ts',
    // Challenges that live five minutes and are not stored.
    'people/passkeys/challenge.ts',
    'secrets/reencrypt.ts',
    'store/gateways/update.ts',
  ])
})

/** Another integration, created as the server with the previous key would. */
async function copyIntegration(): Promise<string> {
  const [row] = await query<{ id: string }>(
    database.db,
    `insert into integrations (id, organization_id, owner_id, integration_type, name, observes, configuration, revision,
                               created_at, updated_at)
     select gen_random_uuid(), organization_id, owner_id, integration_type, name, observes, configuration, revision,
            created_at, updated_at from integrations limit 1 returning id`,
    [],
  )
  const id = row?.id ?? ''
  const sealed = makeCipher(FORMER, []).seal('{"members":{"secret_key":"s"}}', id)
  await query(database.db, 'update integrations set secrets = $2 where id = $1', [id, sealed])
  return id
}
