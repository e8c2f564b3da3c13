import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { primaryReader } from '../../../src/db/reading/reader.ts'
import { products } from '../../../src/store/catalog/product.ts'
import { productPrices } from '../../../src/store/catalog/product-price.ts'
import { customers } from '../../../src/store/customers/customer.ts'
import { stepExport } from '../../../src/store/exports/step.ts'
import { deletePending } from '../../../src/store/files/bytes/sql/pending-deletion.ts'
import { type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { makeOne } from '../../support/store/resource-samples.ts'
import { makeOrder } from '../../support/store/shop.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

/** A stage without background jobs, so that tests take each step. */
let still: Stage
let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openStage()
  still = await openStage({ parts: ['api'] })
})
beforeEach(async () => {
  seller = (await stage.tenant()).store
})
afterAll(async () => {
  await still.close()
  await stage.close()
})

const start = (client: Client, what: string) => client.post('/v2/jobs', { data: { type: 'job', what } })

async function complete(client: Client, id: string) {
  const response = await eventually(
    () => client.get(`/v2/jobs/${id}`),
    ({ body }) => ['complete', 'failed'].includes(body.data.status),
  )
  expect(response.body.data.status).toBe('complete')
  return response.body.data
}

async function linesOf(client: Client, id: string) {
  const { body } = await client.get(`/v2/jobs/${id}/file`)
  const response = await fetch(body.data.href, { headers: { authorization: `Bearer ${client.token}` } })
  const text = await response.text()
  expect([response.status, Number(response.headers.get('content-length'))]).toEqual([200, Buffer.byteLength(text)])
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="\w+-\d{4}-\d\d-\d\d\.jsonl"$/)
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

async function manyCustomers(on: Stage, client: Client, count: number): Promise<string[]> {
  const now = Date.now()
  const ids = Array.from({ length: count }, () => newId(now))
  await query(
    on.database.db,
    `insert into customers (owner_id, id, version, updated_at, name, email, external_ref)
     select $1, id, 1, now(), 'Ada', 'ada+' || id || '@example.com', '' from unnest($2::uuid[]) as made (id)`,
    [client.store_id, ids],
  )
  return ids
}

test('an export has a line per resource as the API shows it, of its store only', async () => {
  const made = [await makeOne(seller, customers), await makeOne(seller, customers)]
  await makeOne((await stage.tenant()).store, customers)
  const { status, body } = await start(seller, 'customers')
  expect([status, body.data]).toMatchObject([201, { type: 'job', what: 'customers', records: 0, finished_at: null }])
  const job = await complete(seller, body.data.id)
  expect(await linesOf(seller, job.id)).toEqual(made)
  expect(job).toMatchObject({ records: 2, detail: null })
  expect(Date.parse(job.expires_at) - Date.parse(job.finished_at)).toBe(7 * 86_400_000)
  expect((await seller.get('/v2/jobs?filter=eq(status,complete):eq(what,customers)')).body.data).toEqual([job])
})

test.each([
  ['products', products],
  ['prices', productPrices],
])('%s can be exported too', async (what, resource) => {
  const made = await makeOne(seller, resource)
  const { body } = await start(seller, what)
  const job = await complete(seller, body.data.id)
  expect(await linesOf(seller, job.id)).toEqual([made])
})

test('orders are exported with their items', async () => {
  const { id } = await makeOrder(seller)
  const { included } = (await seller.get(`/v2/orders/${id}`)).body
  // The list form, since allowed actions are only in single reads.
  const [data] = (await seller.get('/v2/orders')).body.data
  const { body } = await start(seller, 'orders')
  const job = await complete(seller, body.data.id)
  expect(await linesOf(seller, job.id)).toEqual([{ ...data, included }])
  expect(included.items).toHaveLength(1)
})

test('an export of nothing is an empty file', async () => {
  const { body } = await start(seller, 'customers')
  const job = await complete(seller, body.data.id)
  expect([job.records, await linesOf(seller, job.id)]).toEqual([0, []])
})

test('a long export is written in pieces in the order of ids, each resource once', async () => {
  const ids = await manyCustomers(stage, seller, 2_500)
  const { body } = await start(seller, 'customers')
  const job = await complete(seller, body.data.id)
  const lines = await linesOf(seller, job.id)
  expect([job.records, lines.map(({ id }) => id)]).toEqual([2_500, ids])
})

function stepDeps() {
  const { db, fileStorage } = still.app.foundation
  return { db, reader: primaryReader(db), fileStorage, base_url: still.app.integrationDeps.base_url }
}

