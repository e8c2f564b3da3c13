import { type Static, Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../http/idempotency.ts'
import type { Server } from '../../http/server.ts'
import { invalid } from '../../kernel/errors.ts'
import { CartId } from '../carts/cart.ts'
import { cartIfMatch } from '../carts/if-match.ts'
import { CartHeaders, cartRequestOf } from '../carts/shopper.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { idempotent } from '../kit/sql/idempotency.ts'
import { OrderAddressBody } from '../orders/address.ts'
import { presentOrder } from '../orders/events.ts'
import { OrderEnvelope } from '../orders/routes.ts'
import { checkOut } from './checkout.ts'
import type { Checkout } from './request.ts'

export function routes(server: Server, deps: RouteDeps): void {
  server.post(
    '/v2/carts/:cart_id/checkout',
    { config: { access: 'shopper', area: 'carts' }, schema },
    async (request, reply) => {
      const { owner, id: cart_id, shopper, currency } = cartRequestOf(request)
      const { role, session_id, account_member_id } = request.caller
      const expected = cartIfMatch(request.headers['if-match'])
      const caller = { role, shopper, currency, account_member_id, session_id: role === 'shopper' ? session_id : null }
      const checkout = checkoutOf(request.body.data)
      const response = await idempotent(deps, owner, keyedRequest(request), async (work) => {
        const { order, items } = await checkOut(work, { ...caller, cart_id, checkout, expected })
        const body = presentOrder(order, items, deps.base_url)
        return {
          status: 201,
          body,
          headers: { location: `${deps.base_url}/orders/${order.id}`, etag: `"${order.version}"` },
        }
      })
      return give(reply, response)
    },
  )
}

/** Throws `invalid` if the body has two different shipping options. */
function checkoutOf({ shipping_option: sent, shipping_option_id: id, ...checkout }: Static<typeof Body>): Checkout {
  const named = typeof sent === 'object' ? sent.id : sent
  if (named !== undefined && id !== undefined && named !== id) {
    const detail = 'data.shipping_option and data.shipping_option_id must be the same.'
    throw invalid([{ detail, pointer: '/data/shipping_option' }])
  }
  return { ...checkout, shipping_option: named ?? id } as Checkout
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
  account: Type.Optional(
    Type.Object({
      ...Id.properties,
      member_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The member of the account who buys; by default that of the account token.',
        }),
      ),
    }),
  ),
  contact: Type.Optional({
    ...Person,
    description:
      'The person who buys for `account`, by default for the account of the account token. Replaces `customer`; the order shows it as both.',
  }),
  shipping_address: Type.Optional({ ...OrderAddressBody, description: 'By default the billing address.' }),
  billing_address: OrderAddressBody,
  shipping_option: Type.Optional(
    Type.Union(
      [Type.String({ minLength: 1, maxLength: 100 }), Type.Object(Id.properties, { title: 'ShippingOptionById' })],
      { description: 'Its id, its code, or an object with its id. Without one, shipping is free of charge.' },
    ),
  ),
  shipping_option_id: Type.Optional(Type.String({ format: 'uuid', description: 'The same by its id only.' })),
  order_number: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  external_ref: Type.Optional(Type.String({ maxLength: 255 })),
  expected_total: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The displayed total of the order, including shipping and taxes, in minor units. The response is a 409 if it differs.',
    }),
  ),
})

const schema = {
  operationId: 'CheckOut',
  summary: 'Turn a cart into an order',
  description:
    'Allocates the stock, freezes items and prices, and empties the cart. Emits `stock-transaction.created` for each tracked ' +
    'product, `order.created` and `cart.updated`. An order with a total of 0 is paid at once. Send the ETag of the cart in ' +
    '`If-Match`, or `expected_total`, to charge the displayed amounts only: otherwise the response is a 409 that names the changes.',
  tags: ['Orders'],
  params: Type.Object({ cart_id: CartId }),
  headers: Type.Object({ ...CartHeaders.properties, ...IdempotencyKey.properties }),
  body: Data(Body),
  response: { 201: OrderEnvelope, ...errorResponses(409) },
}
