import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { customFields } from '../../src/store/custom-apis/custom-field.ts'
import type { AnyResource } from '../../src/store/kit/resource.ts'
import { taxClasses } from '../../src/store/taxes/tax-class.ts'
import { taxRates } from '../../src/store/taxes/tax-rate.ts'
import { taxZones } from '../../src/store/taxes/tax-zone.ts'
import { type Answered, type Client, webhookIntegration } from '../support/app.ts'
import { openStage, register, type Stage } from '../support/stage.ts'
import { bodyOf } from '../support/store/resource-samples.ts'

let stage: Stage
let clients: Awaited<ReturnType<Stage['tenant']>>
let other: Client
beforeAll(async () => {
  // No workers and background jobs, so that nothing unfinished progresses.
  stage = await openStage({ parts: ['api'] })
})
beforeEach(async () => {
  clients = await stage.tenant()
  other = (await stage.tenant()).store
})
afterAll(() => stage.close())

const sql = (text: string, values: readonly unknown[] = []) => query<{ count: number }>(stage.database.db, text, values)

/** Kind of resource with a maximum per owner, and the functions to create and count it. */
type Kind = {
  max: number
  message: string
  table: string
  /** SQL expressions of unique columns other than the id; `n` numbers the copies. */
  unique?: Record<string, string>
  /** Condition on the rows of the owner that count. */
  counts?: string
  as?: 'organization'
  /** Creates prerequisites, which are passed to `create`. */
  prepare?: (client: Client) => Promise<Record<string, string>>
  create: (client: Client, name: string, prepared: Record<string, string>) => Promise<Answered>
  remove: (client: Client, created: Answered['body'], prepared: Record<string, string>) => Promise<unknown>
}

const removed =
  (path: string) =>
  (client: Client, { data }: Answered['body']) =>
    client.delete(`${path}/${data.id}`)
const posted =
  (
    path: string,
    resource: Pick<AnyResource, 'type' | 'frame'>,
    attributes: (name: string) => Record<string, unknown>,
  ) =>
  (client: Client, name: string) =>
    client.post(path, bodyOf(resource as AnyResource, { name, ...attributes(name) }))
const flat = (type: string) => ({ type, frame: 'flat' as const })
const framed = (type: string) => ({ type, frame: 'attributes' as const })

const DELETE = 'Delete one that is no longer used.'
const APIS = '/v2/settings/extensions/custom-apis'

