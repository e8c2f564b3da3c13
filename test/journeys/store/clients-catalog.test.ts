import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Answered, type Client, send } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, createAssortment, eventsOf, make, publish } from '../../support/store/catalogs.ts'
import { join, makeMember, makePerson } from '../../support/store/people.ts'

// Requests about catalogs by clients written for other servers of this API.

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const PASSWORD = 'correct horse battery'

let stage: Stage
let seller: Client
let shopper: Client
let assortment: Assortment
let below: string
let product: string
beforeAll(async () => {
  stage = await openStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
  assortment = await createAssortment(seller, { LAMP: 4900, RUG: 2800 })
  const path = `/hierarchies/${assortment.hierarchy}/nodes`
  below = (await make(seller, path, 'node', { name: 'Desk lamps', parent_id: assortment.node })).id
  await make(seller, path, 'node', { name: 'Before', parent_id: assortment.node, sort_order: -1 })
  product = await addProduct(seller, { ...assortment, node: below }, { sku: 'DESK' })
  await publish(seller, assortment.catalog)
})
afterAll(() => stage.close())

/** Sends a request below a prefix that the published document omits. */
function get(path: string, client: Client = shopper): Promise<Answered> {
  return send(`${stage.app.origin}${path}`, 'GET', undefined, { authorization: `Bearer ${client.token}` })
}

const read = async (path: string, client: Client = seller) => {
  const { status, body } = await client.get(path)
  expect([status, body.errors]).toEqual([200, undefined])
  return body
}
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
const refusal = ({ status, body }: Answered) => [status, body.errors?.[0]?.source?.pointer, body.errors?.[0]?.detail]

describe('the catalog of a shopper', () => {
  test.each(['/catalog', '/v2/catalog', '/pcm/catalog'])('is at %s, with matching links', async (prefix) => {
    const { status, body, headers } = await get(prefix)
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    const known = { authorization: `Bearer ${shopper.token}`, 'if-none-match': headers.get('etag') ?? '' }
    expect((await send(stage.app.origin + prefix, 'GET', undefined, known)).status).toBe(304)
    const self = `${stage.app.origin}${prefix}`
    expect(body.data).toMatchObject({
      type: 'catalog-release',
      attributes: {
        name: 'Spring',
        catalog_id: assortment.catalog,
        hierarchies: [{ id: assortment.hierarchy, label: 'Lighting' }],
      },
      links: { self },
      meta: { release_status: 'PUBLISHED' },
    })
    expect(body.data.attributes).not.toHaveProperty('description')
    for (const path of [
      'products',
      'hierarchies',
      'nodes',
      `hierarchies/${assortment.hierarchy}/nodes`,
      `hierarchies/${assortment.hierarchy}/children`,
      `hierarchies/${assortment.hierarchy}/products`,
      `nodes/${assortment.node}/children`,
      `nodes/${assortment.node}/products`,
      `nodes/${assortment.node}/relationships/products`,
      `nodes/${assortment.node}/relationships/children`,
    ]) {
      const list = await get(`${prefix}/${path}?page[limit]=1&page[total_method]=exact`)
      expect([path, list.status, list.body.data.length]).toEqual([path, 200, 1])
      expect(list.body.meta.results.total).toBeGreaterThan(0)
      expect(list.body.links.current).toBe(`${self}/${path}?page[total_method]=exact&page[offset]=0&page[limit]=1`)
      const [first] = list.body.data
      expect((await get(first.links.self.slice(stage.app.origin.length))).status).toBe(200)
      expect(first.links.self.startsWith(`${self}/`)).toBe(true)
    }
  })

  test('lists children in order and products, also at relationship URLs', async () => {
    const top = await read(`/v2/catalog/hierarchies/${assortment.hierarchy}/children`, shopper)
    expect(idsOf(top)).toEqual([assortment.node])
    expect(top.data[0].attributes).toMatchObject({ created_at: expect.any(String), updated_at: expect.any(String) })
    const children = await read(`/v2/catalog/nodes/${assortment.node}/children`, shopper)
    expect(children.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)).toEqual([
      'Before',
      'Desk lamps',
    ])
    const related = (path: string) => read(`/v2/catalog/nodes/${path}`, shopper)
    expect((await related(`${assortment.node}/relationships/children`)).data).toEqual(children.data)
    const products = await related(`${below}/relationships/products`)
    expect(idsOf(products)).toEqual([product])
    expect(products.data).toEqual((await related(`${below}/products`)).data)
    for (const path of ['children', 'relationships/children', 'relationships/products']) {
      expect((await shopper.get(`/v2/catalog/nodes/${UNKNOWN_ID}/${path}`)).status).toBe(404)
      expect((await shopper.get(`/v2/catalog/nodes/${below}/${path}?sort=nothing`)).status).toBe(400)
    }
    expect((await shopper.get(`/v2/catalog/hierarchies/${UNKNOWN_ID}/children`)).status).toBe(404)
    const { shopper: stranger } = await stage.tenant()
    expect((await stranger.get('/v2/catalog')).status).toBe(404)
  })

  test.each(['', '/v2', '/pcm'])('is also readable by sellers below %s/catalogs/C/releases/R', async (prefix) => {
    const { data } = (await get(`${prefix}/catalogs/${assortment.catalog}/releases/latest`, seller)).body
    for (const release of [data.id, 'latest']) {
      const at = `${prefix}/catalogs/${assortment.catalog}/releases/${release}`
      const { body } = await get(`${at}/nodes/${assortment.node}/children?filter=eq(name,Before)`, seller)
      expect(body.data[0].links.self).toBe(`${stage.app.origin}${at}/nodes/${body.data[0].id}`)
      const listed = await get(`${at}/nodes/${below}/relationships/products`, seller)
      expect(idsOf(listed.body)).toEqual([product])
    }
  })
})

