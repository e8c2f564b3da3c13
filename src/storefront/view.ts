import type { ShopperRelease } from '../store/catalog/sql/choose.ts'
import { type CatalogView, findCatalogView } from '../store/catalog/sql/view.ts'
import { loadOnce, type StorefrontContext } from './context.ts'

const VIEW_KEY = 'view'

/** The data that the shopper's view of the catalog depends on, read by one statement per request. */
export function viewOf(context: StorefrontContext): Promise<CatalogView> {
  const { deps, owner, shopper, now } = context
  return loadOnce(context, VIEW_KEY, () => findCatalogView(deps.db, owner, shopper, now))
}

/** Stores a view that was read together with other data. */
export function setView(context: StorefrontContext, view: CatalogView): void {
  context.cache.set(VIEW_KEY, Promise.resolve(view))
}

/** The catalog release that the shopper sees; undefined if there is none. */
export async function releaseOf(context: StorefrontContext): Promise<ShopperRelease | undefined> {
  return (await viewOf(context)).release ?? undefined
}

/** Items per page unless the client sends `page-size`. */
export async function defaultPageSize(context: StorefrontContext): Promise<number> {
  return (await viewOf(context)).page_length
}
