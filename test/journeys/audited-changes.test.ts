import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreateKey } from '../../src/app/demo/credentials.ts'
import { ensureIntegration } from '../../src/app/demo/integration.ts'
import { ensureDemoOwner } from '../../src/app/demo/owner.ts'
import { ensureTenant } from '../../src/app/demo/tenant.ts'
import type { AuditEntry } from '../../src/audit/entry.ts'
import { DAY } from '../../src/kernel/duration.ts'
import { deleteOldAccess } from '../../src/people/delete-old-access.ts'
import { eventually, openApp, openTenant, type Tenant } from '../support/app.ts'
import { jsonHere } from '../support/command.ts'
import { changesWithoutEntry, countChanges, WATCHED_TABLES, watchChanges } from '../support/database/change-log.ts'
import { documented } from '../support/examples/operations.ts'
import { playTour, SHOWN_ADDRESS } from '../support/examples/tour.ts'
import { logInByProvider, oidcSettings } from '../support/people/oidc-browser.ts'
import { accept, codeIn } from '../support/people/people.ts'
import { openFakeProvider } from '../support/servers/oidc-provider.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ parts: ['api'], env: { TIDINGS_BASE_URL: SHOWN_ADDRESS } })
})
afterAll(() => stage.close())

const db = () => stage.database.db

async function playEveryOperation() {
  const served = await fetch(`${stage.app.origin}/docs/json-with-examples`)
  return playTour(stage, documented((await served.json()) as Record<string, unknown>))
}

/** A background change: a worker disables an integration that responds with 410. */
async function disableInBackground({ seller: store }: Tenant): Promise<void> {
  const worker = await openApp(stage.database, { parts: ['deliveries'] })
  stage.receiver.answer = (response) => response.writeHead(410).end()
  const configuration = { url: stage.receiver.url }
  const integration = { type: 'integration', integration_type: 'webhook', name: 'Gone', enabled: true }
  const data = { ...integration, observes: ['order.paid'], configuration }
  const { id } = (await store.post('/v2/integrations', { data })).body.data
  await store.post('/v2/events', { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o' } } })
  await eventually(
    () => store.get(`/v2/integrations/${id}`),
    ({ body }) => body.data.enabled === false,
  )
  await worker.close()
  const { body } = await store.get(`/v2/audit/entries?filter=eq(resource_id,${id})`)
  const [entry] = body.data as AuditEntry[]
  expect(entry).toMatchObject({ operation: 'DisableIntegration', actor: { type: 'background_job', id: null } })
  expect(entry?.changes[0]?.members).toMatchObject({
    enabled: { before: true, after: false },
    disabled_reason: { before: null, after: { code: 'gone' } },
  })
}

/** Logs in a person of a provider, changes the roles, and takes them away. */
async function followProvider({ organization_id }: Tenant): Promise<void> {
  const fake = await openFakeProvider()
  const env = { ...oidcSettings(fake.issuer), TIDINGS_OIDC_ORGANIZATION: organization_id }
  const app = await openApp(stage.database, { parts: ['api'], env })
  try {
    for (const groups of [['devs'], ['admins', 'devs'], []]) {
      fake.next = { person: { sub: 'ada', email: 'ada@example.com', email_verified: true, groups }, forgery: {} }
      await logInByProvider(app)
    }
  } finally {
    await app.close()
    await fake.close()
  }
}

async function runCommands(): Promise<void> {
  const env = { DATABASE_URL: stage.database.url, TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const run = (...args: string[]) => jsonHere<{ id: string; link: string }>(args, env)
  const organization = await run('organizations', 'create', '--name', 'Alder')
  const of = ['--organization', organization.id]
  const store = await run('stores', 'create', ...of, '--name', 'Alder', '--scope', 'alder')
  const key = await run('keys', 'create', '--store', store.id)
  await run('keys', 'revoke', key.id)
  for (const email of ['one@example.com', 'two@example.com']) {
    const { link } = await run('people', 'invite', '--email', email, '--role', 'owner', ...of)
    expect((await accept(stage.app.origin, codeIn(link))).status).toBe(200)
  }
  await run('people', 'link', 'one@example.com')
  await run('people', 'reset', 'one@example.com', '--second-factor', '--passkeys')
  await run('people', 'remove', 'one@example.com', '--revoke-keys')
}

async function startDemoTwice(): Promise<void> {
  const { foundation, integrationDeps } = stage.app
  for (const port of [9001, 9002]) {
    const tenant = await ensureTenant({ integrationDeps })
    await ensureDemoOwner(foundation, tenant, SHOWN_ADDRESS)
    await ensureIntegration(integrationDeps, tenant, { saved: null, current: `http://127.0.0.1:${port}/` })
    await findOrCreateKey(foundation.db, tenant, null, Date.now())
  }
}

test('every change of people, roles, keys, integrations and settings is audited in its transaction', async () => {
  const tenant = await openTenant(stage.app)
  await watchChanges(db())
  const tour = await playEveryOperation()
  await disableInBackground(tenant)
  await followProvider(tenant)
  await runCommands()
  await startDemoTwice()
  await deleteOldAccess(db(), Date.now() + 90 * DAY)
  const counts = await countChanges(db())
  expect(WATCHED_TABLES.filter((table) => !(table in counts))).toEqual([])
  // The tour creates its tenant without a request.
  const own = new Set([tour.organization_id, tour.store_id, ...tour.keys.map(({ id }) => id)])
  const without = (await changesWithoutEntry(db())).filter(({ row_id }) => !own.has(row_id))
  expect(without).toEqual([])
})
