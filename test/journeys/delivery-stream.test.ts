import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/access/keys.ts'
import { query } from '../../src/db/database.ts'
import { listen } from '../../src/db/listen.ts'
import { newId } from '../../src/db/new-id.ts'
import { DeliveryStreams } from '../../src/deliveries/stream/delivery-streams.ts'
import { type Announced, DELIVERIES_CHANNEL } from '../../src/deliveries/stream/notification.ts'
import type { Owner } from '../../src/kernel/owner.ts'
import { type App, type Client, eventually, openApp, openTenant } from '../support/app.ts'
import { readStream, type StreamReader } from '../support/clients/stream-reader.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'
import { startStopwatch } from '../support/measures/stopwatch.ts'
import { openReceiver, type Receiver } from '../support/servers/receiver.ts'
import { register } from '../support/stage.ts'
import { endTools, startTool } from '../support/tool.ts'

let database: TestDatabase
let api: App
let worker: App
let receiver: Receiver
const readers: StreamReader[] = []
beforeAll(async () => {
  database = await testDatabase()
  // Separate processes, so that everything goes through the database.
  api = await openApp(database, { parts: ['api'] })
  worker = await openApp(database, { parts: ['deliveries'] })
  receiver = await openReceiver()
  receiver.answer = (response) => response.writeHead(response.req.url?.endsWith('/500') ? 500 : 200).end()
})
afterAll(async () => {
  await endTools()
  for (const reader of readers) reader.close()
  await Promise.all([api.close(), worker.close()])
  await receiver.close()
  await database.close()
})

async function watch({ token }: Pick<Client, 'token'>, query = '', last?: string): Promise<StreamReader> {
  const reader = await readStream(`${api.origin}/v2/deliveries/stream${query}`, token, last)
  readers.push(reader)
  return reader
}

async function publish(client: Client, count: number, key = 'order.paid'): Promise<void> {
  const events = Array.from({ length: count }, (_, at) => ({
    triggered_by: key,
    payload: { data: { type: 'order', id: `o${at}` } },
  }))
  const { status } = await client.post('/v2/events', { data: events })
  expect(status).toBe(201)
}

async function logsOf(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { body } = await client.get(`/v2/integrations/logs?sort=id&page[limit]=100&filter=gt(id,${after})`)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    if (body.data.length < 100) return ids
    after = ids.at(-1) ?? after
  }
}

test('a stream shows every delivery of its store once, with its event, and none of another store', async () => {
  const [mine, other] = [await openTenant(api), await openTenant(api)]
  const integration = await register(mine.seller, receiver.url, ['order.*'])
  await register(other.seller, receiver.url, ['order.*'])
  const [reader, ofOther] = [await watch(mine.seller), await watch(other.seller)]
  for (const count of [1, 20, 50, 40]) {
    await publish(mine.seller, count)
    await publish(other.seller, count)
  }
  const ids = await eventually(
    () => logsOf(mine.seller),
    (found) => found.length === 111,
  )
  await eventually(
    async () => reader.deliveries().length,
    (count) => count >= 111,
  )
  expect(
    reader
      .deliveries()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort())
  expect(ofOther.deliveries().filter(({ id }) => ids.includes(id))).toEqual([])
  const [first] = reader.deliveries()
  const { body } = await mine.seller.get(`/v2/integrations/logs?filter=eq(id,${first?.id})`)
  const { request: _request, response: _response, body: _body, body_truncated: _truncated, ...listed } = body.data[0]
  expect(first).toEqual(listed)
  expect(first?.event).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), triggered_by: 'order.paid' })
  expect(first?.relationships.integration.data.id).toBe(integration.id)
})

test('filters select the deliveries that they name', async () => {
  const { seller } = await openTenant(api)
  const one = await register(seller, receiver.url, ['order.paid'])
  await register(seller, `${receiver.url}/500`, ['order.updated'])
  const [failed, paid, ofOne] = [
    await watch(seller, '?outcome=failed'),
    await watch(seller, '?keys=order.paid,cart.*'),
    await watch(seller, `?integrations=${one.id}`),
  ]
  await publish(seller, 3, 'order.paid')
  await publish(seller, 2, 'order.updated')
  const keys = (reader: StreamReader) => reader.deliveries().map(({ event }) => event.triggered_by)
  await eventually(
    async () => [failed, paid, ofOne].map((reader) => keys(reader).length),
    ([a, b, c]) => a === 2 && b === 3 && c === 3,
  )
  expect(new Set(keys(failed))).toEqual(new Set(['order.updated']))
  expect(failed.deliveries().every(({ succeeded, error_detail }) => !succeeded && error_detail !== '')).toBe(true)
  expect(new Set([...keys(paid), ...keys(ofOne)])).toEqual(new Set(['order.paid']))
})

