import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { type Client, eventually, openTenant, webhookIntegration } from '../support/app.ts'
import { openOperator } from '../support/people/operator.ts'
import { openStage, type Stage } from '../support/stage.ts'

const KEY = 'order.paid'
const PATHS = ['', '/series', '/workers', '/transport', '/partitions'].map((path) => `/v2/operations${path}`)

let stage: Stage
let operator: Client
beforeAll(async () => {
  stage = await openStage({ env: { TIDINGS_BACKLOG_LIMIT: '100', TIDINGS_RETENTION_DAYS: '7' } })
  operator = stage.contract.watch(await openOperator(stage.app))
})
afterAll(() => stage.close())

const get = async (path: string) => (await operator.get(`/v2/operations${path}`)).body
const publish = (seller: Client, count: number) =>
  seller.post('/v2/events', Array(count).fill({ triggered_by: KEY, payload: { data: { type: 'order' } } }))

test('operators read the deployment but no store; sellers, organizations and shoppers do not', async () => {
  const tenant = await openTenant(stage.app)
  for (const path of PATHS) {
    expect((await operator.get(path)).status, path).toBe(200)
    for (const other of [tenant.seller, tenant.organization, tenant.shopper]) {
      expect((await other.get(path)).status, path).toBe(403)
    }
    const { status, body } = await tenant.seller.get(path)
    expect([status, body.errors[0].detail]).toEqual([403, expect.stringContaining('`deployment:read`')])
  }
  for (const path of ['/v2/integrations', '/v2/integrations/health', '/v2/integrations/series', '/v2/events']) {
    const seen = await operator.get(path)
    // Sellers of any organization may use other areas, and this organization has no data in them.
    if (seen.status !== 403) expect(seen.body.data, path).toEqual([])
  }
})

test('due jobs are shown by endpoint and store, without data of the stores beyond names', async () => {
  const { seller, store_id, organization_id } = await openTenant(stage.app)
  await seller.post('/v2/integrations', webhookIntegration('http://127.0.0.1:1/secret-path', [KEY]))
  await publish(seller, 40)
  // Due retries accumulate, because the endpoint is probed one job at a time.
  const due = await eventually(
    () =>
      query<{ count: number }>(stage.database.db, 'select count(*) as count from jobs where next_at is not null', []),
    ([row]) => (row?.count ?? 0) >= 30,
  )
  expect(due).toHaveLength(1)
  await query(stage.database.db, 'update jobs set next_at = now() where next_at is not null', [])
  const { data } = await eventually(
    () => get(''),
    ({ data }) => data.busiest.length > 0 && data.busiest[0].due.failing > 20 && data.latency.p99 !== null,
  )
  expect(data.busiest[0]).toMatchObject({
    organization: { id: organization_id, name: 'Test organization' },
    store: { id: store_id, name: 'Test' },
  })
  expect(data.due.failing.jobs).toBeGreaterThan(20)
  expect(Date.parse(data.due.failing.due_since)).toBeLessThanOrEqual(Date.now())
  expect(data.backlog).toMatchObject({ limit: 100, setting: 'TIDINGS_BACKLOG_LIMIT', refused: [] })
  expect(data.workers.alive).toBe(1)
  expect(data.database).toMatchObject({ retention_days: 7, setting: 'TIDINGS_RETENTION_DAYS' })
  // A single PostgreSQL requires no standby.
  expect(data.synchronous_standbys).toMatchObject({ connected: 0, required: 0 })
  expect(data.read_standby).toBeNull()
  expect(data.database.bytes).toBeGreaterThan(data.database.partition_bytes)
  expect(JSON.stringify(data)).not.toContain('secret-path')
  expect([data.due.at_least, data.busiest[0].due.at_least]).toEqual([false, false])
})

