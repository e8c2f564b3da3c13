import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { type Job, jobsOnce, LEVELS, openStage, publishOne, register, type Stage } from '../../support/stage.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { TIDINGS_RETRY_SCHEDULE: '3600' } })
})
afterAll(() => stage.close())

/** Seven events with one log each: the endpoint rejects the first two and accepts the others. */
const EVENTS = 7
const REFUSED = 2

describe.each(LEVELS)('logs at $level level', ({ level, observes, event }) => {
  let client: Client
  let stranger: Client
  let integration: { id: string }
  let other: { id: string }
  let jobs: Job[]

  beforeAll(async () => {
    client = (await stage.tenant())[level]
    stranger = (await stage.tenant())[level]
    integration = await register(client, stage.receiver.url, observes.slice(0, 1))
    other = await register(client, stage.receiver.url, observes.slice(1), { name: 'Never reported' })
    for (let index = 0; index < EVENTS; index += 1) {
      stage.receiver.answer = (response) => {
        response.statusCode = index < REFUSED ? 500 : 200
        response.setHeader('x-answer', 'a header of the answer')
        response.end(index < REFUSED ? 'Not now: a secret of the test' : '')
      }
      await publishOne(client, event)
      jobs = await jobsOnce(client, integration.id, (found) =>
        found.every((job) => job.attempts === 1 && job.status !== 'delivering'),
      )
    }
    jobs.reverse()
  })

  type Log = { id: string; attempt: number; succeeded: boolean; relationships: { job: { data: { id: string } } } }

  async function read(path: string): Promise<Log[]> {
    const { status, body } = await client.get(path)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }

  test('a log shows its attempt in full: request, response and duration', async () => {
    const job = jobs[0] as Job
    const { status, body } = await client.get(`/v2/integrations/${integration.id}/jobs/${job.id}/logs`)
    expect(status).toBe(200)
    const [log] = body.data
    expect(body.data).toEqual([
      {
        id: log.id,
        type: 'integration-log',
        succeeded: false,
        attempt: 1,
        event: job.event,
        processing_time: expect.any(Number),
        status_code: 500,
        error_detail:
          'Received a status code outside of 2xx range (500 Internal Server Error) - treating webhook as a fail',
        request: { headers: log.request.headers },
        response: { headers: log.response.headers },
        body: 'Not now: ****************test',
        body_truncated: false,
        relationships: {
          integration: { data: { type: 'integration', id: integration.id } },
          job: { data: { type: 'integration-job', id: job.id } },
        },
        links: { self: `${stage.app.base_url}/integrations/${integration.id}/logs/${log.id}` },
        meta: { timestamps: { created_at: log.meta.timestamps.created_at } },
      },
    ])
    expect(log.processing_time).toBeGreaterThan(0)
    expect(log.processing_time).toBeLessThan(10)
    expect(log.meta.timestamps.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(log.request.headers).toMatchObject({
      'X-Integration-Trigger': event.triggered_by,
      'X-Integration-Secret-Key': '****************test',
      'webhook-id': job.event.id,
    })
    expect(log.response.headers).toMatchObject({ 'x-answer': 'a header of the answer' })
    expect(JSON.stringify(body)).not.toContain('a secret of the test')
  })

  test('ListStoreLogs shows every attempt of the owner, latest first, to the owner alone', async () => {
    const logs = await read('/v2/integrations/logs')
    expect(logs.map((log) => log.relationships.job.data.id)).toEqual(jobs.map((job) => job.id).reverse())
    expect((await stranger.get('/v2/integrations/logs')).body).toMatchObject({
      data: [],
      meta: { page: { limit: 25, offset: 0, current: 1, total: 0 }, results: { total: 0 } },
      results: { total: 0, total_method: 'exact' },
    })
  })

  test('ListIntegrationLogs shows the logs of one integration', async () => {
    expect(await read(`/v2/integrations/${integration.id}/logs`)).toEqual(await read('/v2/integrations/logs'))
    expect(await read(`/v2/integrations/${other.id}/logs`)).toEqual([])
  })

  test.each(['/v2/integrations/logs', 'integration', 'job'])('%s: pages, links and totals', async (name) => {
    const path = name === 'integration' ? `/v2/integrations/${integration.id}/logs` : '/v2/integrations/logs'
    const of = name === 'job' ? `filter=eq(job_id,${jobs[0]?.id})&` : ''
    const total = name === 'job' ? 1 : EVENTS
    const { body } = await client.get(`${path}?${of}page[limit]=1&page[total_method]=exact`)
    const address = (offset: number) =>
      `${stage.app.base_url}${path.slice(3)}?${of}page[total_method]=exact&page[offset]=${offset}&page[limit]=1`
    expect(body.links).toEqual({
      current: address(0),
      first: address(0),
      last: address(total - 1),
      ...(total > 1 && { next: address(1) }),
    })
    expect(body.meta.page).toEqual({ limit: 1, offset: 0, current: 1, total })
    expect(body.results).toEqual({ total, total_method: 'exact' })
    const beyond = await client.get(`${path}?${of}page[offset]=10001`)
    expect(beyond.status).toBe(200)
    expect(beyond.body.data).toEqual([])
    const observed = await client.get(`${path}?page[limit]=2&page[total_method]=observed`)
    expect(observed.body.results).toEqual({ total: 3, total_method: 'observed' })
  })

  test('logs sort by time and id, and paging by the last id returns each once', async () => {
    const forward = await read('/v2/integrations/logs?sort=created_at')
    expect(await read('/v2/integrations/logs?sort=id')).toEqual(forward)
    expect(await read('/v2/integrations/logs')).toEqual(forward.toReversed())
    const seen: Log[] = []
    for (let more = true; more; ) {
      const after = seen.at(-1)?.id ?? '00000000-0000-0000-0000-000000000000'
      const page = await read(`/v2/integrations/logs?sort=id&filter=gt(id,${after})&page[limit]=3`)
      seen.push(...page)
      more = page.length === 3
    }
    expect(seen).toEqual(forward)
    const seek = await read('/v2/integrations/logs?sort=succeeded').catch((error) => String(error))
    expect(seek).toContain('allowed fields are [created_at id]')
  })

  test('logs filter by every distinguishing field', async () => {
    const count = async (filter: string) => (await read(`/v2/integrations/logs?filter=${filter}`)).length
    expect(await count('eq(succeeded,false)')).toBe(REFUSED)
    expect(await count('eq(succeeded,true)')).toBe(EVENTS - REFUSED)
    expect(await count('ge(status_code,500)')).toBe(REFUSED)
    expect(await count('is_null(error_detail)')).toBe(EVENTS - REFUSED)
    expect(await count('like(error_detail,*500*)')).toBe(REFUSED)
    expect(await count('eq(attempt,2)')).toBe(0)
    expect(await count('lt(processing_time,10)')).toBe(EVENTS)
    expect(await count(`eq(integration_id,${other.id})`)).toBe(0)
    expect(await count(`in(job_id,${jobs[0]?.id},${jobs[1]?.id})`)).toBe(2)
    expect(await count('ge(created_at,2018-04-16T10:11:59.715Z)')).toBe(EVENTS)
    expect(await count('(eq(status_code,500)|eq(status_code,200)):lt(created_at,2018-04-16)')).toBe(0)
  })

  test('ListIntegrationJobs shows every job in full, latest first', async () => {
    const { status, body } = await client.get(`/v2/integrations/${integration.id}/jobs`)
    expect(status).toBe(200)
    expect(body.data.map((job: Job) => job.status)).toEqual([
      ...Array(EVENTS - REFUSED).fill('succeeded'),
      ...Array(REFUSED).fill('pending'),
    ])
    const [last] = body.data
    const address = `${stage.app.base_url}/integrations/${integration.id}/jobs/${last.id}`
    expect(last).toEqual({
      id: last.id,
      type: 'integration-job',
      status: 'succeeded',
      attempts: 1,
      next_attempt_at: null,
      replay_id: null,
      run_id: null,
      event: { id: last.event.id, triggered_by: event.triggered_by },
      relationships: { integration: { data: { type: 'integration', id: integration.id } } },
      links: { self: address, logs: `${address}/logs` },
      meta: { timestamps: last.meta.timestamps },
    })
    expect((await client.get(`/v2/events/${last.event.id}`)).status).toBe(200)
    expect((await client.get(last.links.self.replace(stage.app.base_url, '/v2'))).body.data).toMatchObject(last)
    expect((await client.get(last.links.logs.replace(stage.app.base_url, '/v2'))).body.data).toHaveLength(1)
    const wait = Date.parse(body.data.at(-1).next_attempt_at) - Date.parse(body.data.at(-1).meta.timestamps.updated_at)
    expect(wait).toBeGreaterThan(0.8 * 3_600_000 - 5_000)
    expect(wait).toBeLessThan(1.2 * 3_600_000 + 5_000)
    expect((await client.get(`/v2/integrations/${other.id}/jobs`)).body).toMatchObject({
      data: [],
      meta: { page: { limit: 25, offset: 0, current: 1, total: 0 }, results: { total: 0, total_method: 'exact' } },
      results: { total: 0, total_method: 'exact' },
    })
  })

  test('jobs page, sort and filter', async () => {
    const path = `/v2/integrations/${integration.id}/jobs`
    const ids = async (query: string) => (await read(`${path}?${query}`)).map((job) => job.id)
    const given = jobs.map((job) => job.id)
    expect(await ids('sort=created_at')).toEqual(given)
    expect(await ids('sort=-id')).toEqual(given.toReversed())
    expect(await ids('sort=id&page[limit]=2&page[offset]=2')).toEqual(given.slice(2, 4))
    expect(await ids('filter=eq(status,pending)&sort=id')).toEqual(given.slice(0, REFUSED))
    expect(await ids('filter=in(status,failed,cancelled)')).toEqual([])
    expect(await ids(`filter=eq(event_id,${jobs[3]?.event.id})`)).toEqual([given[3]])
    expect(await ids(`filter=eq(triggered_by,${event.triggered_by}):ge(attempts,1)`)).toHaveLength(EVENTS)
    expect(await ids('filter=gt(updated_at,2018-04-16)&page[total_method]=observed')).toHaveLength(EVENTS)
    const wrong = await client.get(`${path}?filter=eq(status,done)`)
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors[0].detail).toContain('[pending delivering succeeded failed cancelled]')
    expect((await client.get(`${path}?sort=status`)).status).toBe(400)
    expect((await client.get(`${path}?page[limit]=0`)).status).toBe(400)
    const { body } = await client.get(`${path}?page[limit]=2&page[offset]=2`)
    expect(body.meta).toEqual({
      page: { limit: 2, offset: 2, current: 2, total: 4 },
      results: { total: EVENTS, total_method: 'exact' },
    })
    expect(Object.keys(body.links)).toEqual(['current', 'first', 'last', 'prev', 'next'])
  })

  test.each([
    ['no resource', UNKNOWN_ID],
    ['no UUID', 'seven'],
  ])('logs and jobs of an integration or job with the id of %s are 404', async (_, id) => {
    for (const path of [
      `/v2/integrations/${id}/logs`,
      `/v2/integrations/${id}/jobs`,
      `/v2/integrations/${id}/jobs/${jobs[0]?.id}/logs`,
      `/v2/integrations/${integration.id}/jobs/${id}/logs`,
    ]) {
      const { status, body } = await client.get(path)
      expect(status, path).toBe(404)
      expect(body.errors).toMatchObject([{ status: 404, title: 'Not Found' }])
    }
    expect((await client.post(`/v2/integrations/${integration.id}/jobs/${id}/retry`)).status).toBe(404)
    expect((await client.post(`/v2/integrations/${id}/jobs/${jobs[0]?.id}/retry`)).status).toBe(404)
  })

  test('the logs of a job are available only under its own integration', async () => {
    const job_id = jobs[0]?.id
    expect((await client.get(`/v2/integrations/${other.id}/jobs/${job_id}/logs`)).status).toBe(404)
    expect((await client.post(`/v2/integrations/${other.id}/jobs/${job_id}/retry`)).status).toBe(404)
    for (const path of ['logs', 'jobs', `jobs/${job_id}/logs`]) {
      expect((await stranger.get(`/v2/integrations/${integration.id}/${path}`)).status).toBe(404)
    }
    const foreign = await register(stranger, stage.receiver.url, observes)
    expect((await stranger.get(`/v2/integrations/${foreign.id}/jobs/${job_id}/logs`)).status).toBe(404)
  })

  test('the logs of a retried job show both attempts in order', async () => {
    const job = jobs[1] as Job
    stage.receiver.answer = (response) => response.end()
    const path = `/v2/integrations/${integration.id}/jobs/${job.id}`
    expect((await client.post(`${path}/retry`)).status).toBe(200)
    await jobsOnce(client, integration.id, (found) => found.find(({ id }) => id === job.id)?.status === 'succeeded')
    const logs = await read(`${path}/logs?sort=created_at`)
    expect(logs.map((log) => [log.attempt, log.succeeded])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(await read(`${path}/logs?filter=eq(succeeded,true)`)).toEqual(logs.slice(1))
    expect(await read(`${path}/logs?page[limit]=1`)).toEqual(logs.slice(1))
  })
})

test('logs of a store are separate from those of its organization', async () => {
  const { store, organization } = await stage.tenant()
  stage.receiver.answer = (response) => response.end()
  const ofStore = await register(store, stage.receiver.url, LEVELS[0].observes)
  await publishOne(store, LEVELS[0].event)
  await jobsOnce(store, ofStore.id, ([job]) => job?.status === 'succeeded')
  expect((await organization.get('/v2/integrations/logs')).body.data).toEqual([])
  const headers = { 'X-Store-Id': store.store_id }
  const through = await organization.call('GET', '/v2/integrations/logs', undefined, headers)
  expect(through.body.data).toEqual((await store.get('/v2/integrations/logs')).body.data)
  expect(through.body.data).toHaveLength(1)
})