describe('a catalog rule', () => {
  const post = (attributes: object) =>
    seller.post('/v2/catalogs/rules', {
      data: { type: 'catalog_rule', attributes: { name: 'Trade', catalog_id: assortment.catalog, ...attributes } },
    })
  const account = '0199F3A0-7C00-7000-8000-00000000000A'

  test('accepts account_ids and customer_ids for accounts and customers', async () => {
    const made = await post({ account_ids: [account], customer_ids: [UNKNOWN_ID] })
    const lists = { accounts: [account.toLowerCase()], customers: [UNKNOWN_ID] }
    const shown = { ...lists, account_ids: lists.accounts, customer_ids: lists.customers, pricebook_ids: [] }
    expect([made.status, made.body.data.attributes]).toMatchObject([201, shown])
    const path = `/v2/catalogs/rules/${made.body.data.id}`
    const found = await read(`/v2/catalogs/rules?filter=contains(account_ids,${lists.accounts[0]})`)
    expect(idsOf(found)).toEqual([made.body.data.id])
    const back = await seller.put(path, { data: made.body.data })
    expect([back.status, back.body.data.attributes]).toMatchObject([200, shown])
    const update = await seller.put(path, { data: { attributes: { account_ids: [] } } })
    expect(update.body.data.attributes).toMatchObject({ accounts: [], account_ids: [], customers: [UNKNOWN_ID] })
    const differing = await post({ accounts: [], account_ids: [account] })
    expect(refusal(differing)).toEqual([
      422,
      '/data/attributes/account_ids',
      'data.attributes.account_ids must be the same as accounts, of which it is an alias: change only one of them.',
    ])
    const both = { accounts: [account], account_ids: [], customers: [], customer_ids: [UNKNOWN_ID] }
    const changed = await seller.put(path, { data: { attributes: both } })
    const after = { accounts: [account.toLowerCase()], customers: [] }
    expect([changed.status, changed.body.data.attributes]).toMatchObject([200, after])
    expect((await seller.delete(path)).status).toBe(200)
  })

  test('reads times without a zone as UTC', async () => {
    const schedules = [{ valid_from: '2026-01-01T00:00:00', valid_to: '2026-02-01T00:00:00+01:00' }]
    const made = await post({ schedules })
    expect([made.status, made.body.data.attributes.schedules]).toEqual([
      201,
      [{ valid_from: '2026-01-01T00:00:00.000Z', valid_to: '2026-01-31T23:00:00.000Z' }],
    ])
    expect((await seller.delete(`/v2/catalogs/rules/${made.body.data.id}`)).status).toBe(200)
    expect((await post({ schedules: [{ valid_from: 'soon', valid_to: 'later' }] })).status).toBe(422)
  })

  test('rejects price books with an explanation', async () => {
    const refused = await post({ pricebook_ids: [{ id: assortment.book, priority: 1 }] })
    expect(refusal(refused)).toEqual([
      422,
      '/data/attributes/pricebook_ids',
      expect.stringContaining('create a catalog'),
    ])
  })

  test('matches only accounts with one of its account_tag_ids', async () => {
    const tag = '0199f3a0-7c00-7000-8000-0000000000aa'
    const { store, shopper: anonymous } = await stage.tenant()
    const own = await createAssortment(store, { TAGGED: 100 })
    await publish(store, own.catalog)
    const rule = await make(store, '/catalogs/rules', 'catalog_rule', {
      name: 'Trade',
      catalog_id: own.catalog,
      account_tag_ids: [tag.toUpperCase()],
    })
    expect(rule.attributes).toMatchObject({ account_tag_ids: [tag] })
    const person = await makePerson(store, PASSWORD)
    const { body } = await store.get(person.sign_in)
    const { account: id } = await join(store, await makeMember(store, person))
    const proof = { authentication_mechanism: 'password', password: PASSWORD, username: body.data.username }
    const { password_profile_id } = person
    const login = { data: { type: 'account_management_authentication_token', password_profile_id, ...proof } }
    const { data: tokens } = (await anonymous.post('/v2/account-members/tokens', login)).body
    const as = { 'x-account-token': tokens[0].token }
    const statuses = async () => [
      (await anonymous.get('/v2/catalog')).status,
      (await anonymous.call('GET', '/v2/catalog', undefined, as)).status,
    ]
    expect(await statuses()).toEqual([404, 404])
    const { body: tagged } = await store.put(`/v2/accounts/${id}`, {
      data: { type: 'account', account_tag_ids: [UNKNOWN_ID, tag] },
    })
    expect(tagged.data.account_tag_ids).toEqual([UNKNOWN_ID, tag])
    expect(await statuses()).toEqual([404, 200])
  })
})

