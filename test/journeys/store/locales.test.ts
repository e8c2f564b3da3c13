import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { type Assortment, addProduct, change, createAssortment, make, publish } from '../../support/store/catalogs.ts'
import { expectStatus } from '../../support/store/shop.ts'
import { ofVariations } from '../../support/store/variations.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
type Json = any

const SPOON = {
  sku: 'SPOON',
  name: 'Spoon',
  locales: { fr: { name: 'Cuillère' } },
  definition: 'spoon',
  options: [
    {
      ...{ name: 'size', display_name: 'Size', value: 'l', display_value: 'Large' },
      locales: { fr: { display_name: 'Taille', display_value: 'Grande' } },
    },
  ],
}

let stage: Stage
let seller: Client
let buyer: Client
let assortment: Assortment
let path: string
beforeAll(async () => {
  stage = await openSharedStage()
  const { store, shopper } = await stage.tenant()
  ;[seller, buyer] = [store, shopper]
  assortment = await createAssortment(seller, {})
  path = `/products/${await addProduct(seller, assortment, SPOON)}`
  const node = `/hierarchies/${assortment.hierarchy}/nodes/${assortment.node}`
  const lamps = { locales: { fr: { name: 'Lampes' } }, description: 'To see' }
  expectStatus(await change(seller, node, 'node', lamps), 200)
  await publish(seller, assortment.catalog)
})
afterAll(() => stage.close())

describe('/v2/catalog', () => {
  const read = (path: string, accept?: string) =>
    buyer.call('GET', `/v2/catalog${path}`, undefined, accept === undefined ? {} : { 'accept-language': accept })
  const languageHeaders = ({ headers }: Answered) => [headers.get('content-language'), variesBy(headers)]
  const variesBy = (headers: Headers) => /Accept-Language/.exec(headers.get('vary') ?? '')?.[0] ?? null
  const first = async (accept?: string) => {
    const response = await read('/nodes', accept)
    const { name, description, locales } = response.body.data[0].attributes
    expect(locales).toEqual({ fr: { name: 'Lampes' } })
    return [name, description, ...languageHeaders(response)]
  }

  test('has texts in the languages of Accept-Language', async () => {
    expect(await first('fr-CA, en;q=0.5')).toEqual(['Lampes', 'To see', 'fr, en', 'Accept-Language'])
    expect(await first('en-GB, fr;q=0.5')).toEqual(['Lamps', 'To see', 'en', 'Accept-Language'])
    for (const accept of ['*', 'ru', undefined])
      expect(await first(accept)).toEqual(['Lamps', 'To see', 'en', 'Accept-Language'])
  })

  test('has translated options, in single reads and lists', async () => {
    const one = await read(path, 'fr')
    const shown = { name: 'Cuillère', options: [{ display_name: 'Taille', display_value: 'Grande', value: 'l' }] }
    expect([one.body.data.attributes, ...languageHeaders(one)]).toMatchObject([shown, 'fr', 'Accept-Language'])
    const list = await read('/products?filter=eq(sku,SPOON)', 'fr')
    expect(list.body.data).toEqual([one.body.data])
    const latest = `/v2/catalogs/${assortment.catalog}/releases/latest${path}`
    const stored = await seller.call('GET', latest, undefined, { 'accept-language': 'fr' })
    expect([stored.body.data.attributes.name, ...languageHeaders(stored)]).toEqual(['Spoon', null, null])
    const related = await read(`/nodes/${assortment.node}/relationships/products`, 'fr')
    expect([related.status, ...languageHeaders(related)]).toEqual([200, 'fr', 'Accept-Language'])
  })
})

describe('translations', () => {
  test('reach releases, deltas and copies of hierarchies from categories', async () => {
    const own = await createAssortment(seller, {})
    const delta = async () => {
      const { id } = await publish(seller, own.catalog)
      const { body } = await seller.get(`/v2/catalogs/${own.catalog}/releases/${id}/delta`)
      return body.data.map(({ type, attributes }: Json) => `${attributes.change} ${type}`).sort()
    }
    expect(await delta()).toEqual(['created hierarchy', 'created node'])
    expect(await delta()).toEqual([])
    const locales = { 'pt-BR': { name: 'Luzes', description: 'Para ver' } }
    const at = `/hierarchies/${own.hierarchy}`
    expectStatus(await change(seller, at, 'hierarchy', { locales }), 200)
    expectStatus(await change(seller, `${at}/nodes/${own.node}`, 'node', { locales }), 200)
    expect(await delta()).toEqual(['updated hierarchy', 'updated node'])
    expect(await delta()).toEqual([])
    const copy = expectStatus(await seller.post(`/v2${at}/duplicate`), 201).body.data
    const nodes = (await seller.get(`/v2/hierarchies/${copy.id}/nodes`)).body.data
    expect([copy, ...nodes].map(({ attributes }) => attributes.locales)).toEqual([locales, locales])
  })

  test('reach the options of built products from variations and options', async () => {
    const variation = { name: 'Glaze', locales: { fr: { name: 'Émail' } } }
    const { id } = await make(seller, '/variations', 'product-variation', variation)
    for (const [name, matt] of Object.entries({ Matte: 'Mat', Gloss: undefined })) {
      const option = { name, ...(matt !== undefined && { locales: { fr: { name: matt }, de: { name: 'Matt' } } }) }
      await make(seller, `/variations/${id}/options`, 'product-variation-option', option)
    }
    const pot = await make(seller, '/products', 'product', { sku: 'POT', name: 'Pot' })
    const at = `/v2/products/${pot.id}`
    expectStatus(await seller.post(`${at}/relationships/variations`, { data: ofVariations(id) }), 201)
    const build = async () => expectStatus(await seller.post(`${at}/build`), 201).body.data.attributes
    expect(await build()).toMatchObject({ created: 2 })
    const { body } = await seller.get(`${at}/children?sort=-sku`)
    const glaze = { name: 'Glaze', display_name: 'Glaze', price_modifier: null }
    expect(body.data.map(({ attributes }: Json) => attributes.options)).toEqual([
      [
        {
          ...{ ...glaze, value: 'Matte', display_value: 'Matte' },
          locales: { fr: { display_name: 'Émail', display_value: 'Mat' }, de: { display_value: 'Matt' } },
        },
      ],
      [{ ...glaze, value: 'Gloss', display_value: 'Gloss', locales: { fr: { display_name: 'Émail' } } }],
    ])
    expect(await build()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })
})
