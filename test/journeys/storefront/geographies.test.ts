import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Country } from '../../../src/store/addresses/address.ts'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { embedded, type Json, messageIds, scopeOf } from '../../support/storefront/carts.ts'
import { hrefs, openStorefront, type StorefrontClient } from '../../support/storefront/hypermedia.ts'

let stage: Stage
let shopper: StorefrontClient
beforeAll(async () => {
  stage = await openSharedStage()
  const { store } = await stage.tenant()
  shopper = await openStorefront(stage.app, await scopeOf(stage, store))
})
afterAll(() => stage.close())

const inLanguage = (locale: string) => ({ 'x-ep-user-traits': `LOCALE=${locale},CURRENCY=CAD` })

/** Country with this code, found by name among those that the root links to. */
async function find(code: string): Promise<Json> {
  const found = embedded(await shopper.root('countries:element'), 'countries:element')
  return found.find(({ name }: Json) => name === code)
}

describe('countries', () => {
  test('are all countries of addresses by code, named in English by default', async () => {
    const list = await shopper.walk('countries')
    expect(list.self).toMatchObject({ type: 'shop.collections.links', 'max-age': 600 })
    const found = embedded(await shopper.root('countries:element'), 'countries:element')
    expect(found.map(({ name }: Json) => name)).toEqual(Country.enum)
    expect(found.map(({ self }: Json) => self.href)).toEqual(hrefs(list, 'element'))
    const canada = found.find(({ name }: Json) => name === 'CA')
    expect(canada).toMatchObject({ 'display-name': 'Canada', self: { type: 'shop.geographies.country' } })
    expect((await shopper.get(canada.self.href)).body).toEqual(canada)
    expect(await shopper.follow(canada, 'list')).toEqual(list)
  })

  test.each([
    ['fr-CA', 'Allemagne'],
    ['DE', 'Deutschland'],
    ['pt_BR', 'Alemanha'],
    ['zh-Hant-TW', '德國'],
    ['tlh', 'Germany'],
    ['und', 'Germany'],
    ['und-Latn', 'Germany'],
    ['no language at all', 'Germany'],
    ['x'.repeat(2000), 'Germany'],
    ['', 'Germany'],
  ])('are named for the locale %j: %s', async (locale, name) => {
    const { self } = await find('DE')
    const { status, body } = await shopper.get(self.href, inLanguage(locale))
    expect([status, body.name, body['display-name']]).toEqual([200, 'DE', name])
  })

  test('are not found if they do not exist, and an invalid id is rejected', async () => {
    const { self } = await find('CA')
    const at = (id: string) => shopper.get(self.href.replace(/[^/]+$/, id))
    const answers = [await at(encodeId('ca')), await at(encodeId('SU')), await at('!!')]
    expect(answers.map((response) => [response.status, messageIds(response)])).toEqual([
      [404, ['not.found']],
      [404, ['not.found']],
      [400, ['malformed.query']],
    ])
    expect((await at(encodeId('CA').replace('=', '%3D').toUpperCase())).body.self).toEqual(self)
    expect((await shopper.get(self.href.replace('/geographies/', '/geographies/elsewhere-'))).status).toBe(403)
  })
})

describe('regions', () => {
  test('are the first level of a country, and link back to it', async () => {
    const canada = await find('CA')
    const regions = await shopper.follow(canada, 'regions', 'element,country')
    expect(regions._country[0]).toEqual(canada)
    expect(regions._element.map(({ name }: Json) => name).join()).toBe('AB,BC,MB,NB,NL,NS,NT,NU,ON,PE,QC,SK,YT')
    const bc = regions._element[1]
    expect(bc).toMatchObject({
      self: { type: 'shop.geographies.region', 'max-age': 600 },
      name: 'BC',
      'display-name': 'British Columbia',
    })
    expect((await shopper.get(bc.self.href)).body).toEqual(bc)
    expect(await shopper.follow(bc, 'country')).toEqual(canada)
    expect((await shopper.follow(bc, 'list')).self.href).toBe(hrefs(canada, 'regions')[0])
  })

  test('have no link in a country without regions', async () => {
    const gibraltar = await find('GI')
    expect(hrefs(gibraltar, 'regions')).toEqual([])
    expect((await shopper.get(`${gibraltar.self.href}/regions`)).status).toBe(404)
  })

  test('are not found if they do not exist or belong to another country', async () => {
    const { self } = await find('CA')
    const at = async (country: string, id: string) =>
      (await shopper.get(`${self.href.replace(/[^/]+$/, encodeId(country))}/regions/${id}`)).status
    expect([
      await at('CA', encodeId('BC')),
      await at('US', encodeId('BC')),
      await at('XX', encodeId('BC')),
      await at('CA', '!'),
    ]).toEqual([200, 404, 404, 400])
  })

  test('regions of all countries are one response, without any statements', async () => {
    const statements = vi.spyOn(stage.app.foundation.db, 'execute')
    const root = await shopper.root('countries:element,countries:element:regions:element')
    const sent = statements.mock.calls.map(([text]) => text)
    statements.mockRestore()
    expect(sent.filter((sql) => /countr|region|geograph/.test(sql))).toEqual([])
    const found = embedded(root, 'countries:element')
    expect(embedded(root, 'countries:element:regions:element').length).toBeGreaterThan(3000)
    for (const country of found) expect('_regions' in country).toBe(hrefs(country, 'regions').length === 1)
  })
})
