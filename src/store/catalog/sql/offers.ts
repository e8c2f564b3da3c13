import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import type { ProductOption } from '../product.ts'
import { amountAt, type CurrentPrice, currentPrice, type PublishedPrice } from '../rules/price.ts'
import { fromChosen, type Shopper, shopperValues } from './choose.ts'

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
  /** Null without a price in this currency. */
  price: CurrentPrice | null
}

export type OfferRequest = {
  shopper: Shopper
  /** Ids or SKUs of products. */
  named: { ids: readonly string[] } | { skus: readonly string[] }
  /** ISO 4217 code. */
  currency: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * The requested products as a shopper sees them, each once; products outside the shopper's catalog are left out. One
 * statement, with one index lookup per product.
 */
export async function findOffers(db: Database, owner: Owner, request: OfferRequest): Promise<Offer[]> {
  const { shopper, named, currency, now } = request
  const ids = 'ids' in named ? named.ids.filter(isUuid) : []
  const skus = 'skus' in named ? named.skus : []
  if (ids.length + skus.length === 0) return []
  const values = [...shopperValues(ownerId(owner), shopper, now), currency]
  const rows =
    ids.length > 0
      ? await query<OfferRow>(db, FIND_BY_ID(shopper), [...values, plainArray(ids)])
      : await query<OfferRow>(db, FIND_BY_SKU(shopper), [...values, skus])
  return rows.map(({ prices, ...offer }) => ({ ...offer, price: currentPrice(prices ?? undefined, currency, now) }))
}

/** The unit price at a quantity, in minor units; see `amountAt`. Throws when the product has no price. */
export function unitAmount({ sku, price }: Offer, quantity: number): number {
  if (price === null) throw new Error(`The product ${sku} has no price in this currency.`)
  return amountAt(price, quantity)
}

type OfferRow = Omit<Offer, 'price'> & { prices: PublishedPrice[] | null }

const find = (condition: string) =>
  fromChosen(`select p.id as product_id, p.sku, p.name, p.description, p.slug, p.tax_class_id,
       c.language, p.locales <> '{}' as is_translated, p.commodity_type = 'physical' as shippable, p.weight, p.category_ids, p.tags, p.options,
       p.main_image_file_id as image_file_id, p.release_id, p.prices -> $7 as prices
  from chosen c
  join release_products p on p.owner_id = c.owner_id and p.release_id = c.release_id and ${condition}
 order by p.id`)
const FIND_BY_ID = find('p.id = any($8::uuid[])')
const FIND_BY_SKU = find('p.sku = any($8::text[])')
