import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Rows } from '../../../db/rows.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Locales } from '../../../kernel/text/languages.ts'
import { readEachCached, releaseCache } from '../cache/process-cache.ts'
import type { Ref } from '../cache/release-cache.ts'
import { type ProductOption, productAttributes } from '../product.ts'
import type { PublishedPrice } from '../rules/price.ts'
import { namedRows } from './named-rows.ts'

/** Columns of a released product that any response shows. */
const COLUMNS = [
  ...['owner_id', 'release_id', 'id', 'updated_at'],
  ...Object.keys(productAttributes),
  ...['file_ids', 'node_ids', 'category_ids', 'prices', 'base_product_id', 'child_variations'],
]

export type ReleasedProduct = Omit<Rows['release_products'], 'options' | 'extensions' | 'locales' | 'prices'> & {
  extensions: Record<string, unknown>
  options: ProductOption[]
  locales: Locales<'name' | 'description'>
  /** Prices by currency in order of precedence, valid now or not. */
  prices: Record<string, PublishedPrice[]>
}

export const PRODUCT_COLUMNS = COLUMNS.map((name) => `p."${name}"`).join(', ')

const BY_ID = prepared(namedRows('release_products', PRODUCT_COLUMNS))
const PRODUCTS = 'release_products'

/** Caches products that another query read. Returns their ids. */
export function cacheProducts(ref: Ref, products: readonly ReleasedProduct[]): string[] {
  const cache = releaseCache()
  for (const product of products) cache.set(ref, `${PRODUCTS} ${product.id}`, product)
  return products.map(({ id }) => id)
}

/** Products of a release by id; unknown ids are left out. */
export function releasedProducts(
  db: Database,
  ref: Ref,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReleasedProduct>> {
  return readEachCached(db, ref, PRODUCTS, uuidsIn(ids), async (read, missing) => {
    const rows = await query<ReleasedProduct>(read, BY_ID, [ref.owner_id, ref.release_id, plainArray(missing)])
    return rows.map((row) => [row.id, row])
  })
}

export function uuidsIn(texts: readonly string[]): string[] {
  return texts.filter(isUuid).map((id) => id.toLowerCase())
}
