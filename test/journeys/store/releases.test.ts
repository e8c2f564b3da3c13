import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { findEventType } from '../../../src/event-types/catalog.ts'
import { publishReleases } from '../../../src/store/catalog/releases/publish-releases.ts'
import { type Client, eventually, openApp } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { schemaChecker } from '../../support/documents/schema-checker.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import {
  type Assortment,
  addProduct,
  change,
  createAssortment,
  type EmittedEvent,
  eventsOf,
  make,
  publish,
  settled,
} from '../../support/store/catalogs.ts'

let pause: { end(): Promise<void> } | null = null
afterEach(async () => {
  await pause?.end()
  pause = null
})

const NEVER = new AbortController().signal
const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
let seller: Client
let organization: Client
beforeAll(async () => {
  stage = await openStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  organization = tenant.organization
})
afterAll(() => stage.close())

const ajv = schemaChecker({ allErrors: true })

/** Fails unless the payload fits the type of its key. */
function expectDocumented(emitted: readonly EmittedEvent[]): void {
  for (const { triggered_by, payload } of emitted) {
    const validate = ajv.compile(findEventType(triggered_by)?.payload ?? false)
    expect([validate(payload), triggered_by, ajv.errorsText(validate.errors)]).toEqual([
      true,
      triggered_by,
      'No errors',
    ])
  }
}

const read = async (path: string, client = seller, headers = {}) => {
  const { status, body } = await client.call('GET', path, undefined, headers)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}
const skusIn = (data: { attributes: { sku: string } }[]) => data.map(({ attributes }) => attributes.sku)
const statuses = (emitted: readonly EmittedEvent[]) =>
  emitted.map(({ triggered_by, payload }) => {
    const { data } = payload as { data?: { meta: { release_status: string } } }
    return `${triggered_by} ${data?.meta.release_status ?? ''}`.trim()
  })

test('publishing emits an event per step, and a published release stays unchanged', async () => {
  const assortment = await createAssortment(seller, { FIRST: 1000, SECOND: 2000 })
  await addProduct(seller, assortment, { sku: 'DRAFT', status: 'draft' })
  await make(seller, '/products', 'product', { sku: 'NOWHERE', name: 'In no node', status: 'live' })
  const release = await publish(seller, assortment.catalog)
  expect(release.meta).toMatchObject({
    release_status: 'PUBLISHED',
    release_message: null,
    owner: 'store',
    is_full_publish: true,
    previous_release_id: null,
    summary: { hierarchies: 1, nodes: 1, products: 2, delta: { created: 2, updated: 0, deleted: 0 } },
  })
  const emitted = await eventsOf(seller, 'catalog-release', release.id)
  expectDocumented(emitted)
  expect(statuses(emitted)).toEqual([
    'catalog-release.created PENDING',
    'catalog-release.updated IN_PROGRESS',
    'catalog-release.updated PUBLISHED',
  ])
  expect(emitted.map(({ resource_version }) => resource_version)).toEqual([1, 2, 3])
  expect(emitted[2]?.payload).toEqual({ data: release })

  const at = `/v2/catalogs/${assortment.catalog}/releases/${release.id}`
  const before = await Promise.all(['hierarchies', 'nodes', 'products'].map((many) => read(`${at}/${many}`)))
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 2])
  const first = assortment.skus.get('FIRST')
  await change(seller, `/products/${first}`, 'product', { name: 'Renamed', status: 'draft' })
  await seller.delete(`/v2/products/${assortment.skus.get('SECOND')}`)
  await seller.delete(`/v2/hierarchies/${assortment.hierarchy}`)
  await seller.delete(`/v2/pricebooks/${assortment.book}?force=true`)
  expect(await Promise.all(['hierarchies', 'nodes', 'products'].map((many) => read(`${at}/${many}`)))).toEqual(before)
  const touched = query(stage.database.db, `update release_products set name = 'x' where release_id = $1`, [release.id])
  await expect(touched).rejects.toThrow('never changed')
})

