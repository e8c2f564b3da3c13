import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { GATEWAYS } from '../../../src/store/gateways/gateway.ts'
import { requireGateway } from '../../../src/store/gateways/require.ts'
import { change } from '../../../src/store/kit/work.ts'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
})
beforeEach(async () => {
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

const put = (slug: string, attributes: object, headers?: Record<string, string>) =>
  seller.put(`/v2/gateways/${slug}`, { data: { type: 'gateway', ...attributes } }, headers)

async function emitted() {
  const { body } = await seller.get('/v2/events?filter=like(triggered_by,payment-gateway.*)&sort=created_at')
  return body.data as { triggered_by: string; resource_version: number; payload: unknown }[]
}

const SECRET = 'a secret of the gateway'

test('a new store has every gateway, disabled, without an event', async () => {
  const { body } = await seller.get('/v2/gateways?sort=slug')
  const disabled = GATEWAYS.map(({ slug, test }) => ({ type: 'gateway', slug, enabled: false, test, credentials: {} }))
  expect(body.data).toMatchObject(disabled.sort((one, other) => (one.slug < other.slug ? -1 : 1)))
  for (const gateway of body.data) {
    expect((await seller.get(`/v2/gateways/${gateway.slug}`)).body.data).toEqual(gateway)
    expect(new URL(gateway.links.self).pathname).toBe(`/v2/gateways/${gateway.slug}`)
  }
  expect(await emitted()).toEqual([])
  expect((await seller.get('/v2/gateways/stripes')).status).toBe(404)
  expect((await put('stripes', {})).status).toBe(404)
})

test('a change emits one event with its version', async () => {
  const { status, body, headers } = await put('manual', { enabled: true, name: 'By invoice' })
  expect([status, headers.get('etag'), body.data.enabled, body.data.name]).toEqual([200, '"2"', true, 'By invoice'])
  expect((await put('manual', { enabled: true })).headers.get('etag')).toBe('"2"')
  expect((await put('manual', { enabled: false }, { 'if-match': '"1"' })).status).toBe(409)
  expect(await emitted()).toMatchObject([
    { triggered_by: 'payment-gateway.updated', resource_version: 2, payload: { data: body.data } },
  ])
})

test('credentials are encrypted at rest and masked in every output', async () => {
  const { body } = await put('sandbox', { credentials: { api_key: SECRET, pin: '1234' } })
  const masked = { api_key: `${'*'.repeat(SECRET.length - 4)}eway`, pin: '****' }
  expect(body.data.credentials).toEqual(masked)
  expect((await seller.get('/v2/gateways/sandbox')).body.data.credentials).toEqual(masked)
  expect(await emitted()).toMatchObject([{ payload: { data: { credentials: masked } } }])
  const rows = await query(stage.database.db, 'select *, secrets::text from gateways where owner_id = $1', [
    seller.store_id,
  ])
  const events = await query(stage.database.db, 'select payload from events where owner_id = $1', [seller.store_id])
  const stored = JSON.stringify([rows, events])
  expect(stored).not.toContain(SECRET)
  expect(stored).not.toContain(Buffer.from(SECRET).toString('hex'))
})

test('a masked credential sent back stays, null removes one, and omitted ones stay', async () => {
  const first = await put('sandbox', { credentials: { api_key: SECRET, pin: '1234' } })
  const again = await put('sandbox', { credentials: first.body.data.credentials })
  expect([again.headers.get('etag'), again.body.data]).toEqual(['"2"', first.body.data])
  const other = `another${SECRET.slice(7)}`
  const changed = await put('sandbox', { credentials: { api_key: other } })
  expect([changed.headers.get('etag'), changed.body.data.credentials]).toEqual(['"3"', first.body.data.credentials])
  const removed = await put('sandbox', { credentials: { pin: null } })
  expect(removed.body.data.credentials).toEqual({ api_key: first.body.data.credentials.api_key })
  expect((await put('sandbox', { credentials: { api_key: null } })).body.data.credentials).toEqual({})
})

test('invalid values are rejected with a pointer', async () => {
  const refused = async (slug: string, attributes: object) => {
    const { status, body } = await put(slug, attributes)
    return [status, body.errors[0].source.pointer]
  }
  expect(await refused('sandbox', { test: false })).toEqual([422, '/data/test'])
  expect(await refused('manual', { slug: 'sandbox' })).toEqual([422, '/data/slug'])
  expect(await refused('manual', { name: '' })).toEqual([422, '/data/name'])
  expect(await refused('manual', { credentials: { key: 7 } })).toEqual([422, '/data/credentials/key'])
})

test('a payment requires an enabled gateway, and the error lists the enabled ones', async () => {
  const owner = { organization_id: seller.organization_id, store_id: seller.store_id }
  const ask = (slug: string) => change(stage.app.integrationDeps, owner, (work) => requireGateway(work, slug))
  await expect(ask('manual')).rejects.toMatchObject({ code: 'invalid', problems: [{ pointer: '/data/gateway' }] })
  await put('sandbox', { enabled: true })
  await expect(ask('manual')).rejects.toThrow('enabled: sandbox.')
  await expect(ask('paypals')).rejects.toThrow('enabled: sandbox.')
  expect(await ask('sandbox')).toMatchObject({ slug: 'sandbox', enabled: true, test: true })
})

test('covers a success and a failure of every gateway operation', async () => {
  expect((await seller.get('/v2/gateways?sort=nothing')).status).toBe(400)
  expect(unseen(stage.contract, ({ tag }) => tag === 'Gateways')).toEqual([])
})
