import { type CurrentPrice, currentPrice } from '../../store/catalog/rules/price.ts'
import { idsByDefinition } from '../../store/catalog/sql/browse.ts'
import { type ReleasedProduct, releasedProducts } from '../../store/catalog/sql/product-rows.ts'
import { type ItemPricing, itemPricer } from '../../store/promotions/item-prices.ts'
import { termsIn } from '../../store/promotions/terms.ts'
import { loadEach, loadOnce, type StorefrontContext } from '../context.ts'
import { currencyOf } from '../currency.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Params } from '../hypermedia/resource.ts'
import { type AmountFormat, amountFormat } from '../money.ts'
import { releaseOf, viewOf } from '../view.ts'

export type DisplayPricing = Pick<ItemPricing, 'price'> & { format: AmountFormat }

/** Catalog promotions and the format of amounts, in the shopper's currency. */
export function itemPricing(context: StorefrontContext, currency: string): Promise<DisplayPricing> {
  return loadOnce(context, 'pricing of items', async () => {
    const { deps, owner, shopper, now, locale } = context
    const terms = termsIn(await viewOf(context), currency)
    const { price } = await itemPricer(deps.db, owner.store_id, terms, { shopper, now })
    return { price, format: amountFormat(locale, terms.format) }
  })
}

/**
 * A product of the shopper's release, with its current price for one unit before promotions, and the language (BCP 47)
 * of its untranslated texts.
 */
export type Product = Omit<ReleasedProduct, 'prices'> & { price: CurrentPrice | null; language: string }

/** The products by their `item` parameter, each loaded at most once per request; null if the shopper cannot see it. */
export async function productsFor(
  context: StorefrontContext,
  paramsList: readonly Params[],
): Promise<(Product | null)[]> {
  const ids = paramsList.map(({ item }) => decodeId(item ?? ''))
  return loadEach(context, 'products', ids, (missing) => loadProducts(context, missing))
}

async function loadProducts(context: StorefrontContext, ids: readonly string[]): Promise<[string, Product][]> {
  const [ref, currency] = [await releaseOf(context), await currencyOf(context)]
  if (ref === undefined) return []
  const rows = await releasedProducts(context.deps.db, ref, ids)
  const options = { now: context.now, language: ref.language, currency }
  return [...rows].map(([id, row]) => [id, toProduct(row, options)])
}

type ProductOptions = { now: number; language: string; currency: string | null }

function toProduct({ prices, ...product }: ReleasedProduct, { now, language, currency }: ProductOptions): Product {
  const price = currency === null ? null : currentPrice(prices[currency], currency, now)
  return { ...product, price, language }
}

/** All variants of each product including itself, oldest first; loaded at most once per request. */
export async function variantsOf(
  context: StorefrontContext,
  products: readonly (Product | null)[],
): Promise<(readonly Product[])[]> {
  const definitions = products.flatMap((product) => product?.definition || [])
  const families = await loadEach(context, 'variants', definitions, (missing) => loadVariants(context, missing))
  const byDefinition = new Map(definitions.map((definition, index) => [definition, families[index]]))
  return products.map((product) => (product === null ? [] : (byDefinition.get(product.definition) ?? [product])))
}

async function loadVariants(
  context: StorefrontContext,
  definitions: readonly string[],
): Promise<[definition: string, Product[]][]> {
  const ref = await releaseOf(context)
  if (ref === undefined || definitions.length === 0) return []
  const families = [...(await idsByDefinition(context.deps.db, ref, definitions))]
  const loaded = new Map(
    await loadProducts(
      context,
      families.flatMap(([, ids]) => ids),
    ),
  )
  return families.map(([definition, ids]) => [definition, ids.flatMap((id) => loaded.get(id) ?? [])])
}

export function itemParams({ scope }: StorefrontContext, product_id: string): Params {
  return { scope, item: encodeId(product_id) }
}

export const ITEM_ELEMENT = { name: 'item', params: itemParams } as const