test('a client that reconnects with the last id misses and repeats nothing', async () => {
  const { seller } = await openTenant(api)
  await register(seller, receiver.url, ['order.paid'])
  const first = await watch(seller)
  await publish(seller, 30)
  await eventually(
    async () => first.deliveries().length,
    (count) => count === 30,
  )
  const last = first.lastId()
  first.close()
  await publish(seller, 40)
  await eventually(
    () => logsOf(seller),
    (ids) => ids.length === 70,
  )
  await publish(seller, 5)
  const second = await watch(seller, '', last)
  await publish(seller, 25)
  await eventually(
    async () => second.deliveries().length,
    (count) => count >= 70,
  )
  const shown = [...first.deliveries(), ...second.deliveries()].map(({ id }) => id)
  expect(shown.sort()).toEqual((await logsOf(seller)).sort())
})

test('a stream ends when its key is revoked, and other streams continue', async () => {
  const [mine, other] = [await openTenant(api), await openTenant(api)]
  const [ended, going] = [await watch(mine.seller), await watch(other.seller)]
  await revokeKey(api.foundation.db, await keyOf(mine.store_id), Date.now())
  await ended.ended
  expect(ended.reasons()).toEqual(['The key of this access token was revoked.'])
  expect(going.isOpen()).toBe(true)
})

async function keyOf(store_id: string): Promise<string> {
  const rows = await query<{ id: string }>(api.foundation.db, 'select id from api_keys where store_id = $1', [store_id])
  return rows[0]?.id ?? ''
}

test('workers announce attempts only while a stream is open', async () => {
  const { seller } = await openTenant(api)
  await register(seller, receiver.url, ['order.paid'])
  const announced: string[] = []
  const listener = listen({
    url: database.direct_url,
    channel: DELIVERIES_CHANNEL,
    onNotification: (payload) => void announced.push(payload),
  })
  // Streams of other stores may still be open. The first message reports that the listener is connected.
  const ofStore = () =>
    announced
      .slice(1)
      .map((payload) => JSON.parse(payload) as Announced)
      .filter(({ owner_id }) => owner_id === seller.store_id)
  try {
    await eventually(
      async () => announced.length,
      (count) => count > 0,
    )
    await publish(seller, 10)
    const unread = await eventually(
      () => logsOf(seller),
      (ids) => ids.length === 10,
    )
    const reader = await watch(seller)
    await eventually(
      async () => {
        await publish(seller, 1)
        return ofStore().length
      },
      (count) => count > 0,
    )
    reader.close()
    const ids = ofStore().flatMap((one) => one.ids)
    expect(ids.filter((id) => unread.includes(id))).toEqual([])
    const { body } = await seller.get('/v2/integrations/logs?page[limit]=100')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
  } finally {
    await listener.close()
  }
})

test('announced attempts cost no read, excess is counted, and only the slow reader is dropped', async () => {
  const tenant = await openTenant(api)
  await register(tenant.seller, receiver.url, ['order.paid', 'order.updated'])
  const errors: unknown[] = []
  // Time stands still, so that the stream reads once.
  const now = Date.now()
  const streams = new DeliveryStreams({
    db: api.foundation.db,
    direct_url: database.direct_url,
    base_url: `${api.origin}/v2`,
    clock: () => now,
    onError: (error) => errors.push(error),
  })
  const open = (keys: string[] | null, waiting = 0) =>
    streams.open({
      owner: tenant,
      caller_id: 'a',
      filter: { integration_ids: null, keys, succeeded: null },
      after: null,
      waiting: () => waiting,
      authorize: async () => {},
    })
  const [all, counted, slow] = [
    textOf(await open(['order.paid'])),
    textOf(await open(['order.updated'])),
    await open(null),
  ]
  await eventually(
    async () => {
      await publish(tenant.seller, 1)
      return all()
    },
    (text) => text.includes('event: delivery'),
  )
  await publish(tenant.seller, 600, 'order.updated')
  const sum = () => shownIn(counted()) + skippedIn(counted())
  await eventually(
    async () => sum(),
    (count) => count >= 600,
  )
  expect(sum()).toBe(600)
  expect(shownIn(counted())).toBe(200)
  // Unread messages wait in the process up to a limit.
  expect(slow.readableLength).toBeGreaterThan(0)
  const full = await open(null, 262_144)
  await eventually(
    async () => full.destroyed,
    (isDropped) => isDropped,
  )
  expect(slow.destroyed).toBe(false)
  await publish(tenant.seller, 1)
  expect(errors).toEqual([])
  await streams.close()
})