test('a process that stalls or stops in the middle of a piece causes neither repeats nor gaps', async () => {
  const { store: client } = await still.tenant()
  const ids = await manyCustomers(still, client, 2_500)
  const { body } = await start(client, 'customers')
  const deps = stepDeps()
  const now = Date.now() + 1_000
  expect(await stepExport(deps, now)).toBe(true)
  const wakes = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const bytes = {
    ...deps.fileStorage.bytes,
    async put(key: string, file: Parameters<typeof deps.fileStorage.bytes.put>[1]) {
      await deps.fileStorage.bytes.put(key, file)
      written.resolve()
      await wakes.promise
    },
  }
  const late = stepExport({ ...deps, fileStorage: { ...deps.fileStorage, bytes } }, now)
  await written.promise
  expect(await stepExport(deps, now + 1_000)).toBe(false)
  expect((await client.get(`/v2/jobs/${body.data.id}`)).body.data).toMatchObject({
    status: 'processing',
    records: 1_000,
  })
  const later = now + 121_000
  while (await stepExport(deps, later));
  const complete = await client.get(`/v2/jobs/${body.data.id}`)
  wakes.resolve()
  await late
  expect((await client.get(`/v2/jobs/${body.data.id}`)).body).toEqual(complete.body)
  const lines = await linesOf(client, body.data.id)
  expect(lines.map(({ id }) => id)).toEqual(ids)
})

test('processes work on different exports, and any of them may write the next piece', async () => {
  const { store: client } = await still.tenant()
  await manyCustomers(still, client, 1_500)
  const jobs = await Promise.all([1, 2, 3].map(async () => (await start(client, 'customers')).body.data.id))
  const deps = stepDeps()
  const now = Date.now() + 1_000
  const all = Promise.withResolvers<void>()
  let arrived = 0
  const bytes = {
    ...deps.fileStorage.bytes,
    async put(key: string, file: Parameters<typeof deps.fileStorage.bytes.put>[1]) {
      arrived += 1
      if (arrived === jobs.length) {
        expect(await stepExport(deps, now)).toBe(false)
        all.resolve()
      }
      await all.promise
      await deps.fileStorage.bytes.put(key, file)
    },
  }
  const together = jobs.map(() => stepExport({ ...deps, fileStorage: { ...deps.fileStorage, bytes } }, now))
  expect(await Promise.all(together)).toEqual([true, true, true])
  while (await stepExport(deps, now + 1));
  for (const id of jobs) expect(await linesOf(client, id)).toHaveLength(1_500)
})

test('a failing export is retried with growing delays, then fails with a reason', async () => {
  const { store: client } = await still.tenant()
  await makeOne(client, customers)
  const { body } = await start(client, 'customers')
  const deps = stepDeps()
  const full = { ...deps.fileStorage.bytes, put: () => Promise.reject(new Error('no space')) }
  const failing = { ...deps, fileStorage: { ...deps.fileStorage, bytes: full } }
  let now = Date.now() + 1_000
  for (let failure = 1; failure <= 5; failure++) {
    await expect(stepExport(failing, now)).rejects.toThrow('no space')
    expect(await stepExport(failing, now + 4_000)).toBe(false)
    now += 100_000
  }
  const { data } = (await client.get(`/v2/jobs/${body.data.id}`)).body
  expect(data).toMatchObject({ status: 'failed', detail: expect.stringContaining('log'), expires_at: null })
  expect((await client.get(`/v2/jobs/${data.id}/file`)).status).toBe(409)
})

test('a file is available from the end of the export until it expires, to its store only', async () => {
  const { store: client } = await still.tenant()
  const { body } = await start(client, 'customers')
  const early = await client.get(`/v2/jobs/${body.data.id}/file`)
  expect([early.status, early.body.errors[0].detail]).toEqual([409, expect.stringContaining('pending')])
  while (await stepExport(stepDeps(), Date.now() + 1_000));
  const { store: stranger } = await still.tenant()
  expect((await stranger.get(`/v2/jobs/${body.data.id}/file`)).status).toBe(404)
  await query(still.database.db, 'update export_jobs set expires_at = now() where id = $1', [body.data.id])
  expect((await client.get(`/v2/jobs/${body.data.id}/file`)).body.errors[0].detail).toBe('The file has expired.')
})

test('the pieces of an export are deleted with its file', async () => {
  const { store: client } = await still.tenant()
  await makeOne(client, customers)
  const { body } = await start(client, 'customers')
  const deps = stepDeps()
  const now = Date.now() + 1_000
  while (await stepExport(deps, now));
  const key = `${client.store_id}/exports/${body.data.id}/1`
  const isKept = async () => {
    const stream = await deps.fileStorage.bytes.read(key)
    stream?.destroy()
    return stream !== null
  }
  while (await deletePending(deps.db, deps.fileStorage, now + 7 * 86_400_000));
  expect(await isKept()).toBe(true)
  while (await deletePending(deps.db, deps.fileStorage, now + 8 * 86_400_000));
  expect(await isKept()).toBe(false)
})

test('unexportable requests are rejected', async () => {
  const { status, body } = await start(seller, 'secrets')
  expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/what'])
  expect((await seller.get(`/v2/jobs/${UNKNOWN_ID}`)).status).toBe(404)
  expect((await seller.get('/v2/jobs?sort=nothing')).status).toBe(400)
  const { shopper } = await stage.tenant()
  expect((await shopper.get('/v2/jobs')).status).toBe(403)
})

test('covers a success and a failure of every export operation', () => {
  const ofJson = unseen(stage.contract, ({ tag, operationId }) => tag === 'Jobs' && operationId !== 'GetExportContent')
  expect(ofJson.filter((line) => !line.startsWith('GetExportFile'))).toEqual([])
})
