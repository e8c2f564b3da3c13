import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, make, place, publish } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'

// Positions of products and categories, from which storefronts for other servers build breadcrumbs.

let stage: Stage
let tenant: Awaited<ReturnType<Stage['openTenant']>>
let tree: { hierarchy: string; lamps: string; desk: string; product: string; catalog: string; release: string }
beforeAll(async () => {
  stage = await openSharedStage()
  tenant = await stage.openTenant()
  const { store } = tenant
  const assortment = await createAssortment(store, { OAK: 100 })
  const { hierarchy, catalog, node: lamps } = assortment
  const locales = { 'fr-FR': { name: 'Bureau' } }
  const under = { name: 'Desk', slug: 'desk', parent_id: lamps, locales }
  const { id: desk } = await make(store, `/hierarchies/${hierarchy}/nodes`, 'node', under)
  const product = assortment.skus.get('OAK') ?? ''
  expectStatus(await place(store, { hierarchy, node: desk }, [product]), 201)
  tree = { hierarchy, lamps, desk, product, catalog, release: (await publish(store, catalog)).id }
})
afterAll(() => stage.close())

/** Each catalog URL with its reader. */
function catalogs() {
  const { store, shopper } = tenant
  const releases = `/catalogs/${tree.catalog}/releases`
  return [
    [shopper, '/v2/catalog'],
    [store, `/v2${releases}/${tree.release}`],
    [store, `/v2${releases}/latest`],
  ] as const
}

describe('the nodes of a product and their ancestors', () => {
  test('are in every list, single read and search', async () => {
    const { hierarchy, lamps, desk, product } = tree
    const meta = {
      bread_crumbs: { [lamps]: [hierarchy], [desk]: [hierarchy, lamps] },
      bread_crumb_nodes: [lamps, desk],
    }
    for (const [client, path] of catalogs()) {
      expect(expectStatus(await client.get(`${path}/products/${product}`), 200).body.data).toMatchObject({ meta })
      for (const list of [
        'products',
        'products?filter=eq(sku,OAK)&include=main_image',
        `nodes/${desk}/products`,
        `nodes/${lamps}/relationships/products`,
        `hierarchies/${hierarchy}/products`,
      ])
        expect(expectStatus(await client.get(`${path}/${list}`), 200).body.data).toMatchObject([{ meta }])
    }
    const sent = { searches: [{ type: 'search', q: 'oak' }] }
    const { results } = expectStatus(await tenant.shopper.post('/v2/catalog/multi-search', sent), 200).body
    expect(results[0].hits).toMatchObject([{ document: { meta } }])
  })

  test('can be read by their ids in one request', async () => {
    const { data } = (await tenant.shopper.get(`/v2/catalog/products/${tree.product}`)).body
    const [node] = data.meta.bread_crumb_nodes.toReversed()
    const ids = [node, ...data.meta.bread_crumbs[node]]
    const { body } = expectStatus(await tenant.shopper.get(`/v2/catalog/nodes?filter=in(id,${ids})`), 200)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([tree.lamps, tree.desk])
  })
})

describe('breadcrumbs and has_children of a category', () => {
  test('are returned at every URL', async () => {
    const { hierarchy, lamps, desk } = tree
    const crumbs = [
      { id: hierarchy, name: 'Lighting', slug: '' },
      { id: lamps, name: 'Lamps', slug: '' },
      { id: desk, name: 'Desk', slug: 'desk' },
    ]
    const root = { breadcrumbs: crumbs.slice(0, 1), has_children: true }
    const parent = { bread_crumb: [hierarchy], breadcrumbs: crumbs.slice(0, 2), has_children: true }
    const leaf = { bread_crumb: [hierarchy, lamps], breadcrumbs: crumbs, has_children: false }
    for (const [client, path] of catalogs())
      for (const [address, shown] of [
        ['hierarchies', [root]],
        [`hierarchies/${hierarchy}`, root],
        [`hierarchies/${hierarchy}/children`, [parent]],
        [`hierarchies/${hierarchy}/nodes`, [parent, leaf]],
        ['nodes', [parent, leaf]],
        [`nodes/${desk}`, leaf],
        [`nodes/${lamps}/relationships/children`, [leaf]],
      ] as const) {
        const { data } = expectStatus(await client.get(`${path}/${address}`), 200).body
        const metas = Array.isArray(data) ? data.map(({ meta }) => meta) : data.meta
        expect(metas).toMatchObject(shown)
      }
  })

  test('are in the language of the shopper', async () => {
    const headers = { 'accept-language': 'fr' }
    const path = `/v2/catalog/nodes/${tree.desk}`
    const response = expectStatus(await tenant.shopper.call('GET', path, undefined, headers), 200)
    const { attributes, meta } = response.body.data
    const names = meta.breadcrumbs.map(({ name }: { name: string }) => name)
    expect([attributes.name, names]).toEqual(['Bureau', ['Lighting', 'Lamps', 'Bureau']])
    expect(response.headers.get('content-language')).toBe('fr-FR, en')
  })
})

test('a release being copied has the breadcrumbs of its published form', async () => {
  const { store } = tenant
  const requested = expectStatus(await store.post(`/v2/catalogs/${tree.catalog}/releases`, {}), 201).body.data
  const path = `/v2/catalogs/${tree.catalog}/releases/${requested.id}`
  for (let status = ''; status !== 'PUBLISHED'; ) {
    expectStatus(await store.get(`${path}/products`), 200)
    status = (await store.get(path)).body.data.meta.release_status
  }
  const { data } = expectStatus(await store.get(`${path}/products/${tree.product}`), 200).body
  expect(data.meta.bread_crumbs).toEqual({ [tree.lamps]: [tree.hierarchy], [tree.desk]: [tree.hierarchy, tree.lamps] })
})
