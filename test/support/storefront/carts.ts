import { scopeOfStore } from '../../../src/access/store.ts'
import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import type { Client } from '../app.ts'
import type { Stage } from '../stage.ts'
import { addProduct, createAssortment, publish } from '../store/catalogs.ts'
import { expectStatus } from '../store/shop.ts'
import { hrefs, openStorefront, type StorefrontClient, type StorefrontResponse } from './hypermedia.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
export type Json = any

/**
 * A store with products: LAMP for 10.00, RUG for 28.00, BULB for 3.00, PEAR with a price in yen only, and VASE without
 * a price.
 */
export type Store = {
  scope: string
  origin: string
  seller: Client
  buyer: Client
  skus: ReadonlyMap<string, string>
  catalog: string
}

export async function openStore(stage: Stage): Promise<Store> {
  const { store: seller, shopper: buyer } = await stage.tenant()
  const yen = {
    type: 'currency',
    code: 'JPY',
    exchange_rate: 150,
    format: '¥{price}',
    decimal_point: '.',
    thousand_separator: ',',
    decimal_places: 0,
    default: false,
    enabled: true,
  }
  expectStatus(await seller.post('/v2/currencies', { data: yen }), 201)
  const both = { USD: { amount: 1000 }, JPY: { amount: 1500 } }
  const assortment = await createAssortment(seller, { LAMP: both, RUG: 2800, BULB: 300, PEAR: { JPY: { amount: 90 } } })
  const vase = await addProduct(seller, assortment, { sku: 'VASE' })
  await publish(seller, assortment.catalog)
  const skus = new Map([...assortment.skus, ['VASE', vase]])
  const scope = await scopeOf(stage, seller)
  return { scope, origin: stage.app.origin, seller, buyer, skus, catalog: assortment.catalog }
}

export async function scopeOf({ database }: Stage, { store_id }: Client): Promise<string> {
  return (await scopeOfStore(database.db, store_id)) ?? ''
}

export function shopperOf({ origin, scope }: Store): Promise<StorefrontClient> {
  return openStorefront({ origin }, scope)
}

export function formOf({ origin, scope, skus }: Pick<Store, 'origin' | 'scope' | 'skus'>, sku: string): string {
  return `${origin}/storefront/carts/items/${scope}/${encodeId(skus.get(sku) ?? sku)}/form`
}

/** Submits an item's add-to-cart form; `query` is appended to the action's URL. */
export async function addItem(
  store: Pick<Store, 'origin' | 'scope' | 'skus'>,
  client: StorefrontClient,
  { sku, query = '', headers = {} }: { sku: string; query?: string; headers?: Record<string, string> },
  body: unknown,
): Promise<StorefrontResponse> {
  const form = await client.get(formOf(store, sku))
  const [action = ''] = hrefs(form.body, 'addtodefaultcartaction')
  return client.send('POST', `${action}${query}`, body, headers)
}

/** Embedded resources at the end of a path of relations. */
export function embedded(resource: Json, path: string): Json[] {
  return path
    .split(':')
    .reduce<Json[]>((found, relation) => found.flatMap((each) => each[`_${relation}`] ?? []), [resource])
}

export async function inCart(client: StorefrontClient, path: string): Promise<Json[]> {
  return embedded(await client.follow(await client.root(), 'defaultcart', path), path)
}

export const messageIds = ({ body }: StorefrontResponse): string[] => body.messages.map(({ id }: Json) => id)
