import type { Database } from '../../db/database.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Gift } from '../../pricing/actions/action.ts'
import { lookupBySku } from '../catalog/rules/by-sku.ts'
import { findOffers, type Offer, type OfferRequest } from '../catalog/sql/offers.ts'
import { availability } from '../inventory/stock.ts'
import type { Cart } from './cart.ts'

/** A free item of a promotion, as the catalog offers it. */
export type CartGift = { promotion_id: string; offer: Offer; quantity: number }

/**
 * Splits gifts by availability: the catalog must offer a gift to the shopper, and enough stock must remain after the
 * cart. `unavailable` lists SKUs.
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
  const offerOf = lookupBySku(found)
  const remaining = new Map(
    [...stock].map(([product_id, levels]) => [product_id, levels.available - (bought.get(product_id) ?? 0)]),
  )
  const available: CartGift[] = []
  const unavailable = new Set<string>()
  for (const { promotion_id, sku, quantity } of gifts) {
    const offer = offerOf(sku)
    // Products without tracked stock are always available.
    const after = offer === undefined ? -1 : (remaining.get(offer.product_id) ?? quantity) - quantity
    if (offer === undefined || after < 0) unavailable.add(sku)
    else {
      if (remaining.has(offer.product_id)) remaining.set(offer.product_id, after)
      available.push({ promotion_id, offer, quantity })
    }
  }
  return { available, unavailable: [...unavailable] }
}

/** Units by product, added up over its lines. */
export function unitsByProduct({ items }: Pick<Cart, 'items'>): Map<string, number> {
  const units = new Map<string, number>()
  for (const { product_id, quantity } of items)
    units.set(product_id ?? '', (units.get(product_id ?? '') ?? 0) + quantity)
  return units
}
