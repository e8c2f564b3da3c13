import type { Database } from '../../../db/database.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import type { ProductOption } from '../product.ts'
import { amountAt, type CurrentPrice, currentPrice } from '../rules/price.ts'
import { idsBySku } from './browse.ts'
import { chooseRelease, type Shopper, type ShopperRelease } from './choose.ts'
import { type ReleasedProduct, releasedProducts } from './product-rows.ts'

export type { Shopper } from './choose.ts'

/** A product as a shopper can buy it now. Amounts in minor units, weight in grams. */
export type Offer = {
  product_id: string
  sku: string
  name: string
  description: string
  /** BCP 47, of name, description and options as they are. */
  language: string
  /** Whether it has texts in other languages. */
  is_translated: boolean
  slug: string
  tax_class_id: string | null
  shippable: boolean
  weight: number
  /** Its nodes and all their ancestors. */
  category_ids: string[]
  tags: string[]
  /** The options that distinguish the variants of a definition. */
  options: ProductOption[]
  image_file_id: string | null
  release_id: string
  catalog_id: string
  /** Null without a price in this currency. */
  price: CurrentPrice | null
}

export type OfferRequest = {
  shopper: Shopper
  /** The release that the shopper sees, null for none, if it has been read with something else. */
  release?: ShopperRelease | null | undefined
  /** Ids or SKUs of products. */
  named: { ids: readonly string[] } | { skus: readonly string[] }
  /** ISO 4217 code. */
  currency: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * The requested products as a shopper sees them, each once, by id; products outside the shopper's catalog are left out. One
 * statement, and another one for products that are not held.
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

/** The unit price at a quantity, in minor units; see `amountAt`. Throws when the product has no price. */
export function unitAmount({ sku, price }: Offer, quantity: number): number {
  if (price === null) throw new Error(`The product ${sku} has no price in this currency.`)
  return amountAt(price, quantity)
}
