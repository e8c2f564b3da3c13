import type { Database } from '../../db/tables.ts'
import type { Owner } from '../../kernel/owner.ts'
import type { Gift } from '../../pricing/actions/action.ts'
import { findOffers, type Offer, type OfferRequest } from '../catalog/offers.ts'
import { availability } from '../inventory/stock.ts'

/** Something that a promotion gives, as the catalog describes it. */
export type CartGift = { promotion_id: string; offer: Offer; quantity: number }

/** Which gifts can be given now: the catalog offers them to the shopper, and beside what is bought there are enough. */
export async function findGifts(
  db: Database,
  owner: Owner,
  { gifts, bought }: { gifts: readonly Gift[]; bought: ReadonlyMap<string, number> },
  request: Omit<OfferRequest, 'named'>,
): Promise<{ given: CartGift[]; missing: string[] }> {
  if (gifts.length === 0) return { given: [], missing: [] }
  const skus = [...new Set(gifts.map(({ sku }) => sku))]
  const found = await findOffers(db, owner, { ...request, named: { skus } })
  const stock = await availability(
    db,
    owner,
    found.map(({ product_id }) => product_id),
  )
  const offers = new Map(found.map((offer) => [offer.sku, offer]))
  const left = new Map(
    [...stock].map(([product_id, { available }]) => [product_id, available - (bought.get(product_id) ?? 0)]),
  )
  const given: CartGift[] = []
  const missing = new Set<string>()
  for (const { promotion_id, sku, quantity } of gifts) {
    const offer = offers.get(sku)
    // What is not tracked can always be given.
    const rest = offer === undefined ? -1 : (left.get(offer.product_id) ?? quantity) - quantity
    if (offer === undefined || rest < 0) missing.add(sku)
    else {
      if (left.has(offer.product_id)) left.set(offer.product_id, rest)
      given.push({ promotion_id, offer, quantity })
    }
  }
  return { given, missing: [...missing] }
}
