import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'

const RUNS = lawRuns(4)

let stage: Stage
let seller: Client
let other: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  other = (await stage.openTenant()).store
})
afterAll(() => stage.close())

type Changed = {
  id: string
  type: string
  attributes: { change: string; label: string; name: string; members: string[] }
}

async function previewOf(catalog: string, query = '?first=100') {
  return expectStatus(await seller.get(`/v2/catalogs/${catalog}/releases/preview${query}`), 200).body.data
}

const briefly = (changes: readonly Changed[]) =>
  changes.map(({ type, id, attributes }) => `${type} ${id} ${attributes.change} ${attributes.label}`).sort()

let named = 0

/** Changes of the working state, which may or may not differ from the last release. */
const STEPS = {
  rename: ({ lamp }, word) => change(seller, `/products/${lamp.id}`, 'product', { name: `Lamp ${word}` }),
  reprice: ({ book, price }, word) =>
    change(seller, `/pricebooks/${book}/prices/${price}`, 'product-price', {
      currencies: { USD: { amount: word.length } },
    }),
  draft: ({ lamp }, word) =>
    change(seller, `/products/${lamp.id}`, 'product', { status: word === 'a' ? 'draft' : 'live' }),
  renameNode: ({ hierarchy, node }, word) =>
    change(seller, `/hierarchies/${hierarchy}/nodes/${node}`, 'node', { name: `Node ${word}` }),
  describe: ({ hierarchy }, word) => change(seller, `/hierarchies/${hierarchy}`, 'hierarchy', { description: word }),
  add: async (state) => {
    named += 1
    return addProduct(seller, state, { sku: `ADDED-${named}` })
  },
  addNode: ({ hierarchy }, word) => make(seller, `/hierarchies/${hierarchy}/nodes`, 'node', { name: `New ${word}` }),
  remove: ({ node, hierarchy, rug }) =>
    seller.call('DELETE', `/v2/hierarchies/${hierarchy}/nodes/${node}/relationships/products`, {
      data: [{ type: 'product', id: rug }],
    }),
} satisfies Record<string, (state: State, word: string) => Promise<unknown>>

type State = Assortment & { lamp: { id: string }; rug: string; price: string }

async function newAssortment(): Promise<State> {
  named += 1
  const [lamp, rug] = [`LAMP-${named}`, `RUG-${named}`]
  const assortment = await createAssortment(seller, { [lamp]: 1000, [rug]: 2000 })
  const prices = expectStatus(await seller.get(`/v2/pricebooks/${assortment.book}/prices`), 200).body.data
  const price = prices.find(({ attributes }: { attributes: { sku: string } }) => attributes.sku === lamp).id
  return { ...assortment, lamp: { id: assortment.skus.get(lamp) ?? '' }, rug: assortment.skus.get(rug) ?? '', price }
}

test('a preview equals the delta of the release for any sequence of changes', {
  timeout: 120_000,
}, async () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])), fc.constantFrom('a', 'bb', 'ccc')),
    { maxLength: 5 },
  )
  const holds = fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 3 }), async (rounds) => {
    const state = await newAssortment()
    for (const round of rounds) {
      for (const [step, word] of round) await STEPS[step](state, word)
      const preview = await previewOf(state.catalog)
      const release = await publish(seller, state.catalog)
      const delta = `/v2/catalogs/${state.catalog}/releases/${release.id}/delta?page[limit]=100`
      const changes: Changed[] = expectStatus(await seller.get(delta), 200).body.data
      expect(briefly(preview.attributes.changes)).toEqual(briefly(changes))
      const { prices_updated: _, ...products } = preview.attributes.products
      expect(products).toEqual((release.meta.summary as { delta: object }).delta)
      expect(preview.meta).toMatchObject({ previous_release_id: release.meta.previous_release_id, complete: true })
      for (const { attributes } of preview.attributes.changes as Changed[])
        expect(attributes.members.length > 0).toBe(attributes.change === 'updated')
      expect((await previewOf(state.catalog)).attributes.changes).toEqual([])
    }
  })
  await fc.assert(holds, { numRuns: RUNS })
})

test('a preview counts the differences, and names the first with their changed members', async () => {
  const state = await newAssortment()
  const first = (await previewOf(state.catalog)).attributes
  expect([first.hierarchies.created, first.nodes.created, first.products.created]).toEqual([1, 1, 2])
  await publish(seller, state.catalog)
  await STEPS.rename(state, 'of brass')
  await STEPS.reprice(state, 'ccc')
  await STEPS.renameNode(state, 'b')
  for (let added = 0; added < 3; added += 1) await STEPS.add(state)
  const { attributes, meta } = await previewOf(state.catalog, '?first=2')
  expect(attributes.products).toEqual({ created: 3, updated: 1, deleted: 0, prices_updated: 1 })
  expect(attributes.nodes).toEqual({ created: 0, updated: 1, deleted: 0 })
  const of = (type: string, kind: string) =>
    (attributes.changes as Changed[]).filter((one) => one.type === type && one.attributes.change === kind)
  expect(of('product', 'created')).toHaveLength(2)
  expect(of('product', 'updated').map(({ id, attributes: { name, members } }) => ({ id, name, members }))).toEqual([
    { id: state.lamp.id, name: 'Lamp of brass', members: ['name', 'prices'] },
  ])
  expect(of('node', 'updated')[0]?.attributes.members).toEqual(['name'])
  expect(meta.complete).toBe(true)
})

test('a preview writes nothing', async () => {
  const state = await newAssortment()
  await previewOf(state.catalog)
  expect((await seller.get(`/v2/catalogs/${state.catalog}/releases`)).body.data).toEqual([])
})

test('an unpublishable preview explains why, and is hidden from other stores and shoppers', async () => {
  const state = await newAssortment()
  const path = `/v2/catalogs/${state.catalog}/releases/preview`
  expectStatus(await other.get(path), 404)
  expectStatus(await shopper.get(path), 403)
  expectStatus(await seller.get(`${path}?first=101`), 400)
  expectStatus(await change(seller, `/catalogs/${state.catalog}`, 'catalog', { hierarchy_ids: [] }), 200)
  const { body } = expectStatus(await seller.get(path), 409)
  const release = await publish(seller, state.catalog)
  expect(body.errors[0].detail).toBe(release.meta.release_message)
})

test('covers a success and a failure of the operation', () => {
  expect(unseen(stage.contract, ({ operationId }) => operationId === 'PreviewCatalogRelease')).toEqual([])
})
