import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/deliveries/rules/sign.ts'
import { type Client, eventually, webhookIntegration } from '../support/app.ts'
import { openReceiver } from '../support/servers/receiver.ts'
import { openSharedStage, type Stage } from '../support/stage.ts'

const SECRET = 'a secret of the test'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

async function integrate(
  client: Client,
  more: Record<string, unknown> = {},
  url = stage.receiver.url,
): Promise<string> {
  const { status, body } = await client.post('/v2/integrations', webhookIntegration(url, ['order.paid'], more))
  expect(status, JSON.stringify(body)).toBe(201)
  return `/v2/integrations/${body.data.id}`
}

async function publish(client: Client, data: object = { type: 'order', id: 'o-1' }): Promise<string> {
  const { body } = await client.post('/v2/events', { triggered_by: 'order.paid', payload: { data } })
  return body.data[0].id
}

type Log = {
  id: string
  event: { id: string } | null
  links: { self: string }
  relationships: { job: { data: { id: string } } }
}

/** The only log of an integration, once it exists. */
async function logOf(client: Client, path: string) {
  const read = async () => (await client.get(`${path}/logs`)).body.data
  const [log] = await eventually(read, (logs: Log[]) => logs.length === 1)
  if (log === undefined) throw new Error('The log is gone.')
  return log
}

test('a job and a log each have a URL, and a log names its event', async () => {
  const { store: seller } = await stage.tenant()
  const path = await integrate(seller)
  const event_id = await publish(seller)
  const log = await logOf(seller, path)
  expect(log.event).toEqual({ id: event_id, triggered_by: 'order.paid' })
  const one = await seller.get(new URL(log.links.self).pathname)
  expect(one.body.data).toEqual(log)
  const job = await seller.get(`${path}/jobs/${log.relationships.job.data.id}`)
  expect(job.body.data).toMatchObject({
    status: 'succeeded',
    waiting: null,
    lease: null,
    retried_by_hand: 0,
    retry_waits: [],
    last_attempt: { id: log.id, succeeded: true, status_code: 200, error_detail: '' },
    finished_at: expect.any(String),
  })
  expect((await seller.get(`${path}/jobs/${log.id}`)).body.errors[0].detail).toContain('job')
  expect((await seller.get(`${path}/logs/${event_id}`)).body.errors[0].detail).toContain('log')

  const stranger = (await stage.tenant()).store
  for (const address of [`jobs/${job.body.data.id}`, `logs/${log.id}`, `logs/${log.id}/request`]) {
    expect((await stranger.get(`${path}/${address}`)).status, address).toBe(404)
    const other = await integrate(seller)
    expect((await seller.get(`${other}/${address}`)).status, address).toBe(404)
  }
})

test('a job shows why it waits: the retry schedule or a Retry-After', async () => {
  const { store: seller } = await stage.tenant()
  const failing = await openReceiver()
  failing.answer = (response, { body }) => {
    const { type } = (body.payload as { data: { type: string } }).data
    response.writeHead(503, type === 'order-to-wait' ? { 'retry-after': '600' } : {}).end()
  }
  const path = await integrate(seller, {}, failing.url)
  const waiting = async (event_id: string) => {
    const [job] = (await seller.get(`${path}/jobs?filter=eq(event_id,${event_id})`)).body.data
    return (await seller.get(`${path}/jobs/${job.id}`)).body.data
  }
  const afterAttempt = (event_id: string) =>
    eventually(
      () => waiting(event_id),
      (job) => job.last_attempt !== null && job.status === 'pending',
    )
  const planned = await afterAttempt(await publish(seller))
  expect(planned.waiting).toMatchObject({ reason: 'schedule', until: planned.next_attempt_at })
  expect(planned.waiting.detail).toContain('Retry 1 of')
  const schedule = (await seller.get('/v2/integrations/retry-schedule')).body.data
  expect(schedule).toMatchObject({ type: 'retry-schedule', jitter: 0.2, longest_retry_after: 86_400 })
  expect(schedule.waits).toHaveLength(10)
  expect(planned.retry_waits).toEqual(schedule.waits.slice(1))
  const requested = await afterAttempt(await publish(seller, { type: 'order-to-wait', id: 'o-2' }))
  expect(requested.waiting).toMatchObject({ reason: 'retry_after', until: requested.next_attempt_at })
  expect(requested.waiting.detail).toContain('600 seconds')
  expect(requested.last_attempt).toMatchObject({ succeeded: false, status_code: 503 })
  await failing.close()
})

