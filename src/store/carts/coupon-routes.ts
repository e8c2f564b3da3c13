import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { CartResource } from './cart.ts'
import { addCoupon, CouponCreate, removeCoupon } from './coupons.ts'
import { CartPromotion, explainCart } from './explanations.ts'
import { presentCart } from './present.ts'
import type { PricedCart } from './price.ts'
import { type CartDeps, inCart, params, read } from './routes.ts'
import { CartIfMatch, cartEtag } from './seen.ts'

const tags = ['Applied promotions']
const config = { access: 'shopper' } as const
const COUPONS = '/v2/carts/:cart_id/coupons'

/** Coupons on a cart, and what its promotions do. */
export function couponRoutes(server: Server, deps: CartDeps): void {
  const answer = (priced: PricedCart, reply: FastifyReply) => {
    reply.header('etag', cartEtag(priced))
    return { data: presentCart(priced, deps.base_url) }
  }

  server.post(COUPONS, { config, schema: schemas.add }, async (request, reply) => {
    const { code } = request.body.data
    const priced = await inCart(deps, request, (work, cartRequest) => addCoupon(work, cartRequest, code))
    return reply.code(201).send(answer(priced, reply))
  })

  server.delete(`${COUPONS}/:code`, { config, schema: schemas.remove }, async (request, reply) => {
    const { code } = request.params
    return answer(await inCart(deps, request, (work, cartRequest) => removeCoupon(work, cartRequest, code)), reply)
  })

  server.get('/v2/carts/:cart_id/promotions', { config, schema: schemas.explain }, async (request, reply) => {
    const priced = await read(deps, request)
    reply.header('etag', cartEtag(priced))
    return { data: explainCart(priced, request.caller.role) }
  })
}

const CHANGES = 'Fires `cart.updated`, once, when it changes anything.'

const schemas = {
  add: {
    operationId: 'AddCartCoupon',
    summary: 'Put a coupon on a cart',
    description: `One whose conditions do not hold yet stays on it and works once they do. ${CHANGES}`,
    tags,
    params,
    headers: CartIfMatch,
    body: Data(CouponCreate),
    response: { 201: Data(CartResource), ...errorResponses(409) },
  },
  remove: {
    operationId: 'RemoveCartCoupon',
    summary: 'Take a coupon off a cart',
    description: CHANGES,
    tags,
    params: Type.Object({ ...params.properties, code: Type.String({ minLength: 1, maxLength: 64 }) }),
    headers: CartIfMatch,
    response: { 200: Data(CartResource), ...errorResponses(409) },
  },
  explain: {
    operationId: 'ExplainCart',
    summary: 'What promotions do for a cart, and why others do nothing',
    description:
      'In the order in which they apply. A shopper is not told of promotions that are not announced, need a coupon that is not on the cart, or are for others.',
    tags,
    params,
    response: { 200: Type.Object({ data: Type.Array(CartPromotion) }) },
  },
}
