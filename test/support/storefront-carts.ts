import { scopeOfStore } from '../../src/access/store.ts'
import { opaque } from '../../src/storefront/hypermedia/opaque.ts'
import type { Client } from './app.ts'
import { addProduct, makeShelf, publish } from './catalogs.ts'
import { type Answer, hrefs, openStorefront, type StorefrontClient } from './hypermedia.ts'
import { expectStatus } from './shop.ts'
import type { Stage } from './stage.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a resource holds
export type Json = any

/**
 * A store with things to buy: LAMP for 10.00, RUG for 28.00, BULB for 3.00, PEAR that costs yen only,
 * and VASE that has no price.
 */
export type Store = {
  scope: string
  origin: string
  seller: Client
  /** Of the store API. */
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
  const shelf = await makeShelf(seller, { LAMP: both, RUG: 2800, BULB: 300, PEAR: { JPY: { amount: 90 } } })
  const vase = await addProduct(seller, shelf, { sku: 'VASE' })
  await publish(seller, shelf.catalog)
  const skus = new Map([...shelf.skus, ['VASE', vase]])
  const scope = await scopeOf(stage, seller)
  return { scope, origin: stage.app.origin, seller, buyer, skus, catalog: shelf.catalog }
}

/** The scope of the store that a client is of. */
export async function scopeOf({ database }: Stage, { store_id }: Client): Promise<string> {
  return (await scopeOfStore(database.db, store_id)) ?? ''
}

/** A client of a new shopper, who has not logged in. */
export function shopperOf({ origin, scope }: Store): Promise<StorefrontClient> {
  return openStorefront({ origin }, scope)
}

/** The form that an item's link leads to. */
export function formOf({ origin, scope, skus }: Store, sku: string): string {
  return `${origin}/storefront/carts/items/${scope}/${opaque(skus.get(sku) ?? sku)}/form`
}

/** Sends the form of an item; `query` follows the action's address. */
export async function addItem(
  store: Store,
  client: StorefrontClient,
  { sku, query = '', headers = {} }: { sku: string; query?: string; headers?: Record<string, string> },
  body: unknown,
): Promise<Answer> {
  const form = await client.get(formOf(store, sku))
  const [action = ''] = hrefs(form.body, 'addtodefaultcartaction')
  return client.send('POST', `${action}${query}`, body, headers)
}

/** What is embedded in a resource at the end of a path of relations. */
export function embedded(resource: Json, path: string): Json[] {
  return path
    .split(':')
    .reduce<Json[]>((found, relation) => found.flatMap((each) => each[`_${relation}`] ?? []), [resource])
}

/** What the cart embeds for a zoom from it. */
export async function inCart(client: StorefrontClient, path: string): Promise<Json[]> {
  return embedded(await client.follow(await client.root(), 'defaultcart', path), path)
}

export const messageIds = ({ body }: Answer): string[] => body.messages.map(({ id }: Json) => id)
