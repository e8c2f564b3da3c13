import { lookupBySku } from '../../catalog/rules/by-sku.ts'
import { findOffers, type Offer, type OfferRequest } from '../../catalog/sql/offers.ts'
import type { CatalogView } from '../../catalog/sql/view.ts'
import type { Work } from '../../kit/work.ts'
import type { Cart } from '../cart.ts'
import type { CartRequest } from '../change.ts'
import { currencyIn } from '../currency.ts'
import type { NewCatalogItem, RequestedItem } from './new-item.ts'

/** `all` adds all items or none; `possible` adds those that can be added. */
export type Mode = 'all' | 'possible'

type Requested = { cart: Cart; view: CatalogView; requested: readonly RequestedItem[]; mode: Mode }

/**
 * Returns a lookup of the products to add; undefined for products that are not offered. In mode `all`, ids are taken
 * unchecked without a statement, because pricing the cart checks them.
 */
export async function productFinder(work: Work, { shopper }: CartRequest, { cart, view, requested, mode }: Requested) {
  const items = requested.flatMap(({ item }) => (item.type === 'cart_item' ? [item] : []))
  const ids = mode === 'all' ? [] : items.flatMap(({ id }) => id?.toLowerCase() ?? [])
  const skus = items.flatMap(({ id, sku }) => (id === undefined ? (sku ?? []) : []))
  const currency = ids.length + skus.length === 0 ? '' : currencyIn(view, cart)
  const request = { shopper, release: view.release, currency, now: work.now }
  const by_id = new Map((await offered(work, request, { ids })).map((offer) => [offer.product_id, offer]))
  const bySku = lookupBySku(await offered(work, request, { skus }))
  const isSold = (offer: Offer | undefined) => offer !== undefined && (mode === 'all' || offer.price !== null)
  return ({ id, sku }: NewCatalogItem): string | undefined => {
    if (id !== undefined && mode === 'all') return id.toLowerCase()
    const offer = id === undefined ? bySku(sku ?? '') : by_id.get(id.toLowerCase())
    return isSold(offer) ? offer?.product_id : undefined
  }
}

function offered({ tx, owner }: Work, request: Omit<OfferRequest, 'named'>, named: OfferRequest['named']) {
  return findOffers(tx, owner, { ...request, named })
}
