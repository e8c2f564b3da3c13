import type { Database } from '../../../db/database.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import type { ProductOption } from '../product.ts'
import { amountAt, type CurrentPrice, currentPrice } from '../rules/price.ts'
import { idsBySku } from './browse.ts'
import { chooseRelease, type Shopper, type ShopperRelease } from './choose.ts'
import { type ReleasedProduct, releasedProducts } from './product-rows.ts'

export type { Shopper } from './choose.ts'

/** A product that a shopper can buy now. Amounts are in minor units, weight in grams. */
export type Offer = {
  product_id: string
  sku: string
  name: string
  description: string
  /** Language (BCP 47) of name, description and options. */
  language: string
  /** True if there are texts in other languages. */
  is_translated: boolean
  slug: string
  tax_class_id: string | null
  shippable: boolean
  weight: number
  /** Nodes of the product and all their ancestors. */
  category_ids: string[]
  tags: string[]
  /** Options that distinguish the variants of a definition. */
  options: ProductOption[]
  image_file_id: string | null
  release_id: string
  catalog_id: string
  /** Null if there is no price in this currency. */
  price: CurrentPrice | null
}

export type OfferRequest = {
  shopper: Shopper
  /** The shopper's release if already read; null if there is none. */
  release?: ShopperRelease | null | undefined
  named: { ids: readonly string[] } | { skus: readonly string[] }
  /** ISO 4217 code. */
  currency: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Returns the requested products that are in the shopper's catalog, each once, by id. Takes one statement, and another
 * for products that are not cached.
 */
export async function findOffers(db: Database, owner: Owner, request: OfferRequest): Promise<Offer[]> {
  const { shopper, named, now } = request
  if (('ids' in named ? named.ids : named.skus).length === 0) return []
  const { release = await chooseRelease(db, ownerId(owner), shopper, now) } = request
  return release === null || release === undefined ? [] : offersIn(db, release, request)
}

async function offersIn(
  db: Database,
  release: ShopperRelease,
  { named, currency, now }: Pick<OfferRequest, 'named' | 'currency' | 'now'>,
): Promise<Offer[]> {
  const ids = 'ids' in named ? named.ids : [...(await idsBySku(db, release, named.skus)).values()]
  const found = [...(await releasedProducts(db, release, ids)).values()].map((row) => toOffer(row, release))
  const offers = found.map(({ prices, ...offer }) => ({
    ...offer,
    price: currentPrice(prices[currency], currency, now),
  }))
  return offers.sort((one, other) => (one.product_id < other.product_id ? -1 : 1))
}

function toOffer(row: ReleasedProduct, { language, release_id, catalog_id }: ShopperRelease) {
  const { id, sku, name, description, slug, tax_class_id, weight, category_ids, tags, options, prices } = row
  return {
    product_id: id,
    ...{
      sku,
      name,
      description,
      language,
      slug,
      tax_class_id,
      weight,
      category_ids,
      tags,
      options,
      release_id,
      catalog_id,
      prices,
    },
    is_translated: Object.keys(row.locales).length > 0,
    shippable: row.commodity_type === 'physical',
    image_file_id: row.main_image_file_id,
  }
}

/** Unit price at a quantity, in minor units; see `amountAt`. Throws if the product has no price. */
export function unitAmount({ sku, price }: Offer, quantity: number): number {
  if (price === null) throw new Error(`The product ${sku} has no price in this currency.`)
  return amountAt(price, quantity)
}
