import { type Static, Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../http/idempotency.ts'
import type { Server } from '../../http/server.ts'
import { invalid } from '../../kernel/errors.ts'
import { CartId } from '../carts/cart.ts'
import { CartIfMatch, cartIfMatch } from '../carts/seen.ts'
import { cartRequestOf } from '../carts/shopper.ts'
import { idempotent } from '../kit/idempotency.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { OrderAddressBody } from '../orders/address.ts'
import { OrderEnvelope } from '../orders/routes.ts'
import { presentOrder } from '../orders/tell.ts'
import { checkOut } from './checkout.ts'
import type { Checkout } from './request.ts'

export function routes(server: Server, deps: RouteDeps): void {
  server.post('/v2/carts/:cart_id/checkout', { config: { access: 'shopper' }, schema }, async (request, reply) => {
    const { owner, id: cart_id, shopper } = cartRequestOf(request)
    const { role, session_id, account_member_id } = request.caller
    const seen = cartIfMatch(request.headers['if-match'])
    const who = { role, shopper, account_member_id, session_id: role === 'shopper' ? session_id : null }
    const checkout = checkoutOf(request.body.data)
    const answer = await idempotent(deps, owner, keyedRequest(request), async (work) => {
      const { order, items } = await checkOut(work, { ...who, cart_id, checkout, seen })
      const body = presentOrder(order, items, deps.base_url)
      return {
        status: 201,
        body,
        headers: { location: `${deps.base_url}/orders/${order.id}`, etag: `"${order.version}"` },
      }
    })
    return give(reply, answer)
  })
}

/** Throws `invalid` for two different shipping options. */
function checkoutOf({ shipping_option, ...checkout }: Static<typeof Body>): Checkout {
  const alias = typeof shipping_option === 'object' ? shipping_option.id : shipping_option
  const { shipping_option_id = alias } = checkout
  if (alias !== undefined && alias !== shipping_option_id) {
    const detail = 'data.shipping_option and data.shipping_option_id must not name different options.'
    throw invalid([{ detail, pointer: '/data/shipping_option' }])
  }
  return { ...checkout, shipping_option_id } as Checkout
}

const Person = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  email: Type.String({ format: 'email', maxLength: 254 }),
})
const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

const Body = Type.Object({
  customer: Type.Optional(
    Type.Partial(Type.Object({ ...Id.properties, ...Person.properties }), {
      description: 'A customer of the store by its id, or a guest by name and email.',
    }),
  ),
  account: Type.Optional(Id),
  contact: Type.Optional(Person),
  shipping_address: Type.Optional({ ...OrderAddressBody, description: 'By default the billing address.' }),
  billing_address: OrderAddressBody,
  shipping_option_id: Type.Optional(Type.String({ format: 'uuid' })),
  shipping_option: Type.Optional(
    Type.Union([Type.String({ format: 'uuid' }), Id], {
      description: 'Another name of `shipping_option_id`: the id, or an object that holds it.',
    }),
  ),
  order_number: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  external_ref: Type.Optional(Type.String({ maxLength: 255 })),
  expected_total: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'What the buyer was told that the order comes to, shipping and taxes included, in minor units; 409 when it comes to something else.',
    }),
  ),
})

const schema = {
  operationId: 'CheckOut',
  summary: 'Turn a cart into an order',
  description:
    'Takes the stock, freezes what is sold and for how much, and empties the cart. Fires `stock-transaction.created` for ' +
    'each product, `order.created` and `cart.updated`; an order that costs nothing is paid at once. With the ETag of the ' +
    'cart in `If-Match`, or with `expected_total`, what was shown is what is charged: else 409, which says what moved.',
  tags: ['Orders'],
  params: Type.Object({ cart_id: CartId }),
  headers: Type.Object({ ...CartIfMatch.properties, ...IdempotencyKey.properties }),
  body: Data(Body),
  response: { 201: OrderEnvelope, ...errorResponses(409) },
}
