import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { give, keyedRequest } from '../../http/idempotency.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { idempotent } from '../kit/sql/idempotency.ts'

export async function sendOnce(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  effect: Parameters<typeof idempotent>[3],
) {
  return give(reply, await idempotent(deps, inStore(request.caller), keyedRequest(request), effect))
}

export function productIn({ params }: Pick<FastifyRequest, 'params'>): string {
  return (params as { product_id: string }).product_id.toLowerCase()
}

export const ProductId = Type.String({ format: 'uuid', description: 'Id of the product.' })
export const tags = ['Inventories']
export const params = Type.Object({ product_id: ProductId })
export const EMITS = 'Emits `stock-transaction.created`.'