test('a release is read in pages, sorted and filtered, by hierarchy, node, id and as the latest', async () => {
  const assortment = await createAssortment(seller, { R1: 300, R2: 200, R3: 100 })
  const path = `/hierarchies/${assortment.hierarchy}/nodes`
  const below = await make(seller, path, 'node', { name: 'Below', parent_id: assortment.node, sort_order: 7 })
  const extra = await addProduct(seller, { ...assortment, node: below.id }, { sku: 'R4', tags: ['spring'] })
  const release = await publish(seller, assortment.catalog)
  for (const door of [release.id, 'latest']) {
    const at = `/v2/catalogs/${assortment.catalog}/releases/${door}`
    expect(skusIn(await read(`${at}/products?sort=-sku`))).toEqual(['R4', 'R3', 'R2', 'R1'])
    expect(skusIn(await read(`${at}/products?sort=sku&page[limit]=2&page[offset]=1`))).toEqual(['R2', 'R3'])
    expect(skusIn(await read(`${at}/products?filter=contains(tags,spring)`))).toEqual(['R4'])
    expect(skusIn(await read(`${at}/nodes/${assortment.node}/products?sort=sku`))).toEqual(['R1', 'R2', 'R3'])
    expect(skusIn(await read(`${at}/hierarchies/${assortment.hierarchy}/products`))).toHaveLength(4)
    expect(await read(`${at}/hierarchies`)).toHaveLength(1)
    expect(await read(`${at}/nodes`)).toHaveLength(2)
    const nodes = await read(`${at}/hierarchies/${assortment.hierarchy}/nodes?sort=-sort_order`)
    expect(nodes.map(({ id }: { id: string }) => id)).toEqual([below.id, assortment.node])
    expect(nodes[0].relationships.ancestors.data).toEqual([{ type: 'node', id: assortment.node }])
    const one = await read(`${at}/products/${extra}`)
    expect(one.links.self).toBe(`${stage.app.base_url}${at.slice('/v2'.length)}/products/${extra}`)
    expect(one.relationships.nodes.data).toEqual([{ type: 'node', id: below.id }])
    await read(`${at}/nodes/${below.id}`)
    await read(`${at}/hierarchies/${assortment.hierarchy}`)
    for (const node of [
      `hierarchies/${assortment.hierarchy}/children`,
      `nodes/${assortment.node}/relationships/children`,
    ])
      expect(await read(`${at}/${node}`)).toHaveLength(1)
    expect((await read(`${at}/nodes/${assortment.node}/children`))[0].id).toBe(below.id)
    expect(await read(`${at}/nodes/${below.id}/relationships/products`)).toMatchObject([{ type: 'product', id: extra }])
    for (const wrong of ['hierarchies', 'nodes', 'products', `nodes/${assortment.node}/products`])
      expect((await seller.get(`${at}/${wrong}?sort=nothing`)).status).toBe(400)
    for (const gone of [`nodes/${UNKNOWN_ID}`, `hierarchies/${UNKNOWN_ID}`, `products/${UNKNOWN_ID}`])
      expect((await seller.get(`${at}/${gone}`)).status).toBe(404)
    for (const gone of ['products', 'children', 'relationships/products', 'relationships/children'])
      expect((await seller.get(`${at}/nodes/${UNKNOWN_ID}/${gone}`)).status).toBe(404)
    for (const list of ['children', 'component_products']) {
      expect(await read(`${at}/products/${extra}/relationships/${list}`)).toEqual([])
      expect((await seller.get(`${at}/products/${UNKNOWN_ID}/relationships/${list}`)).status).toBe(404)
    }
    for (const gone of ['products', 'children', 'nodes'])
      expect((await seller.get(`${at}/hierarchies/${UNKNOWN_ID}/${gone}`)).status).toBe(404)
  }
  const latest = await seller.get(`/v2/catalogs/${assortment.catalog}/releases/latest`)
  expect(latest.body.data).toEqual(release)
  const listed = await read(`/v2/catalogs/${assortment.catalog}/releases?filter=eq(release_status,PUBLISHED)`)
  expect(listed).toEqual([release])
  expect((await seller.get(`/v2/catalogs/${assortment.catalog}/releases?sort=hierarchies`)).status).toBe(400)
  const { store: stranger } = await stage.tenant()
  expect((await stranger.get(`/v2/catalogs/${assortment.catalog}/releases/${release.id}`)).status).toBe(404)
  for (const door of [release.id, 'latest'])
    expect((await stranger.get(`/v2/catalogs/${assortment.catalog}/releases/${door}/products`)).status).toBe(404)
})

