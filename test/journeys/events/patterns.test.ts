import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, eventually, webhookIntegration } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

function integrate(client: Client, observes: string[]) {
  return client.post('/v2/integrations', webhookIntegration(stage.receiver.url, observes))
}

async function publish(client: Client, ...keys: string[]): Promise<void> {
  const payloadOf = (key: string) =>
    key.endsWith('.deleted') ? { type: 'x', id: '1' } : { data: { type: key.split('.')[0], id: '1' } }
  const events = keys.map((triggered_by) => ({ triggered_by, payload: payloadOf(triggered_by) }))
  const { status, body } = await client.post('/v2/events', events)
  expect(status, JSON.stringify(body)).toBe(201)
}

/** Sorted event keys of the jobs of an integration, once there are `count` of them. */
async function jobKeys(client: Client, id: string, count: number): Promise<string[]> {
  const read = async () => (await client.get(`/v2/integrations/${id}/jobs?page[limit]=100`)).body.data
  const jobs = await eventually(read, (found: { event: { triggered_by: string } }[]) => found.length >= count)
  return jobs.map(({ event }) => event.triggered_by).sort()
}

test('a pattern matches every key of a resource, and an event matched repeatedly makes one job', async () => {
  const { store: seller } = await stage.tenant()
  const { body } = await integrate(seller, ['order.paid', 'order.*', 'cart.deleted'])
  expect(body.data.observes).toEqual(['order.paid', 'order.*', 'cart.deleted'])
  await publish(seller, 'order.paid', 'order.cancelled', 'cart.updated', 'cart.deleted', 'customer.created')
  await publish(seller, 'order.created')
  const keys = ['cart.deleted', 'order.cancelled', 'order.created', 'order.paid']
  expect(await jobKeys(seller, body.data.id, keys.length)).toEqual(keys)
})

test('the pattern of all keys excludes one-time passwords, which must be named', async () => {
  const { store: seller } = await stage.tenant()
  const all = (await integrate(seller, ['*'])).body.data.id
  const named = (await integrate(seller, ['one-time-password-token-request.*'])).body.data.id
  await publish(seller, 'one-time-password-token-request.created', 'order.paid', 'wishlist_ext.created')
  expect(await jobKeys(seller, named, 1)).toEqual(['one-time-password-token-request.created'])
  // Creating the integrations emits events too.
  const others = (await jobKeys(seller, all, 3)).filter((key) => !key.startsWith('integration.'))
  expect(others).toEqual(['customAPIEntryType.created', 'order.paid'])
})

test('the pattern of a custom API matches its entries and those of no other API', async () => {
  const { store: seller } = await stage.tenant()
  const { body } = await integrate(seller, ['wishlist_ext.*'])
  await publish(seller, 'wishlist_ext.created', 'registry_ext.created', 'wishlist_ext.updated')
  expect(await jobKeys(seller, body.data.id, 2)).toEqual(['wishlist_ext.created', 'wishlist_ext.updated'])
})

test('a pattern matches from its update on, and stops with the next update', async () => {
  const { store: seller } = await stage.tenant()
  const { id } = (await integrate(seller, ['order.paid'])).body.data
  const observe = (observes: string[]) =>
    seller.put(`/v2/integrations/${id}`, { data: { type: 'integration', observes } })
  await observe(['cart.*'])
  await publish(seller, 'order.paid', 'cart.updated')
  await observe(['order.paid'])
  await publish(seller, 'order.paid', 'cart.updated')
  expect(await jobKeys(seller, id, 2)).toEqual(['cart.updated', 'order.paid'])
})

test('an organization observes its own keys by a pattern', async () => {
  const { organization } = await stage.tenant()
  const { status, body } = await integrate(organization, ['*', 'catalog-release.*'])
  expect(status).toBe(201)
  await publish(organization, 'catalog-release.updated')
  expect(await jobKeys(organization, body.data.id, 1)).toContain('catalog-release.updated')
  const refused = await integrate(organization, ['order.*'])
  expect(refused.status).toBe(422)
})

test('a pattern that matches nothing is rejected with suggestions', async () => {
  const { store: seller } = await stage.tenant()
  const { status, body } = await integrate(seller, ['orders.*', 'order.*.*', '.*', '**', 'order*'])
  expect(status).toBe(422)
  expect(body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `/data/observes/${index}`),
  )
  expect(body.errors[0].detail).toContain('"orders.*" is not an observable event key. Did you mean order.*?')
})

test('replays and tests of an integration accept its patterns', async () => {
  const { store: seller } = await stage.tenant()
  const from = new Date(Date.now() - 60_000).toISOString()
  await publish(seller, 'order.paid', 'cart.updated', 'order.cancelled')
  const { id } = (await integrate(seller, ['order.*'])).body.data
  const sample = await seller.post(`/v2/integrations/${id}/test`, {})
  expect(sample.body.data.event.triggered_by).toMatch(/^order\./)
  const replay = { type: 'integration-replay', from, selection: 'all' }
  expect((await seller.post(`/v2/integrations/${id}/replays`, { data: replay })).body.data.keys).toEqual(['order.*'])
  const keys = await jobKeys(seller, id, 4)
  expect(keys).toEqual(expect.arrayContaining(['order.cancelled', 'order.paid']))
  expect(keys).not.toContain('cart.updated')
})
