import { releaseCache } from '../store/catalog/cache/process-cache.ts'
import { tagOf } from '../store/catalog/cache/validators.ts'
import { amountsOf } from '../store/catalog/search/columns.ts'
import { itemPricer } from '../store/promotions/item-prices.ts'
import { termsIn } from '../store/promotions/terms.ts'
import type { StorefrontContext } from './context.ts'
import { currencyOf } from './currency.ts'
import type { CachedText, ResponseCache } from './hypermedia/cached-response.ts'
import { viewOf } from './view.ts'

/** Responses about the catalog depend only on the shopper's view, currency and locale, and on prices and promotions. */
export async function openResponseCache(context: StorefrontContext): Promise<ResponseCache> {
  const { caller, scope, locale } = context
  const { release, ...view } = await viewOf(context)
  const currency = await currencyOf(context)
  const depends_on = [scope, release, view, currency, locale?.tag, await pricesOf(context, currency)]
  return {
    is_public: caller.customer_id === null && caller.account_id === null,
    tagOf: (more) => tagOf([depends_on, more]),
    get: (etag, make) => getCached(context, etag, make),
  }
}

/** The data that prices depend on besides the release and the currency. */
async function pricesOf(context: StorefrontContext, currency: string | null): Promise<unknown[]> {
  const view = await viewOf(context)
  if (currency === null || view.release === null) return []
  const { deps, owner, shopper, now } = context
  const { depends_on } = await itemPricer(deps.db, owner.store_id, termsIn(view, currency), { shopper, now })
  return [depends_on, (await amountsOf(deps.db, view.release, currency, now)).since]
}

/** A search is counted even if its result was cached. */
async function getCached(
  context: StorefrontContext,
  etag: string,
  make: () => Promise<CachedText>,
): Promise<CachedText> {
  const { release } = await viewOf(context)
  if (release === null) return makeAndReport(context, make)
  const { searches, ...cached } = await releaseCache().get(context.deps.db, release, `response ${etag}`, async () => {
    const made = await make()
    return { ...made, searches: context.searches.splice(0) }
  })
  context.searches.push(...searches)
  reportSearches(context)
  return cached
}

async function makeAndReport(context: StorefrontContext, make: () => Promise<CachedText>): Promise<CachedText> {
  const made = await make()
  reportSearches(context)
  return made
}

/** Reports the searches of a request that has been read. */
export function reportSearches({ searches, deps }: StorefrontContext): void {
  for (const results of searches.splice(0)) deps.shop.searched(results)
}
