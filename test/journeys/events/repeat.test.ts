import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Client, openApp } from '../../support/app.ts'
import { countEvents, jobsOnce, openSharedStage, register, type Stage } from '../../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openSharedStage()
})
afterAll(() => stage.close())

const order = (id: string, more: object = {}) => ({
  triggered_by: 'order.paid',
  payload: { data: { type: 'order', id: 'o1' } },
  id,
  ...more,
})
const cloud = (id: string, source: string) => ({
  specversion: '1.0',
  id,
  source,
  type: 'order.paid',
  data: { type: 'order', id: 'o1' },
})

async function publish(client: Client, event: unknown): Promise<string> {
  const { status, body } = await client.post('/v2/events', event)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data[0].id
}

/** Client that sends its requests to another process on the same database. */
function through(app: App, client: Client): Client {
  return { ...client, post: (path, body) => postTo(app, client, path, body) }
}

async function postTo(app: App, { token }: Client, path: string, body: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${app.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('an event sent again with the same id', () => {
  test('returns the first result, stores nothing and is delivered once', async () => {
    const { store } = await stage.tenant()
    const integration = await register(store, stage.receiver.url, ['order.paid'])
    const first = await store.post('/v2/events', order('invoice 17'))
    for (const again of [
      order('invoice 17'),
      order('invoice 17', { payload: { data: { type: 'order', id: 'o2' } } }),
    ]) {
      const repeated = await store.post('/v2/events', again)
      expect(repeated).toMatchObject({ status: 201, body: first.body })
    }
    expect(first.body.data[0].external_id).toBe('invoice 17')
    expect(await countEvents(store, 'order.paid')).toBe(1)
    const jobs = await jobsOnce(store, integration.id, ([job]) => job?.status === 'succeeded')
    expect(jobs).toHaveLength(1)
    expect(stage.receiver.received.filter(({ body }) => body.id === first.body.data[0].id)).toHaveLength(1)
  })

  test('is stored once within one request, beside the rest of the request', async () => {
    const { store } = await stage.tenant()
    const known = await publish(store, order('known'))
    const { status, body } = await store.post('/v2/events', [
      order('new'),
      order('known'),
      order('new', { triggered_by: 'order.updated' }),
      { ...order(''), id: undefined },
    ])
    expect(status).toBe(201)
    const ids = body.data.map((one: { id: string }) => one.id)
    expect(ids[1]).toBe(known)
    expect(ids[2]).toBe(ids[0])
    expect(body.data[2].triggered_by).toBe('order.paid')
    expect(new Set(ids).size).toBe(3)
    expect(await countEvents(store, 'order.paid')).toBe(3)
    expect(await countEvents(store, 'order.updated')).toBe(0)
  })

  test('makes one event and one job across two processes, with its id in every response', async () => {
    const { store } = await stage.tenant()
    const integration = await register(store, stage.receiver.url, ['order.paid'])
    const second = await openApp(stage.database)
    try {
      const clients = [store, through(second, store)]
      for (let round = 0; round < 5; round += 1) {
        const ids = await Promise.all(
          Array.from({ length: 24 }, (_, index) => publish(clients[index % 2] as Client, order(`round ${round}`))),
        )
        expect(new Set(ids).size).toBe(1)
        const { body } = await store.get(`/v2/events?filter=eq(external_id,round ${round})`)
        expect(body.data.map((one: { id: string }) => one.id)).toEqual([ids[0]])
      }
      const jobs = await jobsOnce(store, integration.id, (found) => found.every((job) => job.status === 'succeeded'))
      expect(jobs).toHaveLength(5)
    } finally {
      await second.close()
    }
  })

  test('makes one event per id in overlapping concurrent lists, without a deadlock', async () => {
    const { store } = await stage.tenant()
    const second = await openApp(stage.database)
    try {
      const clients = [store, through(second, store)]
      const lists = Array.from({ length: 12 }, (_, index) => {
        const list = Array.from({ length: 40 }, (__, at) => order(`n${(at * (index + 3) + index) % 50}`))
        return index % 3 === 0 ? list.toReversed() : list
      })
      const answers = await Promise.all(
        lists.map((list, index) => (clients[index % 2] as Client).post('/v2/events', list)),
      )
      const known = new Map<string, string>()
      for (const { status, body } of answers) {
        expect(status, JSON.stringify(body)).toBe(201)
        for (const { id, external_id } of body.data) {
          expect(known.get(external_id) ?? id).toBe(id)
          known.set(external_id, id)
        }
      }
      expect(await countEvents(store, 'order.paid')).toBe(known.size)
    } finally {
      await second.close()
    }
  })

  test('still returns the first result after a restart', async () => {
    const first = await openApp(stage.database)
    const { store } = await stage.tenant()
    const id = await publish(through(first, store), order('before'))
    await first.close()
    const restarted = await openApp(stage.database)
    try {
      expect(await publish(through(restarted, store), order('before'))).toBe(id)
      expect(await publish(through(restarted, store), [order('after'), order('before')])).not.toBe(id)
    } finally {
      await restarted.close()
    }
  })
})

test('the same id is another event in another store, and at organization level', async () => {
  const [one, other] = [await stage.tenant(), await stage.tenant()]
  const release = { triggered_by: 'catalog-release.created', payload: { data: { type: 'catalog-release', id: 'r' } } }
  const ids = [
    await publish(one.store, { ...release, id: 'same' }),
    await publish(one.organization, { ...release, id: 'same' }),
    await publish(other.store, { ...release, id: 'same' }),
  ]
  expect(new Set(ids).size).toBe(3)
})

test('an event is a repeat only if the source of the CloudEvent matches too', async () => {
  const { store } = await stage.tenant()
  const first = await publish(store, cloud('1', 'https://one.example'))
  expect(await publish(store, cloud('1', 'https://one.example'))).toBe(first)
  expect(await publish(store, cloud('1', 'https://two.example'))).not.toBe(first)
  expect(await publish(store, order('1'))).not.toBe(first)
})

test('events without an id are never repeats', async () => {
  const { store } = await stage.tenant()
  const bare = { ...order(''), id: undefined }
  const { body } = await store.post('/v2/events', [bare, bare, { ...bare, id: null }])
  expect(new Set(body.data.map((one: { id: string }) => one.id)).size).toBe(3)
  expect(await countEvents(store, 'order.paid')).toBe(3)
})

test.each([' ', '~', 'x'.repeat(128), '"\\,(){}', 'NULL', '{}'])('accepts the id %j unchanged', async (id) => {
  const { store } = await stage.tenant()
  const first = await publish(store, order(id))
  expect(await publish(store, order(id))).toBe(first)
  expect((await store.get(`/v2/events/${first}`)).body.data.external_id).toBe(id)
})