function textOf(stream: Readable): () => string {
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

function shownIn(text: string): number {
  return text.split('event: delivery').length - 1
}

function skippedIn(text: string): number {
  return [...text.matchAll(/event: skipped\ndata: {"count":(\d+)}/g)].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('rejects invalid stream requests and a sixth stream', async () => {
  const { seller } = await openTenant(api)
  expect((await seller.get('/v2/deliveries/stream')).status).toBe(406)
  const refused = async (query: string) =>
    (await seller.call('GET', `/v2/deliveries/stream?${query}`, undefined, { accept: 'text/event-stream' })).status
  expect(await refused('after=x')).toBe(400)
  expect(await refused('integrations=x')).toBe(400)
  expect(await refused('outcome=x')).toBe(400)
  const own = []
  for (let count = 0; count < 5; count += 1) own.push(await watch(seller))
  expect(await refused('')).toBe(429)
  await watch((await openTenant(api)).seller)
  own[0]?.close()
  await eventually(
    () =>
      watch(seller).then(
        () => true,
        () => false,
      ),
    (isOpen) => isOpen,
  )
})

test('`tidings logs tail` shows attempts with their event, and resumes after a server restart', async () => {
  const tenant = await openTenant(api)
  await register(tenant.seller, receiver.url, ['order.paid'])
  const key = await createKey(
    api.foundation.db,
    { organization_id: tenant.organization_id, store_id: tenant.store_id, name: 'tail' },
    Date.now(),
  )
  const served = await openApp(database, { parts: ['api'] })
  const tool = startTool(['logs', 'tail'], {
    TIDINGS_URL: served.origin,
    TIDINGS_CLIENT_ID: key.client_id,
    TIDINGS_CLIENT_SECRET: key.client_secret,
  })
  const streams = () =>
    query(api.foundation.db, 'select 1 from delivery_streams where owner_id = $1', [tenant.store_id])
  await eventually(streams, (rows) => rows.length === 1)
  await publish(tenant.seller, 1)
  await tool.prints(/200 +1 +\d+ +[0-9a-f-]{36} +order\.paid/)
  await served.close()
  await publish(tenant.seller, 2)
  const again = await openApp(database, { parts: ['api'], env: { PORT: new URL(served.origin).port } })
  await eventually(
    async () => tool.stdout().match(/order\.paid/g)?.length,
    (count) => count === 3,
  )
  await tool.end('SIGTERM')
  await again.close()
})

test('a graceful shutdown ends open streams at once', async () => {
  const { seller } = await openTenant(api)
  const another = await openApp(database, { parts: ['api'] })
  const reader = await readStream(`${another.origin}/v2/deliveries/stream`, seller.token)
  const closing = startStopwatch()
  const closed = another.close()
  await reader.ended
  expect(closing.stop()).toBeLessThan(5_000)
  expect(reader.reasons()).toEqual(['The server is shutting down.'])
  await closed
})

test('an organization with all streams gives up its oldest to another organization, not to its stores', async () => {
  const streams = new DeliveryStreams({
    db: api.foundation.db,
    direct_url: database.direct_url,
    base_url: `${api.origin}/v2`,
    clock: Date.now,
    onError() {},
  })
  const open = async (owner: Owner, caller_id: string) =>
    textOf(
      await streams.open({
        ...{ owner, caller_id, after: null, waiting: () => 0, authorize: async () => {} },
        filter: { integration_ids: null, keys: null, succeeded: null },
      }),
    )
  const [greedy, modest] = [await openTenant(api), await openTenant(api)]
  const storeOf = (number: number): Owner => ({ organization_id: greedy.organization_id, store_id: newId(number) })
  const stores = Array.from({ length: 5 }, (_, index) => storeOf(Date.now() + index))
  const texts: (() => string)[] = []
  for (const store of stores) {
    for (let count = 0; count < 20; count += 1) texts.push(await open(store, `caller ${Math.floor(count / 5)}`))
    await expect(open(store, 'another')).rejects.toThrow('A store may have 20 streams')
  }
  await expect(open(storeOf(1), 'a')).rejects.toThrow('All callers together may have 100 streams')
  const own = await open(modest, 'a')
  await eventually(
    async () => own(),
    (text) => text.includes('event: open'),
  )
  await eventually(
    async () => texts[0]?.() ?? '',
    (text) => text.includes('event: end'),
  )
  expect(texts.slice(1).filter((text) => text().includes('event: end'))).toEqual([])
  await streams.close()
})
