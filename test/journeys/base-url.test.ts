import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../support/app.ts'
import { jobsOnce, openStage, publishOne, register, type Stage } from '../support/stage.ts'

const DEPLOYMENTS = [
  { name: 'eu', address: 'https://eu.example.com/api', base_url: 'https://eu.example.com/api/v2' },
  { name: 'us', address: 'https://us.example.com', base_url: 'https://us.example.com/v2' },
  { name: 'ap', address: 'https://ap.example.com:8443/v2/', base_url: 'https://ap.example.com:8443/v2' },
] as const

const RECEIVER = 'http://receiver.test/hook'

const journeys = new Map<string, unknown[]>()
let stages: Stage[]
beforeAll(async () => {
  stages = []
  for (const { name, address } of DEPLOYMENTS) {
    const stage = await openStage({ env: { TIDINGS_BASE_URL: address, TIDINGS_RETRY_SCHEDULE: '3600' } })
    stages.push(stage)
    journeys.set(name, await journey(stage))
  }
})
afterAll(async () => {
  for (const stage of stages) await stage.close()
})

/** First steps of a new user through the API; returns all responses and deliveries. */
async function journey(stage: Stage): Promise<unknown[]> {
  const recorded: unknown[] = []
  const { store, organization } = await stage.tenant()
  const keep = async (responding: Promise<{ status: number; headers: Headers; body: unknown }>) => {
    const { status, headers, body } = await responding
    recorded.push({ status, location: headers.get('location'), etag: headers.get('etag'), body })
  }
  await keep(send(`${stage.app.origin}/`, 'GET', undefined, {}))
  const page = await fetch(`${stage.app.origin}/`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  recorded.push({ status: page.status, location: page.headers.get('location') })
  const document = await send(`${stage.app.origin}/docs/json`, 'GET', undefined, {})
  recorded.push(document.body.servers)

  stage.receiver.answer = (response, { body }) => {
    response.statusCode = body.triggered_by === 'order.paid' ? 500 : 200
    response.end()
  }
  const hook = await register(store, stage.receiver.url, ['order.paid', 'integration.updated'])
  const data = { type: 'integration', integration_type: 'webhook', name: 'Two', observes: ['cart.updated'] }
  await keep(store.post('/v2/integrations', { data: { ...data, configuration: { url: RECEIVER } } }))
  const order = { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } }, id: 'one' }
  const event_id = await publishOne(store, order)
  const path = `/v2/integrations/${hook.id}`
  // Sequential, so that the logs have a defined order.
  const attempted = (count: number) =>
    jobsOnce(
      store,
      hook.id,
      (jobs) => jobs.length === count && jobs.every(({ status, attempts }) => attempts > 0 && status !== 'delivering'),
    )
  const [job] = await attempted(1)
  await keep(store.put(path, { data: { type: 'integration', name: 'Renamed' } }))
  await attempted(2)
  await keep(store.post(`${path}/test`, { data: { triggered_by: 'cart.updated' } }))
  await attempted(3)
  for (const list of ['/v2/integrations', '/v2/integrations/logs', `${path}/logs`, '/v2/events', '/v2/events/types']) {
    await keep(store.get(`${list}?page[limit]=1&page[offset]=1&page[total_method]=observed`))
  }
  for (const address of [path, `/v2/events/${event_id}`, '/v2/settings', `${path}/jobs/${job?.id}/logs`]) {
    await keep(store.get(address))
  }
  await keep(store.post('/v2/events', order))
  await keep(organization.get('/v2/integrations'))
  for (const address of [`/v2/integrations/${event_id}`, '/v2/integrations?sort=no', '/v2/nowhere']) {
    await keep(send(`${stage.app.origin}${address}`, 'GET', undefined, { authorization: `Bearer ${store.token}` }))
  }
  const arrived = await Promise.all(
    ['order.paid', 'integration.updated', 'cart.updated'].map((key) =>
      stage.receiver.waitFor(({ body }) => body.triggered_by === key),
    ),
  )
  recorded.push(...arrived.map(({ body }) => body))
  await keep(store.delete(path))
  return recorded
}

test.each(DEPLOYMENTS)('every absolute URL under $base_url starts with it', ({ name, address, base_url }) => {
  const stage = stages[DEPLOYMENTS.findIndex((one) => one.name === name)]
  const root = address.replace(/\/v2\/$/, '')
  const text = JSON.stringify(journeys.get(name)).replaceAll(stage?.receiver.url ?? '', RECEIVER)
  const addresses = [...text.matchAll(/https?:\/\/[^"\\ ]+/g)].map(([found]) => found)
  const own = addresses.filter((found) => !found.startsWith(RECEIVER) && !isOfSchema(found))
  expect(own.length).toBeGreaterThan(40)
  for (const found of own) expect(found === root || found.startsWith(`${root}/`), found).toBe(true)
  expect(own.filter((found) => found.startsWith(`${base_url}/integrations/`)).length).toBeGreaterThan(5)
  expect(own).toContain(`${root}/docs`)
  expect(own).toContain(`${root}/oauth/access_token`)
  expect(text).not.toContain('127.0.0.1')
})

/** True for example URLs in event types, which are independent of the deployment. */
function isOfSchema(address: string): boolean {
  return /^https:\/\/(store|warehouse|[a-z.]*files?)\.example\.com/.test(address)
}

test('deployments with different base URLs respond and deliver alike except for URLs, ids and times', () => {
  const [first, ...others] = DEPLOYMENTS.map(({ name, address }) => {
    const root = address.replace(/\/v2\/$/, '')
    return (journeys.get(name) ?? []).map((recorded) => neutral(JSON.stringify(recorded), root))
  })
  expect(first?.length).toBeGreaterThan(20)
  for (const other of others) expect(other).toEqual(first)
})

function neutral(text: string, root: string): string {
  return (
    text
      .replaceAll(root, 'ROOT')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'RECEIVER')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      // ETags are hashes of contents that include URLs.
      .replaceAll(/"etag":"\\"[\w-]{27}\\""/g, '"etag":"TAG"')
      .replaceAll(/"processing_time":[\d.e-]+/g, '"processing_time":0')
      .replaceAll(/"(date|webhook-timestamp|webhook-signature)":"[^"]*"/g, '"$1":""')
  )
}
