import { LRUCache } from 'lru-cache'
import { type Database, query } from '../../../db/database.ts'
import type { CalculationMethod } from '../../../pricing/input.ts'
import type { MoneyFormat } from '../../../pricing/money.ts'
import { releaseCache } from '../cache/process-cache.ts'
import { fromChosen, type Shopper, type ShopperRelease, shopperValues } from './choose.ts'
import { type Shop, selectShopRevision, shopRevision } from './shop-revision.ts'

type ViewCurrency = MoneyFormat & { is_default: boolean }

/** Everything that a shopper's view depends on besides the contents of the release. Any part can change at any time. */
export type CatalogView = {
  /** Null if no published catalog applies to the shopper. */
  release: ShopperRelease | null
  /** Default currency first. */
  currencies: readonly ViewCurrency[]
  /** Formats for what was priced before the store disabled the currency. */
  disabled_currencies: readonly MoneyFormat[]
  /** Revision of the store's promotions. */
  revision: number
  /** Revision of the files of the release's owner. */
  file_revision: number
  page_length: number
  list_child_products: boolean
  cart_stacking: 'all' | 'best'
  cart_expiry_days: number
  calculation_method: CalculationMethod
  prices_include_tax: boolean
  default_language: string
}

/** A cached view and the shop revision at which it is valid. */
type CachedView = { view: CatalogView; revision: number }

/** Approximate size of a view without its currencies. */
const VIEW_BYTES = 1_000
/** Approximate size of one currency of a view. */
const CURRENCY_BYTES = 250
const views = new LRUCache<string, CachedView>({
  maxSize: 4_000_000,
  sizeCalculation: ({ view }, key) =>
    VIEW_BYTES + CURRENCY_BYTES * (view.currencies.length + view.disabled_currencies.length) + key.length,
})

/**
 * Returns a shopper's view of a shop with one statement: it reads only the shop's revision if a view is cached, which
 * is valid while the revision is the same, otherwise the view. `now` is in milliseconds since the epoch.
 */
export async function findCatalogView(db: Database, shop: Shop, shopper: Shopper, now: number): Promise<CatalogView> {
  if (cachedView(shop, shopper) === undefined) return loadView(db, shop, shopper, now)
  return catalogViewAt(db, shop, shopper, { revision: await selectShopRevision(db, shop), now })
}

/** Same at a shop revision that another query read. No statement if the view is cached. */
export async function catalogViewAt(
  db: Database,
  shop: Shop,
  shopper: Shopper,
  { revision, now }: { revision: number; now: number },
): Promise<CatalogView> {
  const cached = cachedView(shop, shopper)
  return cached?.revision === revision ? cached.view : loadView(db, shop, shopper, now)
}

function cachedView({ store_id }: Shop, shopper: Shopper): CachedView | undefined {
  return views.get(store_id) ?? views.get(keyFor(store_id, shopper))
}

function keyFor(store_id: string, { customer_id, account_id, channel, tag }: Shopper): string {
  return JSON.stringify([store_id, customer_id, account_id, channel, tag])
}

type Row = Omit<CatalogView, 'release'> & { [Name in keyof ShopperRelease]: ShopperRelease[Name] | null } & {
  shop_revision: number
  has_rules: boolean
  /** True if rules depend on the time or on account tags, which change without a new shop revision. */
  has_passing_rules: boolean
}

async function loadView(db: Database, shop: Shop, shopper: Shopper, now: number): Promise<CatalogView> {
  const { store_id, organization_id } = shop
  const [row] = await query<Row>(db, FIND(shopper), [...shopperValues(store_id, shopper, now), organization_id])
  if (row === undefined) throw new Error(`Store ${store_id} has no settings.`)
  const { shop_revision: revision, has_rules, has_passing_rules, ...shown } = row
  const view = toView(shown)
  views.delete(store_id)
  if (!has_passing_rules) views.set(has_rules ? keyFor(store_id, shopper) : store_id, { view, revision })
  return view
}

function toView(row: Omit<Row, 'shop_revision' | 'has_rules' | 'has_passing_rules'>): CatalogView {
  const { owner_id, release_id, catalog_id, language, ...view } = row
  if (owner_id === null || release_id === null || catalog_id === null || language === null)
    return { release: null, ...view }
  const release = { owner_id, release_id, catalog_id, language }
  releaseCache().seen(release)
  return { release, ...view }
}

const CURRENCY = `jsonb_build_object('currency', code, 'format', format, 'decimal_point', decimal_point,
  'thousand_separator', thousand_separator, 'decimal_places', decimal_places)`

const FIND = fromChosen(`select c.owner_id, c.release_id, c.catalog_id, c.language,
       s.page_length, s.list_child_products, s.cart_stacking, s.cart_expiry_days, s.calculation_method,
       s.prices_include_tax, s.default_language,
       coalesce((select value from promotion_revisions where owner_id = $1), 0) as revision,
       coalesce((select value from file_revisions as f where f.owner_id = c.owner_id), 0) as file_revision,
       (select coalesce(jsonb_agg(${CURRENCY} || jsonb_build_object('is_default', "default")
                                 order by "default" desc, code), '[]')
          from currencies where owner_id = $1 and enabled) as currencies,
       (select coalesce(jsonb_agg(${CURRENCY}), '[]')
          from currencies where owner_id = $1 and not enabled) as disabled_currencies,
       ${shopRevision('$1', '$7')} as shop_revision,
       exists (select from catalog_rules where owner_id = $1) as has_rules,
       exists (select from catalog_rules
                where owner_id = $1 and (schedules <> '[]' or account_tag_ids <> '{}')) as has_passing_rules
  from settings s left join chosen c on true
 where s.owner_id = $1`)
