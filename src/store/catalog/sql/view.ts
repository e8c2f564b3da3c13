import { type Database, query } from '../../../db/database.ts'
import type { CalculationMethod } from '../../../pricing/input.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import { releaseCache } from '../cache/process-cache.ts'
import { fromChosen, type Shopper, type ShopperRelease, shopperValues } from './choose.ts'

/** An enabled currency of the store. */
type ViewCurrency = MoneyFormat & { is_default: boolean }

/** What a shopper's view of the catalog depends on beside the release: all that can change at any time. */
export type CatalogView = {
  /** Null when no published catalog applies to the shopper. */
  release: ShopperRelease | null
  /** The default currency first. */
  currencies: readonly ViewCurrency[]
  /** Of the store's promotions. */
  revision: number
  /** Of the files of the release's owner. */
  file_revision: number
  page_length: number
  list_child_products: boolean
  cart_stacking: 'all' | 'best'
  cart_expiry_days: number
  calculation_method: CalculationMethod
  prices_include_tax: boolean
  default_language: string
}

type Row = Omit<CatalogView, 'release'> & { [Name in keyof ShopperRelease]: ShopperRelease[Name] | null }

/** Reads it in one statement. `now` is in milliseconds since the epoch. */
export async function findCatalogView(
  db: Database,
  store_id: string,
  shopper: Shopper,
  now: number,
): Promise<CatalogView> {
  const [row] = await query<Row>(db, FIND(shopper), shopperValues(store_id, shopper, now))
  if (row === undefined) throw new Error(`Store ${store_id} has no settings.`)
  const { owner_id, release_id, catalog_id, language, ...view } = row
  if (owner_id === null || release_id === null || catalog_id === null || language === null)
    return { release: null, ...view }
  const release = { owner_id, release_id, catalog_id, language }
  releaseCache().seen(release)
  return { release, ...view }
}

const FIND = fromChosen(`select c.owner_id, c.release_id, c.catalog_id, c.language,
       s.page_length, s.list_child_products, s.cart_stacking, s.cart_expiry_days, s.calculation_method,
       s.prices_include_tax, s.default_language,
       coalesce((select value from promotion_revisions where owner_id = $1), 0) as revision,
       coalesce((select value from file_revisions as f where f.owner_id = c.owner_id), 0) as file_revision,
       (select coalesce(jsonb_agg(jsonb_build_object('currency', code, 'format', format, 'decimal_point', decimal_point,
                 'thousand_separator', thousand_separator, 'decimal_places', decimal_places, 'is_default', "default")
               order by "default" desc, code), '[]')
          from currencies where owner_id = $1 and enabled) as currencies
  from settings s left join chosen c on true
 where s.owner_id = $1`)
