import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { type App, type Client, eventually, openTenant, webhookIntegration } from '../support/app.ts'
import { statementsOf } from '../support/database/statements.ts'
import { openStage, type Stage } from '../support/stage.ts'

const KEY = 'order.paid'

let stage: Stage
let app: App
let ours: Client
beforeAll(async () => {
  stage = await openStage()
  app = stage.app
  ours = (await openTenant(app)).seller
})
afterAll(() => stage.close())

const publish = (seller: Client, count: number) =>
  seller.post('/v2/events', Array(count).fill({ triggered_by: KEY, payload: { data: { type: 'order' } } }))

async function create(seller: Client, url = stage.receiver.url, more = {}): Promise<string> {
  const { body } = await seller.post('/v2/integrations', webhookIntegration(url, [KEY], more))
  return body.data.id
}

const get = async (seller: Client, path: string) => (await seller.get(path)).body.data
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

test('a series counts attempts by minute and by hour, for one integration and the store', async () => {
  const { seller, store_id } = await openTenant(app)
  const id = await create(seller)
  const path = `/v2/integrations/${id}/series`
  await publish(seller, 12)
  const series = await eventually(
    () => get(seller, path),
    ({ metrics }) => sum(metrics.attempts) === 12,
  )
  expect(series).toMatchObject({ id, type: 'series', step: '1m' })
  expect(series.metrics).not.toHaveProperty('events')
  for (const values of Object.values(series.metrics)) expect(values).toHaveLength(series.points)
  expect(sum(series.metrics.jobs_succeeded)).toBe(12)
  expect(Math.max(...series.metrics.duration_p99)).toBeGreaterThan(0)
  expect(series.metrics.duration_p99.at(0)).toBeNull()

  const store = await get(seller, '/v2/integrations/series?step=1h&metrics=attempts,events')
  expect(store).toMatchObject({ id: store_id, step: '1h' })
  expect(Object.keys(store.metrics)).toEqual(['events', 'attempts'])
  expect(sum(store.metrics.attempts)).toBe(12)
  // The store's own events count too.
  const events = await query(app.foundation.db, 'select 1 from events where owner_id = $1', [store_id])
  expect(sum(store.metrics.events)).toBe(events.length)
})

test("series of other stores are 404, and their attempts are not in the store's own", async () => {
  const { seller } = await openTenant(app)
  const id = await create(seller)
  await publish(seller, 3)
  await eventually(
    () => get(seller, `/v2/integrations/${id}/series?metrics=attempts`),
    ({ metrics }) => sum(metrics.attempts) === 3,
  )
  const { seller: stranger, shopper, organization } = await openTenant(app)
  expect((await stranger.get(`/v2/integrations/${id}/series`)).status).toBe(404)
  expect((await organization.get(`/v2/integrations/${id}/series`)).status).toBe(404)
  expect((await shopper.get('/v2/integrations/series')).status).toBe(403)
  expect((await shopper.get('/v2/integrations/health')).status).toBe(403)
  expect(sum((await get(stranger, '/v2/integrations/series')).metrics.attempts)).toBe(0)
  expect(await get(stranger, '/v2/integrations/health')).toEqual([])
})

test.each([
  ['metrics=attempts,speed', 'metrics', 'Unknown metric `speed`; allowed are attempts,'],
  ['step=7m', 'step', 'step must be one of: 1m, 5m, 1h, 1d.'],
  ['from=now', 'from', '`from` must be a time'],
  ['from=2026-11-20&to=2026-11-19', 'from', '`from` must be before `to`'],
  ['from=2020-01-01&step=1m', 'step', 'use 1h or 1d'],
])('a series of ?%s is rejected with the allowed values', async (parameters, parameter, detail) => {
  const id = await create(ours)
  const { status, body } = await ours.get(`/v2/integrations/${id}/series?${parameters}`)
  expect(status).toBe(400)
  expect(body.errors[0]).toMatchObject({ source: { parameter } })
  expect(body.errors[0].detail).toContain(detail)
})

