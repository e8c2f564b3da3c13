import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { CurrencyHeaders } from '../catalog/shopper.ts'
import { CartResource } from './cart.ts'
import { addCoupon, CouponCreate, removeCoupon } from './coupons.ts'
import { CartPromotion, explainCart } from './explanations.ts'
import { cartEtag } from './if-match.ts'
import { presentCart } from './present.ts'
import type { PricedCart } from './price.ts'
import { type CartDeps, inCart, params, read } from './routes.ts'
import { CartHeaders } from './shopper.ts'

const tags = ['Applied promotions']
const config = { access: 'shopper', area: 'carts' } as const
const COUPONS = '/v2/carts/:cart_id/coupons'

export function couponRoutes(server: Server, deps: CartDeps): void {
  const respond = (priced: PricedCart, reply: FastifyReply) => {
    reply.header('etag', cartEtag(priced))
    return { data: presentCart(priced, deps.base_url) }
  }

  server.post(COUPONS, { config, schema: schemas.add }, async (request, reply) => {
    const { code } = request.body.data
    const priced = await inCart(deps, request, (work, cartRequest) => addCoupon(work, cartRequest, code))
    return reply.code(201).send(respond(priced, reply))
  })

  for (const [url, schema] of [
    [`${COUPONS}/:code`, schemas.remove],
    ['/v2/carts/:cart_id/discounts/:code', schemas.removeDiscount],
  ] as const) {
    server.delete(url, { config, schema }, async (request, reply) => {
      const { code } = request.params as { code: string }
      return respond(await inCart(deps, request, (work, cartRequest) => removeCoupon(work, cartRequest, code)), reply)
    })
  }

  server.get('/v2/carts/:cart_id/promotions', { config, schema: schemas.explain }, async (request, reply) => {
    const priced = await read(deps, request)
    reply.header('etag', cartEtag(priced))
    return { data: explainCart(priced, request.caller.role) }
  })
}

const CHANGES = 'Emits one `cart.updated` if anything changes.'

const removal = {
  description: CHANGES,
  tags,
  params: Type.Object({ ...params.properties, code: Type.String({ minLength: 1, maxLength: 64 }) }),
  headers: CartHeaders,
  response: { 200: Data(CartResource), ...errorResponses(409) },
}

const schemas = {
  add: {
    operationId: 'AddCartCoupon',
    summary: 'Add a coupon to a cart',
    description: `A coupon whose conditions are not met yet stays in the cart and applies once they are. ${CHANGES}`,
    tags,
    params,
    headers: CartHeaders,
    body: Data(CouponCreate),
    response: { 201: Data(CartResource), ...errorResponses(409) },
  },
  remove: { ...removal, operationId: 'RemoveCartCoupon', summary: 'Remove a coupon from a cart' },
  removeDiscount: {
    ...removal,
    operationId: 'RemoveCartDiscount',
    summary: 'Remove a coupon from a cart by its other address',
  },
  explain: {
    operationId: 'ExplainCart',
    summary: 'Explain the promotions of a cart',
    description:
      'The discount of each promotion, or why it does not apply, in the order of application. For shoppers, promotions are omitted that have not started or have ended, require a coupon that the cart does not have, or are for other customers.',
    tags,
    params,
    headers: CurrencyHeaders,
    response: { 200: Type.Object({ data: Type.Array(CartPromotion) }) },
  },
}