test('a release lists its differences from the previous one', async () => {
  const assortment = await createAssortment(seller, { KEPT: 100, PRICED: 200, NAMED: 300, GONE: 400, DRAFTED: 500 })
  const first = await publish(seller, assortment.catalog)
  const id = (sku: string) => assortment.skus.get(sku) ?? ''
  const [price] = await read(`/v2/pricebooks/${assortment.book}/prices?filter=eq(sku,PRICED)`)
  await change(seller, `/pricebooks/${assortment.book}/prices/${price.id}`, 'product-price', {
    currencies: { USD: { amount: 250 } },
  })
  await change(seller, `/products/${id('NAMED')}`, 'product', { name: 'New name' })
  await change(seller, `/products/${id('DRAFTED')}`, 'product', { status: 'draft' })
  await seller.delete(`/v2/products/${id('GONE')}`)
  await addProduct(seller, assortment, { sku: 'ADDED' })
  await change(seller, `/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}`, 'node', { name: 'All lamps' })
  const second = await publish(seller, assortment.catalog)
  expect(second.meta).toMatchObject({
    is_full_publish: false,
    previous_release_id: first.id,
    summary: { products: 4, delta: { created: 1, updated: 2, deleted: 2 } },
  })
  type Change = { type: string; attributes: { change: string; label: string } }
  const changes: Change[] = await read(`/v2/catalogs/${assortment.catalog}/releases/${second.id}/delta`)
  const summary = changes.map(({ type, attributes }) => `${attributes.change} ${type} ${attributes.label}`)
  expect(summary.sort()).toEqual([
    'created product ADDED',
    'deleted product DRAFTED',
    'deleted product GONE',
    'updated node All lamps',
    'updated product NAMED',
    'updated product PRICED',
  ])
  const deleted = await read(`/v2/catalogs/${assortment.catalog}/releases/${second.id}/delta?filter=eq(change,deleted)`)
  expect(deleted).toHaveLength(2)
  const third = await publish(seller, assortment.catalog)
  expect(third.meta).toMatchObject({ summary: { delta: { created: 0, updated: 0, deleted: 0 } } })
  const full = await publish(seller, assortment.catalog, { data: { export_full_delta: true } })
  expect(full.meta).toMatchObject({ is_full_publish: true, summary: { delta: { created: 4, updated: 0, deleted: 0 } } })
  expect((await seller.get(`/v2/catalogs/${assortment.catalog}/releases/${UNKNOWN_ID}/delta`)).status).toBe(404)
})

test('releases of an organization emit events at its level, and none for its stores', async () => {
  const assortment = await createAssortment(organization, { SHARED: 900 })
  const release = await publish(organization, assortment.catalog)
  expect(release.meta).toMatchObject({ release_status: 'PUBLISHED', owner: 'organization' })
  expect((await organization.delete(`/v2/catalogs/${assortment.catalog}/releases/${release.id}`)).status).toBe(200)
  const emitted = await eventsOf(organization, 'catalog-release', release.id)
  expectDocumented(emitted)
  expect(emitted.map(({ triggered_by }) => triggered_by.split('.')[1])).toEqual([
    'created',
    'updated',
    'updated',
    'deleted',
  ])
  expect(emitted.every(({ store_id }) => store_id === undefined)).toBe(true)
  expect(await eventsOf(seller, 'catalog-release', release.id)).toEqual([])
})

test('an unpublishable release fails with a reason', async () => {
  const assortment = await createAssortment(seller, { LOST: 100 })
  const preview = `/v2/catalogs/${assortment.catalog}/releases/preview`
  expect((await seller.get(preview)).status).toBe(200)
  await seller.delete(`/v2/pricebooks/${assortment.book}?force=true`)
  expect((await seller.get(preview)).status).toBe(409)
  const failed = await publish(seller, assortment.catalog)
  expect(failed.meta).toMatchObject({
    release_status: 'FAILED',
    release_message: `The price book ${assortment.book} of the catalog does not exist.`,
    summary: null,
  })
  const emitted = await eventsOf(seller, 'catalog-release', failed.id)
  expectDocumented(emitted)
  expect(statuses(emitted).at(-1)).toBe('catalog-release.updated FAILED')
  expect((await seller.get(`/v2/catalogs/${assortment.catalog}/releases/latest`)).status).toBe(404)
  const empty = await make(seller, '/catalogs', 'catalog', { name: 'Empty' })
  expect((await publish(seller, empty.id)).meta.release_message).toMatch('no hierarchies')
  expect((await seller.post(`/v2/catalogs/${UNKNOWN_ID}/releases`)).status).toBe(404)
  expect((await seller.get(`/v2/catalogs/${UNKNOWN_ID}/releases/latest`)).status).toBe(404)
  const odd = await seller.post(`/v2/catalogs/${empty.id}/releases`, { data: { export_full_delta: 'yes' } })
  expect([odd.status, odd.body.errors[0].source.pointer]).toEqual([422, '/data/export_full_delta'])
})