test('the request of an attempt is shown as sent, so that its signature verifies with the secret', async () => {
  const { store: seller } = await stage.tenant()
  const path = await integrate(seller)
  const event_id = await publish(seller, { type: 'order', id: 'ö-1', note: 'quoted " and \u2028' })
  const { text } = await stage.receiver.waitFor(({ body }) => body.id === event_id)
  const log = await logOf(seller, path)
  const { body } = await seller.get(`${path}/logs/${log.id}/request`)
  const request = body.data
  expect(request).toMatchObject({
    type: 'integration-log-request',
    method: 'POST',
    url: stage.receiver.url,
    recomposed: true,
    integration_changed: false,
    release_changed: false,
    no_body: null,
    masked: ['/configuration/secret_key'],
  })
  expect(JSON.stringify(request)).not.toContain(SECRET)
  const restored = (shown: string) => shown.replace(JSON.parse(shown).configuration.secret_key, SECRET)
  expect(restored(request.body)).toBe(text)
  const now = Number(request.headers['webhook-timestamp']) * 1000
  expect(verify(request.headers, restored(request.body), [SECRET], now)).toEqual({ valid: true })

  await seller.put(path, { data: { type: 'integration', name: 'Renamed' } })
  const changed = (await seller.get(`${path}/logs/${log.id}/request`)).body.data
  expect(changed).toMatchObject({
    integration_changed: true,
    headers: expect.not.objectContaining({ 'webhook-signature': expect.anything() }),
  })
  await seller.delete(path)
  const gone = (await seller.get(`${path}/logs/${log.id}/request`)).body.data
  expect(gone).toMatchObject({ body: null, recomposed: false, no_body: 'integration_deleted' })
})

test('secrets in the URL, in custom headers and in a one-time password are masked in the request', async () => {
  const { store: seller } = await stage.tenant()
  const url = `${stage.receiver.url}?token=secret-of-the-address`
  const observes = ['one-time-password-token-request.created']
  const { body } = await seller.post(
    '/v2/integrations',
    webhookIntegration(url, observes, {
      configuration: { url, secret_key: SECRET, headers: { 'x-own': 'secret-of-the-header' } },
    }),
  )
  const path = `/v2/integrations/${body.data.id}`
  await seller.post(`${path}/test`, { data: { triggered_by: observes[0] } })
  const log = await logOf(seller, path)
  const { data } = (await seller.get(`${path}/logs/${log.id}/request`)).body
  expect(data.masked).toEqual(['/configuration/secret_key', '/configuration/url', '/payload', '/resources'])
  const { body: sent } = await stage.receiver.waitFor(({ body }) => body.triggered_by === observes[0])
  const code = (sent.payload as { data: { one_time_password_token: string } }).data.one_time_password_token
  for (const secret of [SECRET, 'secret-of-the-address', 'secret-of-the-header', code]) {
    expect(JSON.stringify(data)).not.toContain(secret)
  }
})

test('one list has the jobs of all integrations, and an unindexed filter requires a time range', async () => {
  const { store: seller } = await stage.tenant()
  const stranger = (await stage.tenant()).store
  const [one, other] = [await integrate(seller), await integrate(seller)]
  await integrate(stranger)
  await publish(stranger)
  const events = [await publish(seller), await publish(seller)]
  const list = (query: string) => seller.get(`/v2/integrations/jobs?${query}`)
  const { body } = await eventually(
    () => list('filter=ge(created_at,2020-01-01):eq(status,succeeded)'),
    (found) => found.body.data.length === 4,
  )
  const integrations = body.data.map(
    (job: { relationships: { integration: { data: { id: string } } } }) =>
      `/v2/integrations/${job.relationships.integration.data.id}`,
  )
  expect(new Set(integrations)).toEqual(new Set([one, other]))
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(
    body.data
      .map(({ id }: { id: string }) => id)
      .toSorted()
      .toReversed(),
  )
  const pages = await Promise.all([0, 1, 2, 3].map((offset) => list(`page[limit]=1&page[offset]=${offset}`)))
  expect(pages.map((page) => page.body.data[0].id)).toEqual(body.data.map(({ id }: { id: string }) => id))
  expect(pages[0]?.body.results).toEqual({ total: 4, total_method: 'exact' })

  const refused = await list('filter=eq(status,failed)')
  expect(refused.status).toBe(400)
  expect(refused.body.errors[0].detail).toContain('A filter by status needs a time range')
  const logs = await seller.get(`/v2/integrations/logs?filter=eq(triggered_by,order.paid)`)
  expect(logs.body.errors[0].detail).toContain('A filter by triggered_by needs a time range')
  const found = await seller.get(`/v2/integrations/logs?filter=ge(created_at,2020-01-01):eq(event_id,${events[0]})`)
  expect(found.body.data.map((log: { event: { id: string } }) => log.event.id)).toEqual([events[0], events[0]])
})
