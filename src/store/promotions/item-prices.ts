import type { Database } from '../../db/database.ts'
import { at } from '../../kernel/at.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import { NO_SHIPPING } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import type { Item } from '../../pricing/selectors/selector.ts'
import type { Shopper } from '../catalog/sql/choose.ts'
import { promotionSet } from './set.ts'
import { readFacts } from './sql/facts.ts'
import { findPricingTerms } from './sql/terms.ts'

/** The price of an item after catalog promotions, and the one that applied. `amount` in minor units. */
export type ItemPricer = (item: Item, amount: number) => { amount: number; promotion_id: string | null }

/** With the format of its currency. */
export type ItemPricing = { format: MoneyFormat; price: ItemPricer; prices_include_tax: boolean }

type PriceRequest = { shopper: Shopper; currency: string; now: number }

/** Prices items for one shopper where there is no cart. Throws `invalid` for a currency that the store does not have. */
export async function itemPricer(
  db: Database,
  owner_id: string,
  { shopper, currency, now }: PriceRequest,
): Promise<ItemPricing> {
  const { format, revision, cart_stacking, prices_include_tax } = await findPricingTerms(db, owner_id, currency)
  const set = await promotionSet(db, owner_id, { revision, now })
  if (!set.prepared.rules.some(({ promotion }) => promotion.scope === 'item'))
    return { format, prices_include_tax, price: (_item, amount) => ({ amount, promotion_id: null }) }
  const facts = await readFacts(db, owner_id, { set, codes: [], buyer: { shopper, email: null, country: null } })
  const { prepared } = set
  const offers = { prepared, coupons: [], uses: facts.uses, unavailable_gifts: new Set<string>(), cart_stacking }
  const price: ItemPricer = (item, amount) => {
    const line = { id: item.sku, item, quantity: 1, unit_amount: amount, includes_tax: false, taxes: [] }
    const input = { format, now, lines: [line], calculation_method: 'line' as const, shipping: NO_SHIPPING, offers }
    const { lines } = evaluate({ ...input, shopper: facts.shopper })
    const { item_amount, item_promotion_id } = at(lines, 0)
    return { amount: item_amount, promotion_id: item_promotion_id }
  }
  return { format, prices_include_tax, price }
}
