import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { stepJobRun } from '../../src/deliveries/job-runs/step.ts'
import { type App, type Client, eventually, openApp, openTenant, webhookIntegration } from '../support/app.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { endTools, startTool } from '../support/tool.ts'

let database: TestDatabase
/** API only, so that tests decide when and by which process jobs are delivered. */
let app: App
let receiver: Receiver
let seller: Client

beforeAll(async () => {
  database = await testDatabase()
  app = await openApp(database, { parts: ['api'] })
  receiver = await openReceiver()
})

beforeEach(async () => {
  receiver.received.length = 0
  receiver.answer = (response) => response.end()
  seller = (await openTenant(app)).seller
})

/** Ends leftover jobs, so that the worker of the next test does not deliver them. */
afterEach(async () => {
  const over = `update jobs set status = 'succeeded', next_at = null, order_key = null where status = 'pending'`
  await query(database.db, over, [])
})

afterAll(async () => {
  endTools()
  await app.close()
  await receiver.close()
  await database.close()
})

const RUNS = '/v2/integrations/job-runs'

type Job = { id: string; event_id: string; status: string; manual_retries: number; run_id: string | null }

async function newIntegration(more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await seller.post('/v2/integrations', webhookIntegration(receiver.url, ['order.*'], more))
  return body.data.id
}

/** Publishes events and sets the status of their jobs. Returns the ids of the jobs. */
async function jobsOf(integration_id: string, count: number, status: string, triggered_by = 'order.paid') {
  const before = new Set((await readJobs(integration_id)).map(({ id }) => id))
  for (let left = count; left > 0; left -= 1_000) {
    const events = Array.from({ length: Math.min(left, 1_000) }, (_, index) => ({
      triggered_by,
      payload: { data: { type: 'order', id: `o${index % 5}`, number: index } },
    }))
    expect((await seller.post('/v2/events', events)).status).toBe(201)
  }
  const ids = (await readJobs(integration_id)).map(({ id }) => id).filter((id) => !before.has(id))
  await query(
    database.db,
    `update jobs set status = $2::job_status, next_at = case when $2 = 'pending' then next_at end,
            order_key = case when $2 = 'pending' then order_key end, attempts = 1
      where id = any($1::uuid[])`,
    [ids, status],
  )
  return ids
}

function readJobs(integration_id: string): Promise<Job[]> {
  const text = 'select id, event_id, status, manual_retries, run_id from jobs where integration_id = $1 order by id'
  return query<Job>(database.db, text, [integration_id])
}

async function newRun(data: object, status = 201) {
  const response = await seller.post(RUNS, { data })
  expect([response.status, response.body.errors]).toEqual([status, response.body.errors])
  return response.body.data
}

async function readRun(id: string) {
  return (await seller.get(`${RUNS}/${id}`)).body.data
}

let ahead = Date.now()

/** Takes all steps with a fast clock, so that no rate delays them. */
async function stepAll(): Promise<void> {
  do ahead += 3_600_000
  while ((await stepJobRun(database.db, ahead)) !== null)
}

/** Deliveries that the receiver got for an integration. */
function deliveriesTo(integration_id: string) {
  return receiver.received.filter(({ body }) => (body.integration as { id: string }).id === integration_id)
}

test('a run split over several processes retries exactly the matching jobs, once', async () => {
  const id = await newIntegration()
  const other = await newIntegration({ name: 'Other' })
  const failed = await jobsOf(id, 400, 'failed')
  await jobsOf(id, 3, 'failed', 'order.created')
  await jobsOf(id, 5, 'succeeded')
  const data = { action: 'retry', integration_ids: [id], keys: ['order.paid'] }
  const preview = (await seller.post(`${RUNS}/preview`, { data })).body.data
  expect(preview).toMatchObject({
    total: { count: 400, method: 'exact' },
    integrations: [{ id, enabled: true, ordered: false, count: 400 }],
  })
  const run = await newRun(data)
  expect(run).toMatchObject({ status: 'running', statuses: ['failed'], total: { count: 400, method: 'exact' } })
  await Promise.all([stepAll(), stepAll(), stepAll()])
  expect(await readRun(run.id)).toMatchObject({ status: 'completed', progress: { changed: 400, skipped: {}, part: 1 } })
  const jobs = await readJobs(id)
  const retried = jobs.filter(({ run_id }) => run_id === run.id)
  expect(retried.map((job) => job.id)).toEqual(failed)
  expect(new Set(retried.map(({ status, manual_retries }) => `${status} ${manual_retries}`))).toEqual(
    new Set(['pending 1']),
  )
  expect((await readJobs(other)).every(({ manual_retries }) => manual_retries === 0)).toBe(true)
  const listed = await seller.get(`/v2/integrations/${id}/jobs?filter=eq(run_id,${run.id})&page[limit]=1`)
  expect(listed.body.meta.results.total).toBe(400)
})

