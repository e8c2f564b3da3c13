import type { FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { type Caller, inStore, isAnonymous } from '../../http/caller.ts'
import { notFound } from '../../kernel/errors.ts'
import { shopperOf } from '../catalog/shopper.ts'
import type { CartRequest } from './change.ts'

/** The cart that the path names, and for whom. Throws `store_needed`, `not_found`. */
export function cartRequestOf(
  request: FastifyRequest,
): CartRequest & { owner: { organization_id: string; store_id: string } } {
  const { cart_id } = request.params as { cart_id: string }
  if (request.caller.role === 'shopper' && isOfStorefront(cart_id)) throw notFound('cart')
  const { role } = request.caller
  return { id: cart_id, role, shopper: shopperOf(request.caller, request.headers), owner: inStore(request.caller) }
}

/**
 * Whether it is a cart of the storefront API, which belongs to the shopper whose id is in its own; all others belong to
 * whoever knows their id.
 */
export function isOfStorefront(cart_id: string | undefined): boolean {
  return cart_id?.startsWith('sf.') === true
}

/** Counts the carts that shoppers of this address open without having logged in: those need nobody's leave, and are kept. */
export function countOpened(newCarts: Access['newCarts'], caller: Caller, address: string): () => void {
  return () => {
    if (isAnonymous(caller)) newCarts.count(caller, address)
  }
}
