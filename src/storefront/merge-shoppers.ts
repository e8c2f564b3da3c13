import { AppError } from '../kernel/errors.ts'
import { type Cart, type CartItem, isCustom } from '../store/carts/cart.ts'
import { changeCart } from '../store/carts/change.ts'
import { currencyOf } from '../store/carts/currency.ts'
import { findSameLine } from '../store/carts/custom-data.ts'
import { lockCart } from '../store/carts/store.ts'
import { change, type Work } from '../store/kit/work.ts'
import type { StorefrontContext } from './context.ts'
import { addAddress } from './shoppers/address-book.ts'
import { storedCartIdOf } from './shoppers/current-cart.ts'
import { destinationOf } from './shoppers/destination.ts'
import {
  type CheckoutDetails,
  lockShopperState,
  NO_DETAILS,
  shopperIdOf,
  updateShopperState,
} from './shoppers/sql/checkout-details.ts'
import { mergeLines } from './wishlists/sql/lines.ts'

/**
 * Moves the cart lines, coupons, addresses, payment methods and wishlist of an anonymous session to the customer who
 * has logged in. For an item in both carts, the anonymous cart's quantity is used. Custom items are not moved if the
 * customer's cart has another currency.
 */
export async function mergeShoppers(context: StorefrontContext, from: string): Promise<void> {
  const { deps, owner, shopper } = context
  const { role } = context.caller
  const { store_id } = owner
  const to = shopperIdOf(context.caller)
  await change(deps, owner, async (work) => {
    const source = await lockShopperState(work.tx, store_id, { shopper_id: from, customer_id: null })
    const target = await lockShopperState(work.tx, store_id, to)
    const details = await mergeDetails(work, context, { source: source.details, target: target.details })
    await updateShopperState(work, store_id, to, { ...target, details })
    await updateShopperState(
      work,
      store_id,
      { shopper_id: from, customer_id: null },
      { ...source, details: NO_DETAILS },
    )
    await mergeLines(work.tx, { owner_id: store_id, shopper_id: from }, to.shopper_id)
    const id = storedCartIdOf(from, source.number)
    const previous = await lockCart(work.tx, { owner_id: store_id, id })
    if (previous === undefined || previous.items.length + previous.coupons.length === 0) return
    const own = await lockCart(work.tx, { owner_id: store_id, id: storedCartIdOf(to.shopper_id, target.number) })
    const retained = await findRetainedItems(work, previous, own)
    await changeCart(work, { id, role, shopper }, (cart) => ({ ...cart, items: retained, coupons: [] }))
    const destination = await destinationOf(work, context, details)
    const cartRequest = {
      id: storedCartIdOf(to.shopper_id, target.number),
      role,
      shopper,
      ...(destination !== null && { destination }),
    }
    await changeCart(work, cartRequest, (cart) => mergeCarts(cart, withoutItems(previous, retained)))
  })
}

/** The customer's own choices take precedence. */
async function mergeDetails(
  work: Work,
  context: StorefrontContext,
  { source, target }: { source: CheckoutDetails; target: CheckoutDetails },
): Promise<CheckoutDetails> {
  let details = target
  const ids = new Map<string | null, string>()
  for (const { id, ...fields } of source.addresses) {
    const added = await addAddress(work, context, { details, fields }).catch(nullIfInvalid)
    if (added === null) continue
    details = added.details
    ids.set(id, added.id)
  }
  const payment_methods = [...details.payment_methods, ...source.payment_methods]
  const idOf = (address: string | null) => ids.get(address) ?? null
  return {
    ...details,
    payment_methods,
    order_payment_method: target.order_payment_method ?? source.order_payment_method,
    payment_method: target.payment_method ?? source.payment_method,
    billing_address: target.billing_address ?? idOf(source.billing_address),
    shipping_address: target.shipping_address ?? idOf(source.shipping_address),
    default_billing_address: target.default_billing_address ?? idOf(source.default_billing_address),
    default_shipping_address: target.default_shipping_address ?? idOf(source.default_shipping_address),
  }
}

/** Drops an address that the store rejects, because it must not prevent the login. */
function nullIfInvalid(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** Items that stay in the previous cart: custom items whose prices are not in the currency of the customer's cart. */
async function findRetainedItems({ tx }: Work, previous: Cart, own: Cart | undefined): Promise<CartItem[]> {
  const custom = previous.items.filter(isCustom)
  if (custom.length === 0 || own === undefined) return []
  return (await currencyOf(tx, previous)) === (await currencyOf(tx, own)) ? [] : custom
}

function withoutItems(cart: Cart, removed: readonly CartItem[]): Cart {
  return { ...cart, items: cart.items.filter((item) => !removed.includes(item)) }
}

function mergeCarts(cart: Cart, previous: Cart): Cart {
  const isSame = (one: CartItem, other: CartItem) =>
    isCustom(one) ? one.id === other.id : findSameLine([one], other) !== undefined
  const merged = cart.items.map((item): CartItem => {
    const same = previous.items.find((other) => isSame(item, other))
    return same === undefined ? item : { ...item, quantity: same.quantity, updated_at: same.updated_at }
  })
  const added = previous.items.filter((other) => !cart.items.some((item) => isSame(item, other)))
  const currency = cart.version === 0 ? previous.currency : cart.currency
  return { ...cart, currency, items: [...merged, ...added], coupons: union(cart.coupons, previous.coupons) }
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])]
}