/** Number of rows that the copies of a release still have. */
async function rowsOf(release: string): Promise<number> {
  const tables = [
    ...['hierarchies', 'nodes', 'products', 'places', 'changes', 'remains'],
    ...['positions', 'words', 'facets', 'amounts'],
  ]
  const counts = tables.map((table) => `select count(*) as n from release_${table} where release_id = $1`)
  const rows = await query<{ total: number }>(
    stage.database.db,
    `select sum(n)::integer as total from (${counts.join(' union all ')}) as counts`,
    [release],
  )
  return rows[0]?.total ?? 0
}

test('deleting a release, alone or with its catalog, emits an event, and its content is swept', async () => {
  const assortment = await createAssortment(seller, { S1: 1, S2: 2 })
  const [one, two] = [await publish(seller, assortment.catalog), await publish(seller, assortment.catalog)]
  expect(await rowsOf(one.id)).toBeGreaterThan(0)
  expect((await seller.delete(`/v2/catalogs/${assortment.catalog}/releases/${two.id}`)).status).toBe(200)
  expect((await seller.get(`/v2/catalogs/${assortment.catalog}/releases/latest`)).body.data.id).toBe(one.id)
  const { catalog: unpublished } = await createAssortment(seller, {})
  expect((await seller.delete(`/v2/catalogs/${unpublished}/releases`)).status).toBe(204)
  expect((await seller.delete(`/v2/catalogs/${assortment.catalog}`)).status).toBe(200)
  for (const { id } of [one, two]) {
    const emitted = await eventsOf(seller, 'catalog-release', id)
    expect(emitted.at(-1)).toMatchObject({
      triggered_by: 'catalog-release.deleted',
      payload: { type: 'catalog-release', id },
    })
    await eventually(
      () => rowsOf(id),
      (rows) => rows === 0,
    )
  }
})

/** Blocks copying by a lock on products of releases. */
async function blockCopying(): Promise<{ end(): Promise<void> }> {
  const end = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = stage.database.db.transaction(async (tx) => {
    await query(tx, 'lock table release_products in exclusive mode', [])
    locked.resolve()
    await end.promise
  })
  await locked.promise
  return {
    async end() {
      end.resolve()
      await holding
    },
  }
}

/** Server processes that wait to write products of releases. */
async function copying(): Promise<{ pid: number }[]> {
  // Cloned databases share relation ids, so locks of other databases must not count.
  const text = `select distinct pid from pg_locks join pg_stat_activity using (pid)
    where relation = 'release_products'::regclass and not granted and datname = current_database()`
  return query(stage.database.db, text, [])
}

test('a release cannot be deleted during its copy, which restarts after a crash of its process', async () => {
  const assortment = await createAssortment(seller, { TAKEN: 700 })
  pause = await blockCopying()
  const { body } = await seller.post(`/v2/catalogs/${assortment.catalog}/releases`)
  const { id } = body.data
  const [first] = await eventually(copying, (found) => found.length === 1)
  const at = `/v2/catalogs/${assortment.catalog}/releases/${id}`
  expect((await seller.get(at)).body.data.meta.release_status).toBe('IN_PROGRESS')
  expect((await seller.delete(at)).status).toBe(409)
  expect((await seller.delete(`/v2/catalogs/${assortment.catalog}/releases`)).status).toBe(409)
  expect((await seller.delete(`/v2/catalogs/${assortment.catalog}`)).status).toBe(409)
  // The release is not claimed by another process meanwhile.
  expect(await publishReleases(stage.app.integrationDeps, NEVER)).toBe(false)
  await query(stage.database.db, 'select pg_terminate_backend($1)', [first?.pid])
  const other = await openApp(stage.database, { parts: ['deliveries'] })
  const [second] = await eventually(copying, (found) => found.length === 1 && found[0]?.pid !== first?.pid)
  expect(second?.pid).toBeGreaterThan(0)
  await pause.end()
  const release = await settled(seller, assortment.catalog, id)
  await other.close()
  expect(release.meta).toMatchObject({ release_status: 'PUBLISHED', summary: { products: 1 } })
  expect(statuses(await eventsOf(seller, 'catalog-release', id))).toEqual([
    'catalog-release.created PENDING',
    'catalog-release.updated IN_PROGRESS',
    'catalog-release.updated PUBLISHED',
  ])
})