test('a catalog accepts pricebook_ids and hierarchies for pricebooks and hierarchy_ids', async () => {
  const pricebook_ids = [{ priority: 1, id: assortment.book }]
  const attributes = { name: 'Autumn', pricebook_ids, hierarchies: [assortment.hierarchy] }
  const made = await seller.post('/v2/catalogs', { data: { type: 'catalog', attributes } })
  const shown = { ...attributes, pricebooks: pricebook_ids, hierarchy_ids: [assortment.hierarchy] }
  const times = { created_at: expect.any(String), updated_at: expect.any(String) }
  expect([made.status, made.body.data.attributes]).toMatchObject([201, { ...shown, ...times }])
  const back = await seller.put(`/v2/catalogs/${made.body.data.id}`, { data: made.body.data })
  expect([back.status, back.body.data]).toEqual([200, made.body.data])
  const missing = await seller.post('/v2/catalogs', {
    data: { attributes: { name: 'X', pricebook_ids: [{ priority: 1, id: UNKNOWN_ID }], hierarchies: [UNKNOWN_ID] } },
  })
  const places = missing.body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
  expect([missing.status, places]).toEqual([
    422,
    ['/data/attributes/hierarchies/0', '/data/attributes/pricebook_ids/0/id'],
  ])
  expect(missing.body.errors[1].detail).toMatch(/^data\.attributes\.pricebook_ids\./)
  const differing = await seller.put(`/v2/catalogs/${made.body.data.id}`, {
    data: { attributes: { hierarchies: [], hierarchy_ids: [UNKNOWN_ID] } },
  })
  expect(refusal(differing)[1]).toBe('/data/attributes/hierarchies')
  expect((await seller.delete(`/v2/catalogs/${made.body.data.id}`)).status).toBe(200)
})

