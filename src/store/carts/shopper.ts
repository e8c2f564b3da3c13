import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { type Caller, inStore, isAnonymous } from '../../http/callers/caller.ts'
import { notFound } from '../../kernel/errors.ts'
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
 * Returns a callback that counts a cart created by an anonymous shopper. It throws `too_many_requests` over the limit
 * of the address.
 */
export function newCartCounter(newCarts: Access['newCarts'], caller: Caller, address: string): () => void {
  return () => {
    if (isAnonymous(caller)) newCarts.count(caller, address)
  }
}
