import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answered, type Client, send } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { addProduct, make, makeShelf, publish, type Shelf } from '../../support/store/catalogs.ts'

// What clients send about catalogs that were written for other servers of this API, as they send it.

const NOBODY = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
let seller: Client
let shopper: Client
let shelf: Shelf
let below: string
let product: string
beforeAll(async () => {
  stage = await openStage()
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
  shelf = await makeShelf(seller, { LAMP: 4900, RUG: 2800 })
  const path = `/hierarchies/${shelf.hierarchy}/nodes`
  below = (await make(seller, path, 'node', { name: 'Desk lamps', parent_id: shelf.node })).id
  await make(seller, path, 'node', { name: 'Before', parent_id: shelf.node, sort_order: -1 })
  product = await addProduct(seller, { ...shelf, node: below }, { sku: 'DESK' })
  await publish(seller, shelf.catalog)
})
afterAll(() => stage.close())

/** A request below a prefix that the published document does not list. */
function get(path: string, client: Client = shopper): Promise<Answered> {
  return send(`${stage.app.origin}${path}`, 'GET', undefined, { authorization: `Bearer ${client.token}` })
}

const read = async (path: string, client: Client = seller) => {
  const { status, body } = await client.get(path)
  expect([status, body.errors]).toEqual([200, undefined])
  return body
}
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

describe('the catalog of a shopper', () => {
  test.each(['/catalog', '/v2/catalog', '/pcm/catalog'])('is at %s, with links that say so', async (prefix) => {
    const { status, body } = await get(prefix)
    expect(status).toBe(200)
    const self = `${stage.app.origin}${prefix}`
    expect(body.data).toMatchObject({
      type: 'catalog-release',
      attributes: {
        name: 'Spring',
        catalog_id: shelf.catalog,
        hierarchies: [{ id: shelf.hierarchy, label: 'Lighting' }],
      },
      links: { self },
      meta: { release_status: 'PUBLISHED' },
    })
    expect(body.data.attributes).not.toHaveProperty('description')
    for (const path of [
      'products',
      'hierarchies',
      'nodes',
      `hierarchies/${shelf.hierarchy}/nodes`,
      `hierarchies/${shelf.hierarchy}/children`,
      `hierarchies/${shelf.hierarchy}/products`,
      `nodes/${shelf.node}/children`,
      `nodes/${shelf.node}/products`,
      `nodes/${shelf.node}/relationships/products`,
      `nodes/${shelf.node}/relationships/children`,
    ]) {
      const list = await get(`${prefix}/${path}?page[limit]=1&page[total_method]=exact`)
      expect([path, list.status, list.body.data.length]).toEqual([path, 200, 1])
      expect(list.body.meta.results.total).toBeGreaterThan(0)
      expect(list.body.links.current).toBe(`${self}/${path}?page[total_method]=exact&page[offset]=0&page[limit]=1`)
      const [first] = list.body.data
      if (first.links !== undefined)
        expect((await get(first.links.self.slice(stage.app.origin.length))).status).toBe(200)
      if (first.links !== undefined) expect(first.links.self.startsWith(`${self}/`)).toBe(true)
    }
  })

  test('has children in their order, and the ids of them and of products', async () => {
    const top = await read(`/v2/catalog/hierarchies/${shelf.hierarchy}/children`, shopper)
    expect(idsOf(top)).toEqual([shelf.node])
    expect(top.data[0].attributes).toMatchObject({ created_at: expect.any(String), updated_at: expect.any(String) })
    const children = await read(`/v2/catalog/nodes/${shelf.node}/children`, shopper)
    expect(children.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)).toEqual([
      'Before',
      'Desk lamps',
    ])
    const ids = await read(`/v2/catalog/nodes/${shelf.node}/relationships/children`, shopper)
    expect(ids.data).toEqual(idsOf(children).map((id) => ({ type: 'node', id })))
    const products = await read(`/v2/catalog/nodes/${below}/relationships/products`, shopper)
    expect(products.data).toEqual([{ type: 'product', id: product }])
    for (const path of ['children', 'relationships/children', 'relationships/products']) {
      expect((await shopper.get(`/v2/catalog/nodes/${NOBODY}/${path}`)).status).toBe(404)
      expect((await shopper.get(`/v2/catalog/nodes/${below}/${path}?sort=nothing`)).status).toBe(400)
    }
    expect((await shopper.get(`/v2/catalog/hierarchies/${NOBODY}/children`)).status).toBe(404)
    const { shopper: stranger } = await stage.tenant()
    expect((await stranger.get('/v2/catalog')).status).toBe(404)
  })

  test.each(['', '/v2', '/pcm'])('is read by sellers below %s/catalogs/C/releases/R too', async (prefix) => {
    const { data } = (await get(`${prefix}/catalogs/${shelf.catalog}/releases/latest`, seller)).body
    for (const release of [data.id, 'latest']) {
      const at = `${prefix}/catalogs/${shelf.catalog}/releases/${release}`
      const { body } = await get(`${at}/nodes/${shelf.node}/children?filter=eq(name,Before)`, seller)
      expect(body.data[0].links.self).toBe(`${stage.app.origin}${at}/nodes/${body.data[0].id}`)
      const listed = await get(`${at}/nodes/${below}/relationships/products`, seller)
      expect(listed.body.data).toEqual([{ type: 'product', id: product }])
    }
  })
})