test('counts that end at their limit say that there may be more', async () => {
  const { seller, store_id } = await openTenant(stage.app)
  const failing = webhookIntegration('http://127.0.0.1:1/down', [KEY])
  const { id } = (await seller.post('/v2/integrations', failing)).body.data
  await publish(seller, 1)
  const { db } = stage.database
  await eventually(
    () => query(db, 'select from jobs where integration_id = $1 and next_at is not null', [id]),
    (rows) => rows.length === 1,
  )
  await query(
    db,
    `insert into jobs select (jsonb_populate_record(j, jsonb_build_object(
        'id', left(j.id::text, 24) || lpad(to_hex(n), 12, '0'), 'next_at', now()))).*
       from jobs j cross join generate_series(1, 1500) as n where integration_id = $1`,
    [id],
  )
  const { busiest } = await eventually(
    () => get('').then(({ data }) => data),
    (data) => data.busiest.some((one: { store: { id: string } }) => one.store.id === store_id),
  )
  expect(busiest.find((one: { store: { id: string } }) => one.store.id === store_id).due).toMatchObject({
    at_least: true,
  })
  const listed = await seller.get(`/v2/integrations/health?filter=eq(id,${id})`)
  expect(listed.body.data[0].backlog).toMatchObject({ jobs: 1_000, at_least: true })
  const alone = await seller.get(`/v2/integrations/${id}/health`)
  expect(alone.body.data.backlog.jobs).toBeGreaterThan(1_000)
  expect(alone.body.data.backlog.at_least).toBe(false)
  await seller.delete(`/v2/integrations/${id}`)
})

test('a store whose events are rejected is named with the reason', async () => {
  const { seller, store_id } = await openTenant(stage.app)
  let received = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  stage.receiver.answer = async (response) => {
    received += 1
    await released
    response.end()
  }
  await seller.post('/v2/integrations', webhookIntegration(stage.receiver.url, [KEY]))
  await eventually(
    () => publish(seller, 500),
    ({ status }) => status === 429,
  )
  const { data } = await eventually(
    () => get(''),
    ({ data }) => data.backlog.refused.length > 0,
  )
  expect(data.backlog.refused).toEqual([
    {
      organization: expect.anything(),
      store: { id: store_id, name: 'Test' },
      reason: 'At least 100 deliveries wait for a worker.',
    },
  ])
  expect(received).toBeGreaterThan(0)
  release()
})

test('workers are shown with their leases, partitions with their drop time, and the transport', async () => {
  const { data: workers, meta } = await get('/workers')
  expect(workers).toEqual([expect.objectContaining({ type: 'worker', state: 'alive' })])
  expect(meta).toEqual({ swept: [] })
  const partitions = await get('/partitions')
  expect(partitions.meta).toEqual({
    retention_days: 7,
    setting: 'TIDINGS_RETENTION_DAYS',
    audit: { retention_days: 90, setting: 'TIDINGS_AUDIT_RETENTION_DAYS' },
  })
  expect(new Set(partitions.data.map(({ table }: { table: string }) => table))).toEqual(
    new Set(['events', 'jobs', 'logs', 'audit_entries']),
  )
  for (const { id, table, day, dropped_at } of partitions.data) {
    expect(id).toBe(`${table}_${day.replaceAll('-', '')}`)
    expect(Date.parse(dropped_at) - Date.parse(day)).toBe((table === 'audit_entries' ? 91 : 8) * 86_400_000)
  }
  expect((await get('/transport')).data).toMatchObject({
    kind: 'postgresql',
    queued: null,
    connections: { up: 0, down: 0 },
  })
})

test('a dead worker is listed as swept', async () => {
  await query(
    stage.database.db,
    `insert into workers (started_at, heartbeat_at) values (now() - interval '1 hour', now() - interval '1 minute')`,
    [],
  )
  const { meta } = await eventually(
    () => get('/workers'),
    ({ meta }) => meta.swept.length === 1,
  )
  expect(meta.swept[0]).toMatchObject({ leases: 0 })
})

test('the series of the deployment is the sum over all stores', async () => {
  const sums = await eventually(
    () =>
      query<{ attempts: number; all: number }>(
        stage.database.db,
        `select sum(attempts) filter (where subject_id = any(select id from stores)) as attempts,
                sum(attempts) filter (where subject_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff') as all
           from series_minutes`,
        [],
      ),
    ([row]) => (row?.attempts ?? 0) > 0,
  )
  expect(sums[0]?.attempts).toBe(sums[0]?.all)
  const { data } = await get('/series?metrics=attempts&step=1h')
  const [sum] = [data.metrics.attempts.reduce((total: number, value: number) => total + value, 0)]
  expect(sum).toBeGreaterThanOrEqual(sums[0]?.attempts ?? Number.NaN)
})
