import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { offeredCurrency } from '../catalog/shopper.ts'
import type { CatalogView } from '../catalog/sql/view.ts'
import { findMoneyFormat } from '../currencies/sql/money-format.ts'
import { termsIn } from '../promotions/terms.ts'
import { type Cart, isCustom } from './cart.ts'

/** Currency of a cart, by default the store's. Throws `invalid` for a currency that the store does not have. */
export async function currencyOf(
  db: Database,
  { owner_id, currency }: Pick<Cart, 'owner_id' | 'currency'>,
): Promise<string> {
  return (await findMoneyFormat(db, owner_id, currency)).currency
}

/** Same in a view of the shop that was already read. */
export function currencyIn(view: CatalogView, { currency }: Pick<Cart, 'currency'>): string {
  return termsIn(view, currency).format.currency
}

/**
 * Sets the requested currency unless the cart has one already, since front ends send the header with every request.
 * Throws `malformed_header` for a currency that the store does not have.
 */
export function withRequestedCurrency(view: CatalogView, cart: Cart, requested: string | null): Cart {
  if (requested === null) return cart
  const codes = view.currencies.map(({ currency }) => currency)
  const offered = offeredCurrency(codes, requested)
  return { ...cart, currency: cart.currency ?? offered }
}

/** Throws `conflict` if a cart with custom items would change its currency: their prices have only one. */
export function assertCurrencyUnchanged(view: CatalogView, before: Cart, after: Cart): void {
  const custom = before.items.filter(isCustom)
  if (before.currency === after.currency || custom.length === 0) return
  const [current, requested] = [currencyIn(view, before), currencyIn(view, after)]
  if (current === requested) return
  const names = custom.slice(0, 3).map(({ name }) => name)
  const list =
    custom.length > names.length ? `${names.join(', ')} and ${custom.length - names.length} more` : names.join(', ')
  const detail = `The currency of the cart cannot change from ${current}: its custom items (${list}) have no price in ${requested}. Remove them first, or create another cart.`
  throw new AppError('conflict', [{ detail, pointer: '/data/currency' }])
}