test('concurrent runs over the same jobs retry each job once', async () => {
  const id = await newIntegration()
  await jobsOf(id, 900, 'failed')
  const data = { action: 'retry', integration_ids: [id], rate: 100 }
  const runs = [await newRun(data), await newRun(data), await newRun(data)]
  await Promise.all([stepAll(), stepAll(), stepAll()])
  const ended = await Promise.all(runs.map((run) => readRun(run.id)))
  expect(ended.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  expect(ended.reduce((sum, { progress }) => sum + progress.changed, 0)).toBe(900)
  expect((await readJobs(id)).every(({ manual_retries }) => manual_retries === 1)).toBe(true)
})

test('a run over named jobs retries them like single retries, and counts skipped jobs by reason', async () => {
  const [id, disabled] = [await newIntegration(), await newIntegration({ name: 'Disabled' })]
  const [succeeded = '', delivering = ''] = await jobsOf(id, 2, 'succeeded')
  const [off = ''] = await readJobs(disabled).then((jobs) => jobs.map((job) => job.id))
  await query(database.db, `update jobs set status = 'delivering' where id = $1`, [delivering])
  await seller.put(`/v2/integrations/${disabled}`, { data: { type: 'integration', enabled: false } })
  const unknown = '00000000-0000-7000-8000-000000000000'
  const wrong = await seller.post(RUNS, {
    data: { action: 'retry', job_ids: [succeeded, unknown], keys: ['order.paid'] },
  })
  expect(wrong.body.errors[0].source.pointer).toBe('/data/keys')
  const missing = await seller.post(RUNS, { data: { action: 'retry', job_ids: [succeeded, unknown] } })
  expect(missing.body.errors).toMatchObject([{ source: { pointer: '/data/job_ids/1' } }])
  const run = await newRun({ action: 'retry', job_ids: [succeeded, delivering, off] })
  await stepAll()
  expect((await readRun(run.id)).progress).toMatchObject({
    scanned: 3,
    changed: 1,
    skipped: { delivering: 1, integration_disabled: 1 },
  })
  expect((await readJobs(id)).filter(({ run_id }) => run_id !== null).map((job) => job.id)).toEqual([succeeded])
})

test('a run cancels only pending jobs', async () => {
  const id = await newIntegration()
  await jobsOf(id, 1_200, 'pending')
  await jobsOf(id, 2, 'failed')
  const run = await newRun({ action: 'cancel', integration_ids: [id] })
  expect(run).toMatchObject({ statuses: ['pending'], total: { count: 1_200 } })
  await stepAll()
  expect((await readRun(run.id)).progress).toMatchObject({ changed: 1_200, skipped: {} })
  const statuses = Map.groupBy(await readJobs(id), ({ status }) => status)
  expect([statuses.get('cancelled')?.length, statuses.get('failed')?.length, statuses.size]).toEqual([1_200, 2, 2])
})

test('a run pauses, resumes and is cancelled; its retries stay', async () => {
  const id = await newIntegration()
  await jobsOf(id, 30, 'failed')
  const run = await newRun({ action: 'retry', integration_ids: [id], rate: 10 })
  await stepJobRun(database.db, Date.now())
  const paused = (await seller.post(`${RUNS}/${run.id}/pause`)).body.data
  expect(paused).toMatchObject({ status: 'paused', progress: { changed: 5 } })
  await stepAll()
  expect((await readRun(run.id)).progress.changed).toBe(5)
  expect((await seller.post(`${RUNS}/${run.id}/resume`)).body.data.status).toBe('running')
  await stepJobRun(database.db, Date.now())
  expect((await seller.post(`${RUNS}/${run.id}/cancel`)).body.data).toMatchObject({
    status: 'cancelled',
    progress: { changed: 10 },
  })
  await stepAll()
  expect((await readJobs(id)).filter(({ status }) => status === 'pending')).toHaveLength(10)
  expect((await seller.post(`${RUNS}/${run.id}/resume`)).status).toBe(409)
})

test('a run for disabled integrations alone is rejected, and runs of other stores are 404', async () => {
  const id = await newIntegration({ enabled: false })
  const data = { action: 'retry', integration_ids: [id] }
  expect((await seller.post(RUNS, { data })).status).toBe(409)
  const run = await newRun({ action: 'cancel', integration_ids: [id] })
  const stranger = (await openTenant(app)).seller
  expect((await stranger.get(`${RUNS}/${run.id}`)).status).toBe(404)
  expect((await stranger.post(`${RUNS}/${run.id}/cancel`)).status).toBe(404)
  expect((await stranger.get(RUNS)).body.data).toEqual([])
  expect((await stranger.post(RUNS, { data })).status).toBe(422)
})

test('3,000 failed jobs arrive once each, within the rate of a slow run, in order where required', async () => {
  const configuration = { url: receiver.url, secret_key: 'a secret of the test', ordered: true }
  const many = await newIntegration({ observes: ['order.paid'] })
  const slow = await newIntegration({ observes: ['order.updated'] })
  const ordered = await newIntegration({ observes: ['order.created'], configuration })
  await jobsOf(many, 3_000, 'failed')
  await jobsOf(slow, 250, 'failed', 'order.updated')
  await jobsOf(ordered, 100, 'failed', 'order.created')
  const worker = await openApp(database, { parts: ['deliveries'] })
  const began = Date.now()
  await newRun({ action: 'retry', integration_ids: [slow], rate: 50 })
  await newRun({ action: 'retry', integration_ids: [many, ordered], rate: 5_000 })
  await receiver.waitForCount(1_500)
  await receiver.waitForCount(3_350)
  const got = new Map([many, slow, ordered].map((id) => [id, deliveriesTo(id)]))
  expect([...got.values()].map((all) => all.length)).toEqual([3_000, 250, 100])
  for (const [id, all] of got) {
    const events = (await readJobs(id)).map(({ event_id }) => event_id)
    expect(all.map(({ body }) => body.id).toSorted()).toEqual(events.toSorted())
  }
  expect(tooEarly(deliveriesTo(slow), { began, rate: 50, at_once: 25 })).toEqual([])
  for (const numbers of numbersByOrder(ordered)) expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  await worker.close()
})

/** Sequence numbers of the events of each order, as received. */
function numbersByOrder(integration_id: string): number[][] {
  type Payload = { data: { id: string; number: number } }
  const data = deliveriesTo(integration_id).map(({ body }) => (body.payload as Payload).data)
  return [...Map.groupBy(data, ({ id }) => id).values()].map((all) => all.map(({ number }) => number))
}

type Pace = { began: number; rate: number; at_once: number }

/** Early deliveries only: a busy machine delays deliveries, but never speeds them up. */
function tooEarly(got: readonly { at: number }[], { began, rate, at_once }: Pace) {
  return got.filter(({ at }, index) => index + 1 > at_once + (rate * (at - began)) / 1_000)
}

test('a run resumes after its process was killed, and retries every job once', async () => {
  const id = await newIntegration()
  const failed = await jobsOf(id, 600, 'failed')
  const env = {
    DATABASE_URL: database.url,
    TIDINGS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TIDINGS_ALLOW_NETWORKS: '127.0.0.0/8',
    PORT: '0',
  }
  const first = startTool(['work'], env)
  const run = await newRun({ action: 'retry', integration_ids: [id], rate: 200 })
  await receiver.waitForCount(100)
  first.child.kill('SIGKILL')
  await first.ended
  const { progress, status } = await readRun(run.id)
  expect(status).toBe('running')
  expect(progress.changed).toBeLessThan(600)
  const second = startTool(['work'], env)
  await eventually(
    () => readRun(run.id),
    (data) => data.status === 'completed',
  )
  const jobs = await eventually(
    () => readJobs(id),
    (all) => all.every((job) => job.status === 'succeeded'),
  )
  expect(jobs.map((job) => job.id)).toEqual(failed)
  expect(jobs.every(({ manual_retries, run_id }) => manual_retries === 1 && run_id === run.id)).toBe(true)
  expect((await readRun(run.id)).progress).toMatchObject({ changed: 600, skipped: {} })
  expect(new Set(deliveriesTo(id).map(({ body }) => body.id)).size).toBe(600)
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 })
})
