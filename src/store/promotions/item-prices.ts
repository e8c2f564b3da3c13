import type { Database } from '../../db/database.ts'
import { at } from '../../kernel/at.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import { NO_SHIPPING } from '../../pricing/input.ts'
import type { Promotion } from '../../pricing/promotion.ts'
import type { Item } from '../../pricing/selectors/selector.ts'
import type { Shopper } from '../catalog/sql/choose.ts'
import { promotionSet } from './set.ts'
import { type Facts, readFacts } from './sql/facts.ts'
import type { PricingTerms } from './terms.ts'

/** Price of an item after catalog promotions, and the promotion that applied. `amount` is in minor units. */
export type ItemPricer = (item: Item, amount: number) => { amount: number; promotion_id: string | null }

/**
 * `depends_on` identifies everything that prices depend on besides the item and its amount, so equal values mean equal
 * prices; '' without item promotions.
 */
export type ItemPricing = { price: ItemPricer; prices_include_tax: boolean; depends_on: string }

type Terms = Pick<PricingTerms, 'format' | 'revision' | 'cart_stacking' | 'prices_include_tax'>

type PriceRequest = { shopper: Shopper; now: number }

/** Prices items for one shopper where there is no cart. */
export async function itemPricer(
  db: Database,
  owner_id: string,
  { format, revision, cart_stacking, prices_include_tax }: Terms,
  { shopper, now }: PriceRequest,
): Promise<ItemPricing> {
  const set = await promotionSet(db, owner_id, { revision, now })
  const rules = set.prepared.rules.filter(({ promotion }) => promotion.scope === 'item')
  if (rules.length === 0)
    return { prices_include_tax, depends_on: '', price: (_item, amount) => ({ amount, promotion_id: null }) }
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
  return { prices_include_tax, depends_on: dependencies(rules, facts, { revision, cart_stacking, now }), price }
}

/** The revision covers all promotions, but not that they begin and end meanwhile. */
function dependencies(
  rules: readonly { promotion: Pick<Promotion, 'id' | 'start' | 'end'> }[],
  { shopper, uses }: Facts,
  { revision, cart_stacking, now }: Pick<Terms, 'revision' | 'cart_stacking'> & { now: number },
): string {
  const running = rules.map(({ promotion: { start, end } }) => (start ?? now) <= now && now < (end ?? Infinity))
  return JSON.stringify([revision, cart_stacking, running, shopper, [...uses]])
}