const KINDS: Record<string, Kind> = {
  integrations: {
    max: 1_000,
    message: `A store or an organization has at most 1,000 integrations. ${DELETE}`,
    table: 'integrations',
    // Disabled integrations count too. Secrets are encrypted with the id.
    unique: { enabled: 'n % 2 = 0', secrets: 'null' },
    counts: 'deleted_at is null',
    create: (client, name) =>
      client.post('/v2/integrations', webhookIntegration(stage.receiver.url, ['order.paid'], { name })),
    remove: removed('/v2/integrations'),
  },
  keys: {
    max: 1_000,
    message: 'A store or an organization has at most 1,000 valid keys. Revoke one that is no longer used.',
    table: 'api_keys',
    unique: { client_id: `'of the test ' || n || gen_random_uuid()` },
    counts: 'revoked_at is null',
    create: posted('/v2/keys', flat('key'), () => ({})),
    remove: removed('/v2/keys'),
  },
  'custom APIs': {
    max: 200,
    message: `A store has at most 200 custom APIs. ${DELETE}`,
    table: 'custom_apis',
    unique: { slug: `'n' || n`, api_type: `'n' || n || '_ext'` },
    create: posted(APIS, flat('custom_api'), (name) => ({ slug: name, api_type: `${name}_ext` })),
    remove: removed(APIS),
  },
  'fields of a custom API': {
    max: 100,
    message: `A custom API has at most 100 fields. ${DELETE}`,
    table: 'custom_fields',
    unique: { slug: `'n' || n` },
    prepare: async (client) => {
      const { body } = await client.post(
        APIS,
        bodyOf(flat('custom_api') as AnyResource, { name: 'x', slug: 'x', api_type: 'x_ext' }),
      )
      return { api: body.data.id }
    },
    create: (client, name, { api }) =>
      client.post(`${APIS}/${api}/fields`, bodyOf(customFields, { name, slug: name, field_type: 'string' })),
    remove: (client, { data }, { api }) => client.delete(`${APIS}/${api}/fields/${data.id}`),
  },
  alerts: {
    max: 100,
    message: `A store or an organization has at most 100 alerts. ${DELETE}`,
    table: 'alerts',
    create: posted('/v2/alerts', flat('alert'), () => ({ channel: 'chat', url: 'https://chat.example.com/' })),
    remove: removed('/v2/alerts'),
  },
  'event types of its own': {
    max: 200,
    message: `A store has at most 200 event types of its own. ${DELETE}`,
    table: 'event_types',
    unique: { key: `'acme.n' || n` },
    create: (client, name) =>
      client.put(`/v2/events/types/acme.${name}`, { data: { sample: { data: { type: 'x', id: '1' } } } }),
    remove: removed('/v2/events/types'),
  },
  promotions: {
    max: 5_000,
    message: `A store has at most 5,000 promotions. ${DELETE}`,
    table: 'promotions',
    create: posted('/v2/promotions', flat('promotion'), () => ({
      scope: 'cart',
      action: { kind: 'percent', ppm: 100_000, max_discount: null },
    })),
    remove: removed('/v2/promotions'),
  },
  'shipping options': {
    max: 1_000,
    message: `A store has at most 1,000 shipping options. ${DELETE}`,
    table: 'shipping_options',
    unique: { code: `'n' || n` },
    create: posted('/v2/shipping-options', flat('shipping_option'), (name) => ({
      code: name,
      costs: { EUR: { amount: 1 } },
    })),
    remove: removed('/v2/shipping-options'),
  },
  'rates of a tax class in a zone': {
    max: 100,
    message: `A tax class has at most 100 rates in one zone. ${DELETE}`,
    table: 'tax_rates',
    prepare: taxPlace,
    create: (client, name, place) =>
      client.post('/v2/taxes/rates', bodyOf(taxRates, { name, code: name, rate: 1, ...place })),
    remove: removed('/v2/taxes/rates'),
  },
  currencies: {
    max: 300,
    message: `A store has at most 300 currencies. ${DELETE}`,
    table: 'currencies',
    unique: { code: `'Q' || chr(65 + n / 26) || chr(65 + n % 26)`, default: 'false' },
    create: (client, name) =>
      client.post('/v2/currencies', {
        data: { type: 'currency', code: `XX${name.slice(-1).toUpperCase()}`, format: '{price}', decimal_places: 2 },
      }),
    remove: removed('/v2/currencies'),
  },
  catalogs: {
    max: 2_000,
    message: `A store or an organization has at most 2,000 catalogs. ${DELETE}`,
    table: 'catalogs',
    create: posted('/v2/catalogs', framed('catalog'), () => ({})),
    remove: removed('/v2/catalogs'),
  },
  'catalog rules': {
    max: 5_000,
    message: `A store has at most 5,000 catalog rules. ${DELETE}`,
    table: 'catalog_rules',
    prepare: async (client) => ({
      catalog_id: (await client.post('/v2/catalogs', bodyOf(framed('catalog') as AnyResource, { name: 'x' }))).body.data
        .id,
    }),
    create: (client, name, catalog) =>
      client.post('/v2/catalogs/rules', bodyOf(framed('catalog_rule') as AnyResource, { name, ...catalog })),
    remove: removed('/v2/catalogs/rules'),
  },
  'unfinished exports': {
    max: 100,
    message: 'A store has at most 100 unfinished exports. Wait until one is finished.',
    table: 'export_jobs',
    counts: 'next_at is not null',
    create: (client) => client.post('/v2/jobs', { data: { type: 'job', what: 'orders' } }),
    remove: (_, { data }) => sql('update export_jobs set next_at = null where id = $1', [data.id]),
  },
  'running replays': {
    max: 200,
    message:
      'A store or an organization has at most 200 running replays. Pause or cancel one, or wait until one is finished.',
    table: 'replays',
    counts: 'next_at is not null',
    prepare: async (client) => ({
      integration: (await register(client, stage.receiver.url, ['order.paid'], { enabled: true })).id,
    }),
    create: (client, _, { integration }) =>
      client.post(`/v2/integrations/${integration}/replays`, {
        data: { type: 'integration-replay', from: '2026-01-01T00:00:00Z' },
      }),
    remove: (client, { data }, { integration }) =>
      client.post(`/v2/integrations/${integration}/replays/${data.id}/cancel`),
  },
  'running job runs': {
    max: 200,
    message:
      'A store or an organization has at most 200 running job runs. Pause or cancel one, or wait until one is finished.',
    table: 'job_runs',
    counts: 'next_at is not null',
    create: (client) =>
      client.post('/v2/integrations/job-runs', { data: { type: 'integration-job-run', action: 'cancel' } }),
    remove: (client, { data }) => client.post(`/v2/integrations/job-runs/${data.id}/cancel`),
  },
}

