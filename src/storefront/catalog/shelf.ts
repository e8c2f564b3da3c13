import { type ShelfProduct, selectShelfProducts, selectVariants } from '../../store/catalog/browse.ts'
import { chooseRelease, type ReleaseRef } from '../../store/catalog/choose.ts'
import { type CurrentPrice, currentPrice } from '../../store/catalog/rules/price.ts'
import { type ItemPricing, itemPricer } from '../../store/promotions/item-prices.ts'
import { currencyOf } from '../currency.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Params } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'

/** The release that the shopper sees; undefined when there is none. */
export function releaseOf(shop: Shop): Promise<ReleaseRef | undefined> {
  return once(shop, 'release', () => chooseRelease(shop.deps.db, shop.owner.store_id, shop.shopper, shop.now))
}

/** What prices are written and lowered with, in the shopper's currency. */
export function pricingOf(shop: Shop, currency: string): Promise<ItemPricing> {
  return once(shop, 'pricing of items', () => {
    const { deps, owner, shopper, now } = shop
    return itemPricer(deps.db, owner.store_id, { shopper, currency, now })
  })
}

/** A product of the shopper's release, with what one costs now before promotions. */
export type Product = Omit<ShelfProduct, 'prices'> & { price: CurrentPrice | null }

/** The products of item ids in addresses, each loaded once for a request; null for what the shopper cannot see. */
export async function productsAt(shop: Shop, addresses: readonly Params[]): Promise<(Product | null)[]> {
  const ids = addresses.map(({ item }) => readOpaque(item ?? ''))
  const known = await once(shop, 'products', async () => new Map<string, Product | null>())
  const unknown = [...new Set(ids)].filter((id) => !known.has(id))
  if (unknown.length > 0) {
    for (const id of unknown) known.set(id, null)
    for (const product of await loadProducts(shop, unknown)) known.set(product.id, product)
  }
  return ids.map((id) => known.get(id) ?? null)
}

async function loadProducts(shop: Shop, ids: readonly string[]): Promise<Product[]> {
  const [ref, currency] = [await releaseOf(shop), await currencyOf(shop)]
  if (ref === undefined) return []
  return withPrices(shop, await selectShelfProducts(shop.deps.db, ref, ids, currency), currency)
}

function withPrices({ now }: Shop, rows: readonly ShelfProduct[], currency: string | null): Product[] {
  return rows.map(({ prices, ...product }) => ({
    ...product,
    price: currency === null ? null : currentPrice(prices ?? undefined, currency, now),
  }))
}

/** Of each product all variants of what it is, the oldest first, itself among them; each loaded once for a request. */
export async function variantsOf(shop: Shop, products: readonly (Product | null)[]): Promise<(readonly Product[])[]> {
  const known = await once(shop, 'variants', async () => new Map<string, Product[]>())
  const definitions = new Set(products.map((product) => product?.definition ?? ''))
  const unknown = [...definitions].filter((definition) => definition !== '' && !known.has(definition))
  if (unknown.length > 0) {
    const found = Map.groupBy(await loadVariants(shop, unknown), ({ definition }) => definition)
    for (const [definition, variants] of found) known.set(definition, variants)
  }
  return products.map((product) => (product === null ? [] : (known.get(product.definition) ?? [product])))
}

async function loadVariants(shop: Shop, definitions: readonly string[]): Promise<Product[]> {
  const [ref, currency] = [await releaseOf(shop), await currencyOf(shop)]
  if (ref === undefined) return []
  return withPrices(shop, await selectVariants(shop.deps.db, ref, definitions, currency), currency)
}

/** The parameters of an item's addresses. */
export function itemAt({ scope }: Shop, product_id: string): Params {
  return { scope, item: opaque(product_id) }
}

/** What lists of items are made of. */
export const ITEM = { name: 'item', at: itemAt } as const
