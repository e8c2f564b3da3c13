import type { ShopperRelease } from '../store/catalog/sql/choose.ts'
import { type CatalogView, findCatalogView } from '../store/catalog/sql/view.ts'
import { loadOnce, type StorefrontContext } from './context.ts'

/** What the shopper's view of the catalog depends on; one statement per request. */
export function viewOf(context: StorefrontContext): Promise<CatalogView> {
  const { deps, owner, shopper, now } = context
  return loadOnce(context, 'view', () => findCatalogView(deps.db, owner.store_id, shopper, now))
}

/** The catalog release that the shopper sees; undefined if there is none. */
export async function releaseOf(context: StorefrontContext): Promise<ShopperRelease | undefined> {
  return (await viewOf(context)).release ?? undefined
}

/** Items per page unless the client sends `page-size`. */
export async function defaultPageSize(context: StorefrontContext): Promise<number> {
  return (await viewOf(context)).page_length
}
