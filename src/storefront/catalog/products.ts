import { type CurrentPrice, currentPrice } from '../../store/catalog/rules/price.ts'
import {
  type ProductDetails,
  type ReleasedProduct,
  selectReleasedProducts,
  selectVariants,
} from '../../store/catalog/sql/browse.ts'
import { chooseRelease, type ShopperRelease } from '../../store/catalog/sql/choose.ts'
import { type ItemPricing, itemPricer } from '../../store/promotions/item-prices.ts'
import { loadEach, loadOnce, type StorefrontContext } from '../context.ts'
import { currencyOf } from '../currency.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Params } from '../hypermedia/resource.ts'
import { type AmountFormat, amountFormat } from '../money.ts'

/** The catalog release that the shopper sees; undefined if there is none. */
export function releaseOf(context: StorefrontContext): Promise<ShopperRelease | undefined> {
  return loadOnce(context, 'release', () =>
    chooseRelease(context.deps.db, context.owner.store_id, context.shopper, context.now),
  )
}

/** How items are priced for the shopper, and amounts written. */
export type ShownPricing = Pick<ItemPricing, 'price'> & { format: AmountFormat }

/** Catalog promotions and the format of amounts, in the shopper's currency. */
export function itemPricing(context: StorefrontContext, currency: string): Promise<ShownPricing> {
  return loadOnce(context, 'pricing of items', async () => {
    const { deps, owner, shopper, now, locale } = context
    const { price, format } = await itemPricer(deps.db, owner.store_id, { shopper, currency, now })
    return { price, format: amountFormat(locale, format) }
  })
}

/**
 * A product of the shopper's release, with its current price for one unit before promotions, and the language (BCP 47) of
 * its texts as they are.
 */
export type Product = Omit<ReleasedProduct, 'prices'> & { price: CurrentPrice | null; language: string }

/** The products by their `item` parameter, each loaded at most once per request; null if the shopper cannot see it. */
export async function productsFor(
  context: StorefrontContext,
  paramsList: readonly Params[],
): Promise<(Product | null)[]> {
  const ids = paramsList.map(({ item }) => decodeId(item ?? ''))
  return loadEach(context, 'products', ids, async (missing) =>
    (await loadProducts(context, missing)).map((product) => [product.id, product]),
  )
}

async function loadProducts(context: StorefrontContext, ids: readonly string[]): Promise<Product[]> {
  const [ref, currency] = [await releaseOf(context), await currencyOf(context)]
  if (ref === undefined) return []
  const rows = await selectReleasedProducts(context.deps.db, ref, ids, detailsFor(context, currency))
  return rows.map((row) => toProduct(row, { now: context.now, language: ref.language, currency }))
}

function detailsFor({ locale }: StorefrontContext, currency: string | null): ProductDetails {
  return { currency, language: locale?.language ?? null }
}

type Shown = { now: number; language: string; currency: string | null }

function toProduct({ prices, ...product }: ReleasedProduct, { now, language, currency }: Shown): Product {
  const price = currency === null ? null : currentPrice(prices ?? undefined, currency, now)
  return { ...product, price, language }
}

/** All variants of each product including itself, oldest first; loaded at most once per request. */
export async function variantsOf(
  context: StorefrontContext,
  products: readonly (Product | null)[],
): Promise<(readonly Product[])[]> {
  const definitions = products.flatMap((product) => product?.definition || [])
  const families = await loadEach(context, 'variants', definitions, async (missing) =>
    Map.groupBy(await loadVariants(context, missing), ({ definition }) => definition),
  )
  const byDefinition = new Map(definitions.map((definition, index) => [definition, families[index]]))
  return products.map((product) => (product === null ? [] : (byDefinition.get(product.definition) ?? [product])))
}

async function loadVariants(context: StorefrontContext, definitions: readonly string[]): Promise<Product[]> {
  const [ref, currency] = [await releaseOf(context), await currencyOf(context)]
  if (ref === undefined) return []
  const rows = await selectVariants(context.deps.db, ref, definitions, detailsFor(context, currency))
  return rows.map((row) => toProduct(row, { now: context.now, language: ref.language, currency }))
}

/** The path parameters of an item. */
export function itemParams({ scope }: StorefrontContext, product_id: string): Params {
  return { scope, item: encodeId(product_id) }
}

export const ITEM_ELEMENT = { name: 'item', params: itemParams } as const