test('price books, hierarchies and nodes have their creation and update times among the attributes', async () => {
  const paths = [
    `/pricebooks/${assortment.book}`,
    `/hierarchies/${assortment.hierarchy}`,
    `/catalogs/${assortment.catalog}`,
  ]
  for (const path of [...paths, `/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}`]) {
    const { data } = await read(`/v2${path}`)
    expect(data.attributes).toMatchObject(data.meta.timestamps)
  }
})

describe('the tree of a hierarchy', () => {
  type Shown = {
    id: string
    attributes: { name: string; description: string; slug: string }
    relationships: { parent?: { data: { type: string; id: string } } }
    meta: { sort_order: number }
  }
  let tree: string
  const node = (id: string) => `/v2/hierarchies/${tree}/nodes/${id}`
  const add = async (name: string, parent?: string, sort_order = 0) => {
    const relationships = parent === undefined ? {} : { parent: { data: { type: 'node', id: parent } } }
    const data = { type: 'node', attributes: { name }, relationships, meta: { sort_order } }
    const { status, body } = await seller.post(`/v2/hierarchies/${tree}/nodes`, { data })
    expect([status, body.data?.attributes.parent_id]).toEqual([201, parent ?? null])
    return body.data.id as string
  }
  const parents = (list: { data: Shown[] }) => {
    const names = new Map(list.data.map(({ id, attributes }) => [id, attributes.name]))
    return list.data
      .map(({ attributes, relationships, meta }) => {
        const above = names.get(relationships.parent?.data.id ?? '') ?? '-'
        return `${above} > ${attributes.name} ${meta.sort_order}`
      })
      .sort()
  }
  beforeAll(async () => {
    tree = (await make(seller, '/hierarchies', 'hierarchy', { name: 'Tree', description: 'Of nodes' })).id
  })

  test('equals another tree of 22 nodes when created from its response', async () => {
    const top = [await add('A'), await add('B')]
    for (const above of top) {
      for (let index = 0; index < 5; index += 1) await add(`of ${index}`, await add(`${index}`, above, index), -index)
    }
    const exported = await read(`/v2/hierarchies/${tree}/nodes?sort=id&page[limit]=100`)
    expect(exported.data).toHaveLength(22)
    const original = tree
    tree = (await make(seller, '/hierarchies', 'hierarchy', { name: 'Imported' })).id
    const ids = new Map<string, string>()
    for (const { id, attributes, relationships, meta } of exported.data as Shown[]) {
      const parent = ids.get(relationships.parent?.data.id ?? '')
      ids.set(id, await add(attributes.name, parent, meta.sort_order))
    }
    const imported = await read(`/v2/hierarchies/${tree}/nodes?sort=id&page[limit]=100`)
    expect(parents(imported)).toEqual(parents(exported))
    const copy = await seller.post(`/v2/hierarchies/${original}/duplicate`)
    expect([copy.status, copy.body.data.attributes]).toMatchObject([
      201,
      { name: 'Copy of Tree', description: 'Of nodes', slug: '' },
    ])
    const copied = await read(`/v2/hierarchies/${copy.body.data.id}/nodes?page[limit]=100`)
    expect(parents(copied)).toEqual(parents(exported))
    expect((await read(`/v2/hierarchies/${tree}/children`)).meta.results.total).toBe(2)
  })

  test('changes by relationships.parent of a node, and at its relationship URL', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const move = (data: object) => seller.put(node(two), { data: { type: 'node', ...data } })
    const parent = { data: { type: 'node', id: one } }
    expect((await move({ relationships: { parent } })).body.data).toMatchObject({
      attributes: { parent_id: one },
      relationships: { parent },
    })
    expect((await move({ attributes: { name: 'Deux' } })).body.data.attributes.parent_id).toBe(one)
    expect((await move({ relationships: { parent: { data: null } } })).body.data.attributes.parent_id).toBe(null)
    const wrong = await move({ relationships: { parent: { data: { type: 'node', id: UNKNOWN_ID } } } })
    expect(refusal(wrong).slice(0, 2)).toEqual([422, '/data/relationships/parent/data/id'])
    const changed = await move({ relationships: { parent }, attributes: { parent_id: null } })
    expect(changed.body.data).toMatchObject({ attributes: { parent_id: one }, relationships: { parent } })
    const back = await move({ relationships: { parent }, attributes: { parent_id: null } })
    expect(back.body.data.attributes.parent_id).toBe(null)
    const differing = await move({ relationships: { parent }, attributes: { parent_id: UNKNOWN_ID } })
    expect(refusal(differing).slice(0, 2)).toEqual([422, '/data/relationships/parent/data'])
    const order = await move({ meta: { sort_order: 4 }, attributes: { sort_order: 5 } })
    expect(refusal(order).slice(0, 2)).toEqual([422, '/data/meta/sort_order'])

    const address = `${node(two)}/relationships/parent`
    const put = await seller.put(address, { data: { type: 'node', id: one } })
    expect([put.status, put.body.data.relationships.parent]).toEqual([200, parent])
    const circle = await seller.put(`${node(one)}/relationships/parent`, { data: { type: 'node', id: two } })
    expect(refusal(circle).slice(0, 2)).toEqual([422, '/data/id'])
    expect((await seller.put(address, { data: { type: 'node', id: UNKNOWN_ID } })).status).toBe(422)
    const removed = await seller.delete(address)
    expect([removed.status, removed.body.data.attributes.parent_id]).toEqual([200, null])
    expect((await seller.delete(`${node(UNKNOWN_ID)}/relationships/parent`)).status).toBe(404)
  })

  test('changes by the children of a node', async () => {
    const [above, one, two, three] = [await add('Above'), await add('1'), await add('2'), await add('3')]
    const address = `${node(above)}/relationships/children`
    const data = [
      { type: 'node', id: two, meta: { sort_order: 2 } },
      { type: 'node', id: one },
    ]
    const added = await seller.post(address, { data })
    expect([added.status, added.body.data]).toEqual([201, data])
    expect((await read(address)).data).toEqual([one, two].map((id) => ({ type: 'node', id })))
    expect(idsOf(await read(`${node(above)}/children?sort=-sort_order`))).toEqual([two, one])
    expect((await seller.put(address, { data: [{ type: 'node', id: three }] })).status).toBe(200)
    expect(idsOf(await read(address))).toEqual([three])
    expect((await read(node(one))).data.attributes.parent_id).toBe(null)
    const removed = await seller.call('DELETE', address, { data: [three, one].map((id) => ({ type: 'node', id })) })
    expect([removed.status, (await read(address)).data]).toEqual([200, []])

    await seller.post(address, { data: [{ id: one }] })
    const lower = `${node(one)}/relationships/children`
    const wrong = await seller.post(lower, { data: [{ id: two }, { id: above }, { id: UNKNOWN_ID }] })
    expect(wrong.body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)).toEqual([
      '/data/1/id',
      '/data/2/id',
    ])
    expect((await read(lower)).data).toEqual([])
    expect((await seller.put(lower, { data: [{ id: above }] })).status).toBe(422)
    const gone = `${node(UNKNOWN_ID)}/relationships/children`
    expect((await seller.call('DELETE', gone, { data: [] })).status).toBe(404)
    for (const path of [gone, `${node(UNKNOWN_ID)}/children`, `/v2/hierarchies/${UNKNOWN_ID}/children`])
      expect((await seller.get(path)).status).toBe(404)
  })
})