test('a process that stops gives up its copy without traces and without a failure', async () => {
  const quiet = await openStage({ parts: ['api'] })
  const { store } = await quiet.tenant()
  const assortment = await createAssortment(store, { GIVEN: 700 })
  const { body } = await store.post(`/v2/catalogs/${assortment.catalog}/releases`)
  const step = (signal: AbortSignal) => publishReleases(quiet.app.integrationDeps, signal)
  expect([await step(NEVER), await step(AbortSignal.abort())]).toEqual([true, false])
  const left = `select failures, (select count(*)::integer from release_nodes) as nodes from catalog_releases`
  expect(await query(quiet.database.db, left, [])).toEqual([{ failures: 0, nodes: 0 }])
  expect([await step(NEVER), await step(NEVER), await step(NEVER)]).toEqual([true, true, false])
  expect((await settled(store, assortment.catalog, body.data.id)).meta.release_status).toBe('PUBLISHED')
  await quiet.close()
})

test('a release shows one moment, without changes made during its copy', async () => {
  const assortment = await createAssortment(seller, { EARLY: 100 })
  pause = await blockCopying()
  const { body } = await seller.post(`/v2/catalogs/${assortment.catalog}/releases`)
  await eventually(copying, (found) => found.length === 1)
  await change(seller, `/products/${assortment.skus.get('EARLY')}`, 'product', { name: 'Too late' })
  await addProduct(seller, assortment, { sku: 'LATE' })
  await pause.end()
  const { id } = await settled(seller, assortment.catalog, body.data.id)
  const [only, ...others] = await read(`/v2/catalogs/${assortment.catalog}/releases/${id}/products`)
  expect([only.attributes.name, others]).toEqual(['Lamp EARLY', []])
})

test('a release that keeps failing is marked failed, and does not delay the next', async () => {
  const { db } = stage.database
  const assortment = await createAssortment(seller, { CURSED: 100 })
  const cursed = `create function curse() returns trigger language plpgsql as $$ begin
    if new.sku = 'CURSED' then raise exception 'cursed'; end if; return new; end $$`
  await query(db, cursed, [])
  await query(db, 'create trigger curse before insert on release_products for each row execute function curse()', [])
  const { body } = await seller.post(`/v2/catalogs/${assortment.catalog}/releases`)
  const failures = () =>
    query<{ failures: number }>(db, 'select failures from catalog_releases where id = $1', [body.data.id])
  await eventually(failures, ([row]) => (row?.failures ?? 0) > 0)
  const other = await createAssortment(seller, { BLESSED: 100 })
  expect((await publish(seller, other.catalog)).meta.release_status).toBe('PUBLISHED')
  // Each clock is later than the delay of a retry. A retry by the process itself does not count as a try.
  for (let tries = 1; ((await failures())[0]?.failures ?? 0) < 5; tries += 1) {
    const later = { ...stage.app.integrationDeps, clock: () => Date.now() + tries * 60_000 }
    await publishReleases(later, NEVER).catch(() => {})
  }
  const release = await settled(seller, assortment.catalog, body.data.id)
  expect(release.meta).toMatchObject({ release_status: 'FAILED', summary: null })
  expect(release.meta.release_message).toMatch('internal error')
  await query(db, 'drop trigger curse on release_products', [])
  expect((await publish(seller, assortment.catalog)).meta.release_status).toBe('PUBLISHED')
})

test('releases of a catalog are published in the order of their requests', async () => {
  const assortment: Assortment = await createAssortment(seller, { ORDERED: 100 })
  const requested = await Promise.all([1, 2, 3].map(() => seller.post(`/v2/catalogs/${assortment.catalog}/releases`)))
  const ids = requested.map(({ body }) => body.data.id).sort()
  const done = await Promise.all(ids.map((id) => settled(seller, assortment.catalog, id)))
  expect(done.map(({ meta }) => meta.previous_release_id)).toEqual([null, ids[0], ids[1]])
})

test('a release waits for an older one of its own catalog only', async () => {
  const quiet = await openStage({ parts: ['api'] })
  const { store } = await quiet.tenant()
  const [assortment, other] = [
    await createAssortment(store, { OLDER: 1 }),
    await createAssortment(store, { BESIDE: 1 }),
  ]
  const older = await store.post(`/v2/catalogs/${assortment.catalog}/releases`)
  await store.post(`/v2/catalogs/${assortment.catalog}/releases`)
  const later = `update catalog_releases set next_at = now() + interval '1 hour' where id = $1`
  await query(quiet.database.db, later, [older.body.data.id])
  expect(await publishReleases(quiet.app.integrationDeps, NEVER)).toBe(false)
  await store.post(`/v2/catalogs/${other.catalog}/releases`)
  expect(await publishReleases(quiet.app.integrationDeps, NEVER)).toBe(true)
  await quiet.close()
})

test('covers a success and a failure of every release operation', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Catalog releases')).toEqual([])
})
