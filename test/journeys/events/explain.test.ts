import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Client, eventually, webhookIntegration } from '../../support/app.ts'
import { openReceiver } from '../../support/servers/receiver.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

async function integrate(client: Client, name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { observes = ['order.paid'], ...rest } = more
  const { body } = await client.post(
    '/v2/integrations',
    webhookIntegration(stage.receiver.url, observes as string[], { name, ...rest }),
  )
  return body.data.id
}

function change(client: Client, id: string, update: Record<string, unknown>) {
  return client.put(`/v2/integrations/${id}`, { data: { type: 'integration', ...update } })
}

async function publish(
  client: Client,
  triggered_by = 'order.paid',
  data: object = { type: 'order', id: 'o-1', total: 5 },
) {
  const { body, status } = await client.post('/v2/events', { triggered_by, payload: { data } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data[0].id as string
}

async function explain(client: Client, event_id: string) {
  const { status, body } = await client.get(`/v2/events/${event_id}/deliveries`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Row[]
}
type Row = {
  integration: { id: string; name: string }
  outcome: string
  reason: string | null
  detail: string | null
  since: string | null
  job: { id: string; replay_id: string | null } | null
  replays: number
  last_attempt: { succeeded: boolean } | null
  links: { job?: string }
}

async function reasons(client: Client, event_id: string) {
  return Object.fromEntries((await explain(client, event_id)).map((row) => [row.integration.name, row.reason]))
}

/** Events and changes within a millisecond have no defined order. */
async function nextMillisecond(): Promise<void> {
  const from = Date.now()
  await eventually(
    async () => Date.now(),
    (now) => now > from + 1,
  )
}

test('an event is explained for each integration of its owner: delivered, or not and why', async () => {
  const { store: seller } = await stage.tenant()
  await integrate(seller, 'delivered')
  await integrate(seller, 'off', { enabled: false })
  await integrate(seller, 'other key', { observes: ['cart.updated'] })
  await integrate(seller, 'filtered', { filter: 'eq(data.type,order):gt(data.total,10)' })
  const gone = await integrate(seller, 'gone')
  const wrong = await integrate(seller, 'observes later', { observes: ['order.created'] })
  await seller.delete(`/v2/integrations/${gone}`)
  await nextMillisecond()
  const event_id = await publish(seller)
  await nextMillisecond()
  await integrate(seller, 'created later')
  await change(seller, wrong, { observes: ['order.*'] })

  const rows = await eventually(
    () => explain(seller, event_id),
    (all) => all.some(({ outcome }) => outcome === 'delivered'),
  )
  expect(Object.fromEntries(rows.map((row) => [row.integration.name, [row.outcome, row.reason]]))).toEqual({
    delivered: ['delivered', null],
    off: ['none', 'disabled'],
    'other key': ['none', 'not_observed'],
    filtered: ['none', 'filtered'],
    gone: ['none', 'deleted'],
    'observes later': ['none', 'observed_later'],
    'created later': ['none', 'created_later'],
  })
  const row = (name: string) => rows.find(({ integration }) => integration.name === name)
  expect(row('delivered')).toMatchObject({ replays: 0, last_attempt: { succeeded: true } })
  expect(row('filtered')?.detail).toBe('Its filter excluded the event: gt(data.total,10).')
  expect(row('not there')).toBeUndefined()
  const job = await seller.get(new URL(row('delivered')?.links.job ?? '').pathname)
  expect(job.body.data).toMatchObject({ id: row('delivered')?.job?.id, status: 'succeeded', event: { id: event_id } })
})

test('an explanation uses the state of an integration when the event occurred, not later changes', async () => {
  const { store: seller } = await stage.tenant()
  const id = await integrate(seller, 'changing', { enabled: false })
  const states: [string, string][] = []
  for (const [update, expected] of [
    [{ description: 'still off' }, 'disabled'],
    [{ enabled: true, observes: ['cart.updated'] }, 'observed_later'],
    [{ observes: ['order.paid'], filter: 'eq(data.type,refund)' }, 'filtered'],
  ] as const) {
    await change(seller, id, update)
    await nextMillisecond()
    states.push([await publish(seller), expected])
    await nextMillisecond()
  }
  await change(seller, id, { filter: null })
  for (const [event_id, reason] of states) expect(await reasons(seller, event_id)).toEqual({ changing: reason })
  await seller.delete(`/v2/integrations/${id}`)
  for (const [event_id, reason] of states) {
    const now = reason === 'observed_later' ? 'not_observed' : reason
    expect(await reasons(seller, event_id)).toEqual({ changing: now })
  }
})

test('an explanation past the retention period is unknown, not derived from the present state', async () => {
  const { store: seller } = await stage.tenant()
  const id = await integrate(seller, 'changed', { enabled: false })
  await integrate(seller, 'unchanged', { enabled: false })
  await nextMillisecond()
  const event_id = await publish(seller)
  await nextMillisecond()
  await change(seller, id, { enabled: true })
  expect(await reasons(seller, event_id)).toEqual({ changed: 'disabled', unchanged: 'disabled' })
  const own = [seller.store_id, event_id]
  await query(
    stage.database.db,
    `delete from events where owner_id = $1 and id < $2 and triggered_by like 'integration.%'`,
    own,
  )
  expect(await reasons(seller, event_id)).toEqual({ changed: 'unknown', unchanged: 'disabled' })
})

test('an explanation reports since when and why the service disabled an integration', async () => {
  const { store: seller } = await stage.tenant()
  const gone = await openReceiver()
  gone.answer = (response) => response.writeHead(410).end()
  const { body } = await seller.post('/v2/integrations', webhookIntegration(gone.url, ['order.paid']))
  const first = await publish(seller)
  const read = async () => (await seller.get(`/v2/integrations/${body.data.id}`)).body.data
  const disabled = await eventually(
    read,
    (found: { enabled: boolean; meta: { disabled: { detail: string; at: string } } }) => !found.enabled,
  )
  await nextMillisecond()
  const [row] = await explain(seller, await publish(seller))
  expect(row).toMatchObject({ outcome: 'none', reason: 'disabled', since: disabled.meta.disabled.at })
  expect(row?.detail).toContain(disabled.meta.disabled.detail)
  expect(await explain(seller, first)).toMatchObject([
    { outcome: 'failed', reason: null, last_attempt: { succeeded: false } },
  ])
  await gone.close()
})

test('a replay that delivers a missed event is counted, and the original reason remains', async () => {
  const { store: seller } = await stage.tenant()
  const id = await integrate(seller, 'late', { enabled: false })
  await nextMillisecond()
  const event_id = await publish(seller)
  await nextMillisecond()
  await change(seller, id, { enabled: true })
  const from = new Date(Date.now() - 60_000).toISOString()
  const replay = { type: 'integration-replay', from, selection: 'all', keys: ['order.paid'] }
  expect((await seller.post(`/v2/integrations/${id}/replays`, { data: replay })).status).toBe(201)
  const [row] = await eventually(
    () => explain(seller, event_id),
    ([one]) => one?.outcome === 'delivered',
  )
  expect(row).toMatchObject({ reason: 'disabled', replays: 1, last_attempt: { succeeded: true } })
  expect(row?.job?.replay_id).toEqual(expect.any(String))
  const jobs = (await seller.get(`/v2/events/${event_id}/jobs`)).body
  expect(jobs.data).toMatchObject([{ id: row?.job?.id, status: 'succeeded' }])
  expect(jobs.results).toEqual({ total: 1, total_method: 'exact' })
})

test("an organization event is explained for organization integrations, a store event for its store's", async () => {
  const { store: seller, organization } = await stage.tenant()
  const observes = ['catalog-release.updated']
  await integrate(organization, 'of the organization', { observes })
  await integrate(seller, 'of the store', { observes })
  const release = { type: 'catalog-release', id: 'r-1' }
  const own = await publish(organization, 'catalog-release.updated', release)
  const stores = await publish(seller, 'catalog-release.updated', release)
  expect(await reasons(organization, own)).toEqual({ 'of the organization': null })
  expect(await reasons(seller, stores)).toEqual({ 'of the store': null })
  for (const what of ['deliveries', 'jobs']) {
    expect((await seller.get(`/v2/events/${own}/${what}`)).status).toBe(404)
    expect((await (await stage.tenant()).store.get(`/v2/events/${stores}/${what}`)).status).toBe(404)
  }
})
