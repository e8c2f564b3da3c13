import { AppError } from '../../kernel/errors.ts'
import { type CartRequest, priceFound, readCart } from '../../store/carts/change.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { cartLimits } from '../../store/carts/shopper.ts'
import { catalogViewAt } from '../../store/catalog/sql/view.ts'
import { change, type Work } from '../../store/kit/work.ts'
import { cachedValue, loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import { type Absence, type Params, type ResourceState, withParams } from '../hypermedia/resource.ts'
import { type AmountFormat, amountFormat } from '../money.ts'
import { addressesOf } from '../shoppers/address-book.ts'
import { addressLocation } from '../shoppers/address-form.ts'
import { buyerDetails } from '../shoppers/buyer.ts'
import { assertCurrent, type CartParams, currentParams, currentReader, storedCartId } from '../shoppers/current-cart.ts'
import { destinationId, isShopperStateRead, setShopperState, shopperState } from '../shoppers/sql/checkout-details.ts'
import { setView, viewOf } from '../view.ts'
import { type CartLine, cartLines } from './lines.ts'
import { findCurrentCart } from './sql/current-cart.ts'

/** The shopper's current cart, as read for one request. */
export type CurrentCart = {
  /** Path parameters of the cart. */
  params: CartParams
  priced: PricedCart
  /** The format in which the shopper reads its amounts. */
  format: AmountFormat
  /** Lines by id, in display order. */
  lines: ReadonlyMap<string, CartLine>
  /**
   * The available units of products that the shopper added, by product id, if their stock is tracked; null if not read.
   */
  stock: ReadonlyMap<string, number> | null
}

/** Reads resources that render the current cart. */
export function cartReader(render: (cart: CurrentCart) => ResourceState): StorefrontResource['read'] {
  return currentReader({
    parameter: 'cart',
    load: currentCart,
    render: (cart) => ({ ...render(cart), params: cart.params }),
  })
}

export function lineReader(
  render: (line: CartLine, cart: CurrentCart) => ResourceState | Absence,
): StorefrontResource['read'] {
  return currentReader({
    parameter: 'cart',
    load: currentCart,
    render(cart, params) {
      const line = cart.lines.get(lineIdOf(params))
      if (line === undefined) return 'missing'
      return withParams(render(line, cart), { ...cart.params, lineitem: encodeId(line.id) })
    },
  })
}

export function lineIdOf({ lineitem = '' }: Params): string {
  return decodeId(lineitem)
}

/** Changes the current cart in one transaction. Throws `forbidden`, `not_found` if the parameters identify another cart. */
export async function changeCurrentCart<Result>(
  context: StorefrontContext,
  params: Params,
  body: (work: Work, cartRequest: CartRequest) => Promise<Result>,
): Promise<Result> {
  await assertCurrent(context, params, 'cart')
  const { number } = await shopperState(context)
  const { caller, network_address, now, deps } = context
  const cartRequest = {
    id: storedCartId(context, number),
    role: caller.role,
    ...cartLimits(deps.access, caller, network_address, now),
    shopper: context.shopper,
    ...(await destinationAndBuyer(context)),
  }
  try {
    return await change(context.deps, context.owner, (work) => body(work, cartRequest))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    context.cache.clear()
    // If the cart was bought in the meantime, the change applies to the next cart. It fails if the URI names the old
    // cart.
    if ((await shopperState(context)).number === number) throw error
    return changeCurrentCart(context, params, body)
  }
}

/** The shipping location and the buyer, as far as the shopper has entered them. */
async function destinationAndBuyer(context: StorefrontContext): Promise<Pick<CartRequest, 'destination' | 'buyer'>> {
  const { details } = await shopperState(context)
  const chosen = destinationId(details)
  const address = chosen === null ? undefined : (await addressesOf(context)).find(({ id }) => id === chosen)
  return {
    ...(address !== undefined && { destination: addressLocation(address) }),
    ...buyerDetails(context, details),
  }
}

const CART_KEY = 'cart'

export function currentCart(context: StorefrontContext): Promise<CurrentCart> {
  return loadOnce(context, CART_KEY, async () => {
    const { deps, owner, now, shopper } = context
    const read = { db: deps.db, owner, now }
    const found = isShopperStateRead(context) ? null : await findCurrentCart(context)
    if (found !== null) {
      setShopperState(context, found.state)
      setView(context, await catalogViewAt(deps.db, owner, shopper, { revision: found.shop_revision, now }))
    }
    const { number } = await shopperState(context)
    const cartRequest = { id: storedCartId(context, number), shopper, ...(await destinationAndBuyer(context)) }
    if (found === null) return toCurrentCart(context, await readCart(read, cartRequest), null)
    const { cart, stock } = found
    return toCurrentCart(context, await priceFound(read, cartRequest, { cart, view: await viewOf(context) }), stock)
  })
}

async function toCurrentCart(
  context: StorefrontContext,
  priced: PricedCart,
  stock: CurrentCart['stock'],
): Promise<CurrentCart> {
  const format = amountFormat(context.locale, priced.format)
  return { params: await currentParams(context), priced, format, lines: cartLines(priced), stock }
}

/** The context after a change that affected only the cart and has already priced it. */
export async function contextWithCart(context: StorefrontContext, priced: PricedCart): Promise<StorefrontContext> {
  const cart = await toCurrentCart(context, priced, null)
  return { ...context, now: priced.input.now, cache: new Map(context.cache).set(CART_KEY, Promise.resolve(cart)) }
}

/** The current cart if this request has read it already. */
export function cachedCart(context: StorefrontContext): Promise<CurrentCart> | null {
  return cachedValue(context, CART_KEY)
}
