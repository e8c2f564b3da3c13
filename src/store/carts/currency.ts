import type { Database } from '../../db/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { offeredCurrency } from '../catalog/shopper.ts'
import type { CatalogView } from '../catalog/sql/view.ts'
import { findDefaultCurrency } from '../currencies/sql/money-format.ts'
import { findCurrency, termsIn } from '../promotions/terms.ts'
import { type Cart, isCustom } from './cart.ts'

/** Currency of a cart, by default the store's. Throws `invalid` if the store has no currencies. */
export async function currencyOf(
  db: Database,
  { owner_id, currency }: Pick<Cart, 'owner_id' | 'currency'>,
): Promise<string> {
  return currency ?? (await findDefaultCurrency(db, owner_id))
}

/** Same in a view of the shop that was already read. Throws `invalid` for a currency that the store does not offer. */
export function currencyIn(view: CatalogView, { currency }: Pick<Cart, 'currency'>): string {
  return termsIn(view, currency).format.currency
}

/**
 * Sets the requested currency unless the cart has an offered one already, since front ends send the header with every
 * request. An empty cart leaves a withdrawn currency without a request. Throws `malformed_header` for a currency that
 * the store does not offer.
 */
export function withRequestedCurrency(view: CatalogView, cart: Cart, requested: string | null): Cart {
  const currency = requested === null ? null : requestedIn(view, requested)
  if (cart.currency === null) return currency === null ? cart : { ...cart, currency }
  if (findCurrency(view, cart.currency) !== undefined) return cart
  return currency !== null || cart.items.length === 0 ? leavingWithdrawn(cart, currency) : cart
}

function requestedIn({ currencies }: CatalogView, requested: string): string {
  const codes = currencies.map(({ currency }) => currency)
  return offeredCurrency(codes, requested)
}

/**
 * Accepts the new currency of a changed cart. Throws `invalid` for a currency that the store does not offer, and
 * `conflict` if the cart has custom items, whose prices have only one currency.
 */
export function withAcceptedCurrency(view: CatalogView, before: Cart, after: Cart): Cart {
  if (before.currency === after.currency) return after
  const requested = currencyIn(view, after)
  const current = findCurrency(view, before.currency)?.currency
  if (current === undefined) return leavingWithdrawn(after, after.currency)
  const custom = before.items.filter(isCustom)
  if (current === requested || custom.length === 0) return after
  const names = custom.slice(0, 3).map(({ name }) => name)
  const list =
    custom.length > names.length ? `${names.join(', ')} and ${custom.length - names.length} more` : names.join(', ')
  const detail = `The currency of the cart cannot change from ${current}: its custom items (${list}) have no price in ${requested}. Remove them first, or create another cart.`
  throw new AppError('conflict', [{ detail, pointer: '/data/currency' }])
}

/** Nothing in a withdrawn currency can be bought, so its custom items lose their prices instead of blocking the change. */
function leavingWithdrawn(cart: Cart, currency: string | null): Cart {
  const items = cart.items.map((item) => (isCustom(item) ? { ...item, unit_amount: null } : item))
  return { ...cart, currency, items }
}
