import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { type Caller, inStore, isAnonymous, shopperId } from '../../http/callers/caller.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { CurrencyHeaders, requestedCurrency, shopperOf } from '../catalog/shopper.ts'
import type { CartRequest } from './change.ts'
import { CartIfMatch } from './if-match.ts'

/** Headers of requests that change a cart. Reads take only the currency headers. */
export const CartHeaders = Type.Object({ ...CurrencyHeaders.properties, ...CartIfMatch.properties })

/** Returns the cart, shopper and caller of a request. Throws `store_needed` and `not_found`. */
export function cartRequestOf(
  request: FastifyRequest,
): CartRequest & { owner: { organization_id: string; store_id: string } } {
  const { cart_id } = request.params as { cart_id: string }
  if (request.caller.role === 'shopper' && isStorefrontCart(cart_id)) throw notFound('cart')
  const { caller, headers } = request
  const shopper = shopperOf(caller, headers)
  return { id: cart_id, role: caller.role, shopper, currency: requestedCurrency(headers), owner: inStore(caller) }
}

/**
 * True for a cart of the storefront API, which belongs to the shopper whose id is part of the cart's. Anyone who knows
 * its id can use any other cart.
 */
export function isStorefrontCart(cart_id: string | undefined): boolean {
  return cart_id?.startsWith('sf.') === true
}

/**
 * Limits of shoppers, which throw `too_many_requests`: new carts of anonymous shoppers of an address, and wrong coupon
 * codes of a shopper and of an address. Sellers can list the codes.
 */
export function cartLimits(
  { newCarts, failures }: Pick<Access, 'newCarts' | 'failures'>,
  caller: Caller,
  address: string,
  now: number,
): Required<Pick<CartRequest, 'onCreate' | 'beginGuess'>> {
  return {
    onCreate() {
      if (isAnonymous(caller)) newCarts.count(caller, address)
    },
    beginGuess() {
      if (caller.role === 'seller') return () => {}
      return failures.beginGuess({ scope: `coupons of ${ownerId(caller)}`, account: shopperId(caller), address }, now)
    },
  }
}