async function taxPlace(client: Client): Promise<Record<string, string>> {
  const made = async ({ path, ...resource }: AnyResource, attributes: Record<string, unknown>) =>
    (await client.post(`/v2${path}`, bodyOf(resource as AnyResource, attributes))).body.data.id
  return {
    tax_class_id: await made(taxClasses, { name: 'A', code: `c${Math.random()}` }),
    tax_zone_id: await made(taxZones, { name: 'A', countries: [{ country: 'DE' }] }),
  }
}

/** Copies a counting row of the owner until `count` exist. */
async function fillTo(count: number, { table, unique = {}, counts = 'true' }: Kind, owner_id: string) {
  const owner = table === 'api_keys' ? 'coalesce(store_id, organization_id)' : 'owner_id'
  const has = async () =>
    (await sql(`select count(*) as count from ${table} where ${owner} = $1 and ${counts}`, [owner_id]))[0]?.count ?? 0
  const columns = Object.entries({ ...(table !== 'event_types' && { id: 'gen_random_uuid()' }), ...unique })
  const changes = columns.map(([column, value]) => `'${column}', ${value}`).join(', ')
  await sql(
    `insert into ${table}
     select (jsonb_populate_record(model, jsonb_build_object(${changes}))).*
       from ${table} as model, generate_series(1, $2::int) as n
      where model.ctid = (select ctid from ${table} where ${owner} = $1 and ${counts} limit 1)`,
    [owner_id, count - (await has())],
  )
  expect(await has()).toBe(count)
  return has
}

