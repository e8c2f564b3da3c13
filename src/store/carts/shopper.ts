import type { FastifyRequest } from 'fastify'
import { inStore } from '../../http/caller.ts'
import { shopperOf } from '../catalog/shopper.ts'
import type { Aim } from './change.ts'

/** The cart that the path names, and for whom. Throws `store_needed`. */
export function aimOf(request: FastifyRequest): Aim & { owner: { organization_id: string; store_id: string } } {
  const { cart_id } = request.params as { cart_id: string }
  return { id: cart_id, shopper: shopperOf(request.caller, request.headers), owner: inStore(request.caller) }
}
