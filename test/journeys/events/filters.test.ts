import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, eventually, webhookIntegration } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const LARGE = 'gt(data.meta.display_price.with_tax.amount,10000)'

function integrate(client: Client, filter: string | null, observes = ['order.paid']) {
  const { data } = webhookIntegration(stage.receiver.url, observes)
  return client.post('/v2/integrations', { data: { ...data, ...(filter !== null && { filter }) } })
}

function order(id: string, amount: number) {
  const data = { type: 'order', id, meta: { display_price: { with_tax: { amount, currency: 'EUR' } } } }
  return { triggered_by: 'order.paid', payload: { data } }
}

async function publish(client: Client, events: unknown): Promise<void> {
  const { status, body } = await client.post('/v2/events', events)
  expect(status, JSON.stringify(body)).toBe(201)
}

function health(client: Client, id: string, count: number) {
  const read = async () => (await client.get(`/v2/integrations/${id}/health`)).body.data
  return eventually(read, ({ filtered }: { filtered: { count: number } }) => filtered.count >= count)
}

/** Resources delivered to an integration, once there are `count` of them. */
async function delivered(id: string, count: number): Promise<{ id: string; filter?: string }[]> {
  const own = () => stage.receiver.received.filter(({ body }) => (body.integration as { id: string }).id === id)
  const read = async () => own().map(({ body }) => (body.payload as { data: { id: string } }).data)
  return eventually(read, (found) => found.length >= count)
}

async function deliveredIds(id: string, count: number): Promise<string[]> {
  return (await delivered(id, count)).map((resource) => resource.id).sort()
}

test('an event rejected by the filter makes no job, and is counted', async () => {
  const { store: seller } = await stage.tenant()
  const { status, body } = await integrate(seller, LARGE)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ filter: LARGE })
  expect(body.data.meta.warnings).toBeUndefined()
  const { id } = body.data
  const everything = (await integrate(seller, null)).body.data
  expect(everything).not.toHaveProperty('filter')
  await publish(seller, [order('small', 10_000), order('large', 10_001), order('larger', 99_999), order('none', 0)])
  expect(await deliveredIds(id, 2)).toEqual(['large', 'larger'])
  expect(await deliveredIds(everything.id, 4)).toEqual(['large', 'larger', 'none', 'small'])
  const { filtered } = await health(seller, id, 2)
  expect(filtered).toEqual({ count: 2, last_at: expect.stringMatching(/^20.*Z$/) })
  expect((await seller.get(`/v2/integrations/${id}/jobs`)).body.meta.results.total).toBe(2)
  expect((await health(seller, everything.id, 0)).filtered).toEqual({ count: 0, last_at: null })
})

test('a repeated event is not counted again', async () => {
  const { store: seller } = await stage.tenant()
  const { id } = (await integrate(seller, LARGE)).body.data
  for (let times = 0; times < 3; times += 1) await publish(seller, { ...order('1', 1), id: 'same' })
  await publish(seller, order('2', 2))
  expect((await health(seller, id, 2)).filtered.count).toBe(2)
})

test('filters apply to events of store changes as to published ones', async () => {
  const { store: seller } = await stage.tenant()
  const { id } = (await integrate(seller, "like(data.email,'*@example.com')", ['customer.created'])).body.data
  const create = (email: string) =>
    seller.post('/v2/customers', { data: { type: 'customer', name: 'A Person', email } })
  expect((await create('one@example.org')).status).toBe(201)
  const { data } = (await create('two@example.com')).body
  expect(await deliveredIds(id, 1)).toEqual([data.id])
  expect((await health(seller, id, 1)).filtered.count).toBe(1)
})

test('an update changes or removes a filter, and an update without a filter keeps it', async () => {
  const { store: seller } = await stage.tenant()
  const { id } = (await integrate(seller, LARGE)).body.data
  const update = (change: object) => seller.put(`/v2/integrations/${id}`, { data: { type: 'integration', ...change } })
  expect((await update({ name: 'Other' })).body.data.filter).toBe(LARGE)
  await publish(seller, order('before', 1))
  expect((await update({ filter: 'eq(data.id,named)' })).body.data.filter).toBe('eq(data.id,named)')
  await publish(seller, [order('named', 1), order('not named', 1)])
  const removed = (await update({ filter: null })).body.data
  expect(removed).not.toHaveProperty('filter')
  await publish(seller, order('after', 1))
  expect(await deliveredIds(id, 2)).toEqual(['after', 'named'])
})

test('a test delivery ignores the filter, and a replay of all events applies it', async () => {
  const { store: seller } = await stage.tenant()
  const from = new Date(Date.now() - 60_000).toISOString()
  await publish(seller, [order('small', 1), order('large', 20_000)])
  const { id } = (await integrate(seller, `${LARGE}:in(data.id,small,large)`)).body.data
  expect((await seller.post(`/v2/integrations/${id}/test`, {})).status).toBe(201)
  const replay = { data: { type: 'integration-replay', from, selection: 'all' } }
  const { links } = (await seller.post(`/v2/integrations/${id}/replays`, replay)).body.data
  const read = async () => (await seller.get(new URL(links.self).pathname)).body.data
  const done = await eventually(read, (found) => found.status === 'completed')
  expect(done.progress.enqueued).toBe(1)
  const ids = await deliveredIds(id, 2)
  expect(ids).toContain('large')
  expect(ids).not.toContain('small')
})

test('an invalid filter is rejected with its errors, and nothing is stored', async () => {
  const { store: seller } = await stage.tenant()
  for (const [filter, reason] of [
    ['ne(data.status,paid)', 'ne is not an operator; allowed are eq,'],
    ['gt(data.total', "expected ',' or ')'"],
    ['', 'data.filter must not be empty.'],
  ] as const) {
    const { status, body } = await integrate(seller, filter)
    expect(status).toBe(422)
    expect(body.errors[0].source.pointer).toBe('/data/filter')
    expect(body.errors[0].detail).toContain(reason)
  }
  expect((await seller.get('/v2/integrations')).body.data).toEqual([])
})

test('a path that no observed event has is accepted with a warning', async () => {
  const { store: seller } = await stage.tenant()
  const { body } = await integrate(seller, 'gt(data.meta.display_prices.with_tax.amount,1)')
  expect(body.data.meta.warnings).toEqual([
    'filter reads data.meta.display_prices.with_tax.amount, which no sample of the observed events has. ' +
      'GET /v2/events/types shows them.',
  ])
  const custom = await integrate(seller, 'eq(data.color,red)', ['wishlist_ext.created'])
  expect(custom.body.data.meta.warnings).toBeUndefined()
})

test('integration events contain the filter', async () => {
  const { store: seller } = await stage.tenant()
  const { id } = (await integrate(seller, 'eq(data.name,watched)', ['integration.created'])).body.data
  const { data } = webhookIntegration(stage.receiver.url, ['order.paid'])
  const watched = await seller.post('/v2/integrations', { data: { ...data, name: 'watched', filter: LARGE } })
  const { id: watched_id } = watched.body.data
  expect(await delivered(id, 1)).toEqual([expect.objectContaining({ id: watched_id, filter: LARGE })])
})