describe('products and nodes', () => {
  test('the products of a node are replaced', async () => {
    const { id: spare } = await make(seller, `/hierarchies/${assortment.hierarchy}/nodes`, 'node', { name: 'Spare' })
    const address = `/v2/hierarchies/${assortment.hierarchy}/nodes/${spare}/relationships/products`
    const [lamp = '', rug = ''] = [assortment.skus.get('LAMP'), assortment.skus.get('RUG')]
    expect((await seller.post(address, { data: [{ type: 'product', id: lamp }] })).status).toBe(201)
    expect((await seller.put(address, { data: [{ type: 'product', id: rug }] })).status).toBe(200)
    expect(idsOf(await read(address))).toEqual([rug])
    expect((await seller.put(address, { data: [{ type: 'product', id: UNKNOWN_ID }] })).status).toBe(422)
    expect(idsOf(await read(address))).toEqual([rug])
    expect(idsOf(await read(`/v2/products/${rug}/nodes?sort=name`))).toEqual([assortment.node, spare])
    expect((await seller.get(`/v2/products/${UNKNOWN_ID}/nodes`)).status).toBe(404)
  })

  test('all products that match a filter are attached to nodes and detached', async () => {
    const path = `/hierarchies/${assortment.hierarchy}/nodes`
    const [one, two] = await Promise.all(['X', 'Y'].map((name) => make(seller, path, 'node', { name })))
    const node_ids = [one?.id, two?.id]
    const listed = async (id?: string) => idsOf(await read(`/v2${path}/${id}/products?sort=id`)).sort()
    const attach = (data: object) => seller.post('/v2/products/attach_nodes', { data })
    const attached = await attach({ filter: 'in(sku,LAMP,RUG)', node_ids })
    expect([attached.status, attached.body]).toEqual([200, { meta: { results: { total: 2 } } }])
    const both = [assortment.skus.get('LAMP'), assortment.skus.get('RUG')].sort()
    expect([await listed(one?.id), await listed(two?.id)]).toEqual([both, both])
    const detached = await seller.post('/v2/products/detach_nodes', { data: { filter: 'eq(sku,LAMP)', node_ids } })
    expect([detached.status, detached.body]).toEqual([200, { meta: { results: { total: 1 } } }])
    expect(await listed(two?.id)).toEqual([assortment.skus.get('RUG')])
    const missing = await attach({ filter: 'eq(sku,LAMP)', node_ids: [one?.id, UNKNOWN_ID] })
    expect(refusal(missing).slice(0, 2)).toEqual([422, '/data/node_ids/1'])
    for (const filter of ['eq(color,red)', 'eq(sku', ' '])
      expect(refusal(await attach({ filter, node_ids })).slice(0, 2)).toEqual([422, '/data/filter'])
    expect(await listed(one?.id)).toEqual([assortment.skus.get('RUG')])
    expect(
      (await seller.post('/v2/products/detach_nodes', { data: { filter: 'eq(sku,A)', node_ids: [] } })).status,
    ).toBe(422)
  })
})