describe.each(Object.keys(KINDS))('%s', (name) => {
  const kind = KINDS[name] as Kind

  test('stop at the maximum in their message, even when created concurrently', async () => {
    const { store } = clients
    const prepared = (await kind.prepare?.(store)) ?? {}
    const first = await kind.create(store, 'first', prepared)
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    const has = await fillTo(kind.max - 1, kind, store.store_id)
    const both = await Promise.all(['a', 'b'].map((each) => kind.create(store, each, prepared)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await has()).toBe(kind.max)

    const written = () => sql('select (select count(*) from events) + (select count(*) from audit_entries) as count')
    const before = await written()
    const refused = await kind.create(store, 'c', prepared)
    expect([refused.status, refused.body.errors]).toMatchObject([409, [{ detail: kind.message }]])
    expect([await has(), await written()]).toEqual([kind.max, before])

    const elsewhere = await kind.create(other, 'd', (await kind.prepare?.(other)) ?? {})
    expect(elsewhere.status, JSON.stringify(elsewhere.body)).toBe(201)
    await kind.remove(store, first.body, prepared)
    expect((await kind.create(store, 'e', prepared)).status).toBe(201)
  })
})

test('an organization has its own limits beside those of its stores', async () => {
  const { store, organization } = clients
  const kind = KINDS.integrations as Kind
  await kind.create(store, 'first', {})
  await fillTo(kind.max, kind, store.store_id)
  const create = (client: Client) =>
    client.post('/v2/integrations', webhookIntegration(stage.receiver.url, ['catalog-release.created']))
  expect((await create(organization)).status).toBe(201)
  await fillTo(kind.max, kind, organization.organization_id)
  expect((await create(organization)).status).toBe(409)
})

test('revoked and expired keys do not count', async () => {
  const { store } = clients
  const kind = KINDS.keys as Kind
  await kind.create(store, 'first', {})
  await fillTo(kind.max, kind, store.store_id)
  const newest =
    'id in (select id from api_keys where store_id = $1 and revoked_at is null and expires_at is null order by id desc limit 1)'
  await sql(`update api_keys set expires_at = now() - interval '1 second' where ${newest}`, [store.store_id])
  await sql(`update api_keys set expires_at = now() + interval '1 hour' where ${newest}`, [store.store_id])
  expect((await kind.create(store, 'a', {})).status).toBe(201)
  expect((await kind.create(store, 'b', {})).status).toBe(409)
})

test('a tax rate cannot move to a class and zone that are full', async () => {
  const { store } = clients
  const kind = KINDS['rates of a tax class in a zone'] as Kind
  const place = await taxPlace(store)
  const { body } = await kind.create(store, 'first', place)
  await fillTo(kind.max, kind, store.store_id)
  const elsewhere = await kind.create(store, 'second', await taxPlace(store))
  const at = `/v2/taxes/rates/${elsewhere.body.data.id}`
  const moved = await store.put(at, bodyOf(taxRates, place))
  expect([moved.status, moved.body.errors]).toMatchObject([409, [{ detail: kind.message }]])
  expect((await store.put(at, bodyOf(taxRates, { rate: 2 }))).status).toBe(200)
  expect((await store.put(`/v2/taxes/rates/${body.data.id}`, bodyOf(taxRates, { rate: 2 }))).status).toBe(200)
})

test.each(['running replays', 'running job runs'])('paused %s do not count until they resume', async (name) => {
  const { store } = clients
  const kind = KINDS[name] as Kind
  const prepared = (await kind.prepare?.(store)) ?? {}
  const { body } = await kind.create(store, 'first', prepared)
  const at =
    name === 'running replays' ? `/v2/integrations/${prepared.integration}/replays` : '/v2/integrations/job-runs'
  const change = (what: string) => store.post(`${at}/${body.data.id}/${what}`)
  await fillTo(kind.max, kind, store.store_id)
  expect((await change('pause')).status).toBe(200)
  expect((await kind.create(store, 'second', prepared)).status).toBe(201)
  const refused = await change('resume')
  expect([refused.status, refused.body.errors]).toMatchObject([409, [{ detail: kind.message }]])
  expect((await change('cancel')).status).toBe(200)
})

test('an organization has at most 1,000 stores by the API', async () => {
  const { organization } = clients
  const { organization_id } = organization
  const create = (scope: string) => organization.post('/v2/stores', { data: { type: 'store', name: scope, scope } })
  await sql(
    `insert into stores (id, organization_id, name, scope, created_at, updated_at)
     select gen_random_uuid(), $1::uuid, 'n', 'n' || n || '-' || $1::uuid, now(), now() from generate_series(3, 1000) as n`,
    [organization_id],
  )
  const scopes = ['a', 'b'].map((name) => `${name}-${organization_id}`)
  expect((await Promise.all(scopes.map(create))).map(({ status }) => status).toSorted()).toEqual([201, 409])
  const refused = await create(`c-${organization_id}`)
  expect([refused.status, refused.body.errors]).toMatchObject([
    409,
    [
      {
        detail:
          'An organization has at most 1,000 stores. The operator of the server can create more with `tidings stores create`.',
      },
    ],
  ])
})
