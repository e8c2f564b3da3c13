import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Listed } from '../../db/list.ts'
import { inStore } from '../../http/callers/caller.ts'
import { notFound } from '../../kernel/errors.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { readCached, readEachCached, releaseCache } from '../catalog/cache/process-cache.ts'
import type { Ref } from '../catalog/cache/release-cache.ts'
import { cacheControl, tagOf } from '../catalog/cache/validators.ts'
import { releaseFiles } from '../catalog/products/release-files.ts'
import { amountsOf } from '../catalog/search/columns.ts'
import { currencyIn, requireRelease, shopperOf } from '../catalog/shopper.ts'
import { type CatalogView, findCatalogView } from '../catalog/sql/view.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { type ItemPricing, itemPricer } from '../promotions/item-prices.ts'
import { termsIn } from '../promotions/terms.ts'
import { categoriesFor } from './categories.ts'
import type { Reading } from './reading.ts'
import { fileIdsOf, releasedProducts } from './released-product.ts'
import type { Released, ReleasedRow } from './released-resource.ts'
import { type ReleasedPage, selectReleasedPage, selectReleasedRows } from './sql/read.ts'

/** A reading with its store; `now` is in milliseconds since the epoch. */
export type ShopperReading = Reading & {
  shop: { store_id: string; now: number; currency: string | null; currencies: readonly MoneyFormat[] }
}

/** Reads the shopper's release by catalog rules, from the cache if possible, with prices after promotions. */
export async function readForShopper(
  { db, clock }: RouteDeps,
  request: FastifyRequest,
  released: Released,
): Promise<ShopperReading> {
  const { caller, headers } = request
  const { store_id, organization_id } = inStore(caller)
  const [shopper, now] = [shopperOf(caller, headers), clock()]
  const view = await findCatalogView(db, { store_id, organization_id }, shopper, now)
  const ref = requireRelease(view.release)
  const currency = currencyIn(codesOf(view), headers)
  const sees_prices = released === releasedProducts && currency !== null
  const terms = sees_prices ? termsIn(view, currency) : null
  const pricing = terms === null ? NO_PRICING : await itemPricer(db, store_id, terms, { shopper, now })
  // Several stores of an organization can sell from one release, each with its own promotions and settings.
  const shown_in = [store_id, request.originalUrl, headers['accept-language'], ref]
  const prices = sees_prices ? [pricing.depends_on, (await amountsOf(db, ref, currency, now)).since] : []
  return {
    ref,
    language: ref.language,
    shop: { store_id, now, currency, currencies: view.currencies },
    page_length: async () => view.page_length,
    list: (of, within, page) =>
      listPage(db, of, ref, { within, one_of_each: !view.list_child_products, request: page }),
    async get(of, id) {
      const read = async (one: Released) => (await cachedRows(db, one, ref, [id])).get(id)
      const row = (await read(of)) ?? (of.unlisted && (await read(of.unlisted)))
      if (row === undefined) throw notFound(of.type)
      return row
    },
    async context(rows) {
      const [files, categories] = await Promise.all([
        releaseFiles(db, ref, view.file_revision, rows.flatMap(fileIdsOf)),
        categoriesFor(db, ref, rows),
      ])
      const { catalog_id } = ref
      const { prices_include_tax } = view
      return {
        currency,
        format: terms?.format ?? null,
        catalog_id,
        now,
        prices_include_tax,
        price: pricing.price,
        files,
        categories,
      }
    },
    validators: {
      etag: tagOf([shown_in, currency, prices, settingsIn(view)]),
      cache_control: cacheControl(caller),
    },
  }
}

const NO_PRICING: ItemPricing = {
  price: (_item, amount) => ({ amount, promotion_id: null }),
  prices_include_tax: false,
  depends_on: '',
}

function codesOf({ currencies }: CatalogView) {
  return currencies.map(({ currency, is_default }) => ({ code: currency, is_default }))
}

function settingsIn({ file_revision, page_length, list_child_products, prices_include_tax }: CatalogView) {
  return [file_revision, page_length, list_child_products, prices_include_tax]
}

/** Caches the ids of a page separately from its rows, because pages can share rows. */
async function listPage(db: Database, released: Released, ref: Ref, page: ReleasedPage): Promise<Listed<ReleasedRow>> {
  const { within, one_of_each, request } = page
  const name = `list ${JSON.stringify([released.table, within, one_of_each, request])}`
  const { ids, ...rest } = await readCached(db, ref, name, async (read) => {
    const { rows, ...counts } = await selectReleasedPage(read, released, ref, page)
    for (const row of rows) releaseCache().set(ref, `${released.table} ${row.id}`, row)
    return { ...counts, ids: rows.map(({ id }) => id) }
  })
  const rows = await cachedRows(db, released, ref, ids)
  return { ...rest, rows: ids.flatMap((id) => rows.get(id) ?? []) }
}

function cachedRows(db: Database, released: Released, ref: Ref, ids: readonly string[]) {
  return readEachCached(db, ref, released.table, ids, async (read, missing) => {
    const rows = await selectReleasedRows(read, released, ref, missing)
    return rows.map((row) => [row.id, row])
  })
}