test('attaching over 10,000 products or copying over 10,000 nodes is rejected', async () => {
  const { db } = stage.database
  const { store } = await stage.tenant()
  const { hierarchy, node } = await createAssortment(store, {})
  await query(
    db,
    `insert into products
     select $1, gen_random_uuid(), 1, now(), 'MANY-' || n, 'Many', '', '', 'draft', 'physical', '', '[]', '{}', '{}',
            null, 0, null, '{}', '' from generate_series(1, 10001) as n`,
    [store.store_id],
  )
  const selection = { filter: 'like(sku,MANY-*)', node_ids: [node] }
  const refused = await store.post('/v2/products/attach_nodes', { data: selection })
  expect(refusal(refused)).toEqual([422, '/data/filter', expect.stringContaining('at most 10000 products')])
  const one = { ...selection, filter: 'in(sku,MANY-1,MANY-10001)' }
  expect((await store.post('/v2/products/attach_nodes', { data: one })).body.meta.results.total).toBe(2)
  await query(
    db,
    `insert into nodes select $1, gen_random_uuid(), 1, now(), $2, $3, 'Many', '', '', 0 from generate_series(1, 10000)`,
    [store.store_id, hierarchy, node],
  )
  const copied = await store.post(`/v2/hierarchies/${hierarchy}/duplicate`)
  expect(refusal(copied)).toEqual([409, undefined, expect.stringContaining('more than 10000 nodes')])
  expect((await store.get('/v2/hierarchies')).body.data).toHaveLength(1)
})

