import { encodeId } from '../../../src/storefront/hypermedia/opaque-id.ts'
import { embedded, type Json, type Store } from './carts.ts'
import { hrefs, type StorefrontClient, type StorefrontResponse } from './hypermedia.ts'

export async function itemOf({ origin, scope, skus }: Store, client: StorefrontClient, sku: string): Promise<Json> {
  return (await client.get(`${origin}/storefront/items/${scope}/${encodeId(skus.get(sku) ?? sku)}`)).body
}

/** Submits an item's wishlist form; `query` is appended to the action's URL. */
export async function wish(
  store: Store,
  client: StorefrontClient,
  sku: string,
  query = '',
): Promise<StorefrontResponse> {
  const form = await client.follow(await itemOf(store, client, sku), 'addtowishlistform')
  return client.send('POST', `${hrefs(form, 'addtodefaultwishlistaction')[0] ?? ''}${query}`)
}

export async function inWishlist(client: StorefrontClient, path: string): Promise<Json[]> {
  return embedded(await client.follow(await client.root(), 'defaultwishlist', path), path)
}

export async function wished(client: StorefrontClient): Promise<string[]> {
  return (await inWishlist(client, 'lineitems:element:item:code')).map(({ code }) => code)
}