test('the list shows the health of each integration as its own route does, paged and by status', async () => {
  const { seller } = await openTenant(app)
  const healthy = await create(seller, stage.receiver.url, { name: 'Works' })
  const failing = await create(seller, 'http://127.0.0.1:1/', { name: 'Fails' })
  const disabled = await create(seller, stage.receiver.url, { name: 'Disabled', enabled: false })
  await publish(seller, 12)
  const list = await eventually(
    async () => (await seller.get('/v2/integrations/health?include=series')).body,
    ({ data }) =>
      data[0].status === 'healthy' &&
      data[0].attempts.count === 12 &&
      data[1].pace.probing &&
      data[1].attempts.count >= 10,
  )
  expect(list.data.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [healthy, 'healthy'],
    [failing, 'failing'],
    [disabled, 'disabled'],
  ])
  const [works, fails] = list.data
  expect(sum(works.series.attempts)).toBe(12)
  expect(works.series.attempts).toHaveLength(60)
  expect(sum(fails.series.attempts_failed)).toBeGreaterThanOrEqual(10)
  expect(works.summary).toBe('All 12 attempts of the last hour succeeded.')
  expect(fails.summary).toMatch(/^Fails since \d\d:\d\d UTC: .*refused.*; one probe every \d+ s; 12 jobs wait\.$/)
  expect(fails.attempts.last_error).toMatch(/refused/)

  // A retry may become due between two reads.
  const pairs = await eventually(
    async () => {
      const { data } = (await seller.get('/v2/integrations/health')).body
      const ids: string[] = data.map(({ id }: { id: string }) => id)
      const owns = await Promise.all(ids.map((id) => get(seller, `/v2/integrations/${id}/health`)))
      return owns.map((own, at) => ({ one: data[at], own }))
    },
    (read) => read.every(({ one, own }) => one.backlog.due === own.backlog.due),
  )
  expect(pairs).toHaveLength(3)
  for (const { one, own } of pairs) {
    const { attempts, pace, summary, ...same } = own
    expect(one).toMatchObject(same)
    expect(one.attempts.last_succeeded_at).toBe(attempts.last_succeeded_at)
    if (one.id === healthy)
      expect({ attempts: one.attempts.count, summary: one.summary }).toEqual({ attempts: 12, summary })
    expect(Object.keys(one.pace)).toEqual(Object.keys(pace))
  }
  const of = async (parameters: string) =>
    (await seller.get(`/v2/integrations/health?${parameters}`)).body.data.map(({ id }: { id: string }) => id)
  expect(await of('filter=eq(status,failing)')).toEqual([failing])
  expect(await of('filter=in(status,healthy,disabled)&sort=-created_at')).toEqual([disabled, healthy])
  expect(await of('page[limit]=1&page[offset]=1')).toEqual([failing])
  expect(await of('sort=name')).toEqual([disabled, failing, healthy])
  expect((await seller.get('/v2/integrations/health?filter=eq(status,fine)')).status).toBe(400)
})

test('the health of many integrations needs as many statements as that of one', async () => {
  const { seller } = await openTenant(app)
  await create(seller)
  await publish(seller, 1)
  const path = '/v2/integrations/health?include=series&page[limit]=100'
  await eventually(
    () => get(seller, path),
    ([one]) => one.attempts.count === 1,
  )
  const few = await statementsOf(stage, () => seller.get(path))
  for (let number = 0; number < 25; number += 1) await create(seller)
  await publish(seller, 2)
  await eventually(
    () => get(seller, path),
    (all) => all.at(-1).attempts.count === 2,
  )
  expect(await statementsOf(stage, () => seller.get(path))).toBe(few)
  expect(few).toBeLessThanOrEqual(10)
  expect((await query(app.foundation.db, 'select 1 from series_minutes', [])).length).toBeGreaterThan(25)
})