test('a hierarchy is copied by a polled job, with the products of its nodes on request', async () => {
  const attributes = { name: 'Twin', description: 'The other', include_products: true }
  const created = await seller.post(`/v2/hierarchies/${assortment.hierarchy}/duplicate_job`, { data: { attributes } })
  expect([created.status, created.body.data]).toMatchObject([201, { type: 'job', attributes: { status: 'success' } }])
  const job = (await read(`/v2/jobs/${created.body.data.id}`)).data
  expect(job).toEqual(created.body.data)
  expect(job).toMatchObject({ status: 'complete', what: 'hierarchy-duplicate', file_size: 0 })
  const { id } = job.relationships.hierarchy.data
  expect((await read(`/v2/hierarchies/${id}`)).data.attributes).toMatchObject({
    name: 'Twin',
    description: 'The other',
  })
  const [original, copy] = await Promise.all(
    [assortment.hierarchy, id].map((one) => read(`/v2/hierarchies/${one}/products?sort=id`)),
  )
  expect(idsOf(copy)).toEqual(idsOf(original))
  expect((await seller.get(`/v2/jobs/${job.id}/file`)).status).toBe(404)
  const plain = await seller.post(`/v2/hierarchies/${assortment.hierarchy}/duplicate`, {})
  expect(idsOf(await read(`/v2/hierarchies/${plain.body.data.id}/products`))).toEqual([])
  const long = await make(seller, '/hierarchies', 'hierarchy', { name: '\u{1F9F6}'.repeat(255) })
  const cut = await seller.post(`/v2/hierarchies/${long.id}/duplicate`)
  expect(cut.body.data.attributes.name).toBe(`Copy of ${'\u{1F9F6}'.repeat(247)}`)
  for (const path of ['duplicate', 'duplicate_job'])
    expect((await seller.post(`/v2/hierarchies/${UNKNOWN_ID}/${path}`)).status).toBe(404)
  const { status } = await seller.post('/v2/jobs', { data: { type: 'job', what: 'hierarchy-duplicate' } })
  expect(status).toBe(422)
})

test('all releases of a catalog are deleted at once, with an event for each', async () => {
  const own = await createAssortment(seller, { GONE: 100 })
  const releases = [await publish(seller, own.catalog), await publish(seller, own.catalog)]
  const path = `/v2/catalogs/${own.catalog}/releases`
  const deleted = await seller.delete(path)
  expect([deleted.status, deleted.body]).toEqual([204, null])
  expect((await read(path)).data).toEqual([])
  for (const { id } of releases) {
    const emitted = await eventsOf(seller, 'catalog-release', id)
    expect(emitted.at(-1)).toMatchObject({
      triggered_by: 'catalog-release.deleted',
      payload: { type: 'catalog-release', id },
    })
  }
  expect((await seller.delete(path)).status).toBe(204)
  expect((await seller.delete(`/v2/catalogs/${UNKNOWN_ID}/releases`)).status).toBe(404)
  expect((await seller.delete(`/v2/catalogs/${own.catalog}`)).status).toBe(200)
})

test('covers a success and a failure of every operation on node trees', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Node trees')).toEqual([])
})
