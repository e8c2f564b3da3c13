import type { Database } from '../../db/database.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Gift } from '../../pricing/actions/action.ts'
import { findOffers, type Offer, type OfferRequest } from '../catalog/sql/offers.ts'
import { availability } from '../inventory/stock.ts'
import type { Cart } from './cart.ts'

/** A free item of a promotion, as offered by the catalog. */
export type CartGift = { promotion_id: string; offer: Offer; quantity: number }

/**
 * The gifts that are available: the catalog offers them to the shopper, and enough stock remains after what the cart buys.
 * `unavailable` has the skus of the others.
 */
export async function findGifts(
  db: Database,
  owner: Owner,
  { gifts, bought }: { gifts: readonly Gift[]; bought: ReadonlyMap<string, number> },
  request: Omit<OfferRequest, 'named'>,
): Promise<{ available: CartGift[]; unavailable: string[] }> {
  if (gifts.length === 0) return { available: [], unavailable: [] }
  const skus = [...new Set(gifts.map(({ sku }) => sku))]
  const found = await findOffers(db, owner, { ...request, named: { skus } })
  const stock = await availability(
    db,
    owner,
    found.map(({ product_id }) => product_id),
  )
  const offers = new Map(found.map((offer) => [offer.sku, offer]))
  const remaining = new Map(
    [...stock].map(([product_id, levels]) => [product_id, levels.available - (bought.get(product_id) ?? 0)]),
  )
  const available: CartGift[] = []
  const unavailable = new Set<string>()
  for (const { promotion_id, sku, quantity } of gifts) {
    const offer = offers.get(sku)
    // A product whose stock is not tracked is always available.
    const after = offer === undefined ? -1 : (remaining.get(offer.product_id) ?? quantity) - quantity
    if (offer === undefined || after < 0) unavailable.add(sku)
    else {
      if (remaining.has(offer.product_id)) remaining.set(offer.product_id, after)
      available.push({ promotion_id, offer, quantity })
    }
  }
  return { available, unavailable: [...unavailable] }
}

/** What a cart buys, by product, which may have several lines. */
export function unitsByProduct({ items }: Pick<Cart, 'items'>): Map<string, number> {
  const units = new Map<string, number>()
  for (const { product_id, quantity } of items)
    units.set(product_id ?? '', (units.get(product_id ?? '') ?? 0) + quantity)
  return units
}
