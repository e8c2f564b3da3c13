import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import type { Promised } from '../../support/documents/contract.ts'
import { populate } from '../../support/matrix/populate.ts'
import type { Population } from '../../support/matrix/population.ts'
import { pathWith, valuesFor } from '../../support/matrix/recording.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { customItem, expectStatus, newCartId } from '../../support/store/shop.ts'

/** The store's part of the API: that of deliveries, people and the deployment refers to nothing in it. */
const STORE =
  /^\/v2\/(?!integrations|deliveries|logs|jobs|replays|events|operations|organizations|people|sessions|me|keys|audit)/
/** Files, and the preview of a release, which answers 409 if the release could not be published. */
const UNREADABLE = /\/(content|codes|releases\/preview)$/

/** Templates of paths, and what disables what is there. */
const DISABLED: [string, Record<string, unknown>][] = [
  ['/v2/currencies/{currency_id}', { type: 'currency', enabled: false }],
  ['/v2/promotions/{promotion_id}', { type: 'promotion', enabled: false }],
  ['/v2/shipping-options/{shipping_option_id}', { type: 'shipping_option', enabled: false }],
  ['/v2/products/{product_id}', { type: 'product', attributes: { status: 'draft' } }],
  ['/v2/gateways/manual', { enabled: false }],
]
/** Targets of references before what refers to them. */
const DELETED = [
  ['/v2/currencies/{currency_id}?force=true', '/v2/files/{file_id}', '/v2/taxes/rates/{tax_rate_id}'],
  ['/v2/shipping-options/{shipping_option_id}', '/v2/promotions/{promotion_id}/coupons/{coupon_id}'],
  ['/v2/promotions/{promotion_id}', '/v2/customers/{customer_id}'],
  ['/v2/account-members/{account_member_id}', '/v2/accounts/{account_id}'],
  ['/v2/settings/extensions/custom-apis/{custom_api_id}'],
  ['/v2/products/{product_id}'],
  ['/v2/hierarchies/{hierarchy_id}?force=true', '/v2/pricebooks/{pricebook_id}?force=true'],
  ['/v2/catalogs/{catalog_id}'],
]

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, 60_000)
afterAll(() => stage.close())

function shown({ status, body }: Answered): string {
  return `${status} ${JSON.stringify(body)}`.slice(0, 300)
}

describe('a store with one of everything', () => {
  let population: Population
  let seller: Client
  beforeAll(async () => {
    population = await populate(stage)
    seller = population.tenant.seller
    await populateWithdrawnCurrency()
  }, 60_000)

  test('can be read and written back after its parts were disabled, and then deleted in any order', async () => {
    expect(await faults()).toEqual([])
    for (const [path, data] of DISABLED) expectStatus(await seller.put(placed(path), { data }), 200)
    expect(await faults()).toEqual([])
    for (const group of DELETED) {
      for (const path of group) {
        if (path.endsWith('?force=true')) {
          const { errors } = expectStatus(await seller.delete(placed(path.replace('?force=true', ''))), 409).body
          expect(errors[0].detail).toMatch(/^The [a-z ]+ is used by (prices|carts|catalogs) \(/)
        }
        const { status, body } = await seller.delete(placed(path))
        expect([path, status, body.errors?.[0].detail]).toEqual([path, 200, undefined])
      }
      expect(await faults()).toEqual([])
    }
  }, 120_000)

  /** Requests that fail although what they name exists: reads, and writing back what was read. */
  async function faults(): Promise<string[]> {
    const found: string[] = []
    for (const { operation, path } of within('GET')) {
      const read = await seller.get(path)
      if (![200, 302, 404].includes(read.status)) found.push(`GET ${path} ${shown(read)}`)
      if (read.status !== 200 || Array.isArray(read.body?.data) || !hasUpdate(operation)) continue
      const written = await seller.put(path, { data: read.body.data })
      if (written.status !== 200) found.push(`PUT ${path} ${shown(written)}`)
    }
    return found
  }

  function within(method: string): { operation: Promised; path: string }[] {
    return stage.contract.operations
      .filter((one) => one.method === method && STORE.test(one.path) && !UNREADABLE.test(one.path))
      .flatMap((operation) => {
        const values = valuesFor(population.store, operation.path)
        return 'missing' in values ? [] : [{ operation, path: pathWith(operation.path, values) }]
      })
  }

  function placed(template: string): string {
    const [path = '', query] = template.split('?')
    const values = path.includes('{') ? valuesFor(population.store, path) : []
    if ('missing' in values) throw new Error(`The population has no ${values.missing}.`)
    return pathWith(path, values) + (query === undefined ? '' : `?${query}`)
  }

  function hasUpdate({ path }: Promised): boolean {
    return stage.contract.operations.some((one) => one.path === path && one.operationId.startsWith('Update'))
  }

  /** A cart with an item, and the price of a product, in the currency that is withdrawn. */
  async function populateWithdrawnCurrency(): Promise<void> {
    const { code } = expectStatus(await seller.get(placed('/v2/currencies/{currency_id}')), 200).body.data
    const id = newCartId()
    expectStatus(await seller.post('/v2/carts', { data: { type: 'cart', id, currency: code } }), 201)
    expectStatus(await seller.post(`/v2/carts/${id}/items`, { data: customItem(100) }), 201)
    population.store.places.set('/v2/carts/{cart_id}', [id])
  }
})
