import type { Database } from '../../db/database.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { type Money, money } from '../../pricing/money.ts'
import { type CartRequest, readCart } from '../carts/change.ts'
import { type ExplainedCartPromotion, explainCart } from '../carts/explanations.ts'
import { priceCart } from '../carts/price.ts'
import type { PromotionRow } from '../promotions/promotion-row.ts'

/** Totals of a cart without and with a promotion, before shipping. */
export type TriedCart = {
  cart_id: string
  before: Money
  after: Money
  discount: Money
  /** Effect of the promotion, or the reason why it does not apply. */
  explanation: ExplainedCartPromotion | null
  /** All promotions of the cart including the trial, in order of application. */
  promotions: ExplainedCartPromotion[]
}

type Context = { db: Database; owner: Owner; now: number }

/** Prices a cart as is, and with a promotion that is not stored. Throws `invalid` for an unknown cart. */
export async function tryOnCart(
  context: Context,
  cartRequest: Pick<CartRequest, 'id' | 'shopper' | 'currency'>,
  trial: PromotionRow,
): Promise<TriedCart> {
  const { db, owner, now } = context
  const before = await readCart(context, cartRequest)
  if (before.cart.version === 0) {
    const detail = 'data.cart_id must be the id of a cart of the store.'
    throw invalid([{ detail, pointer: '/data/cart_id' }])
  }
  const after = await priceCart(db, before.cart, { owner, shopper: cartRequest.shopper, now, trial })
  const promotions = explainCart(after, 'seller')
  const [total, tried] = [before.totals.with_tax, after.totals.with_tax]
  return {
    cart_id: before.cart.id,
    before: money(total, before.format),
    after: money(tried, before.format),
    discount: money(total - tried, before.format),
    explanation: promotions.find((one) => one.id === trial.id) ?? null,
    promotions,
  }
}
