import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { newId } from '../../db/new-id.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import { invalid } from '../../kernel/errors.ts'
import { type RouteDeps, sendList } from '../kit/routes.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { CartCreate, CartId, CartResource, CartUpdate } from './cart.ts'
import { type CartRequest, changeCart, readCart, removeCart } from './change.ts'
import { assignCustomers, CustomerIdentifiers } from './customers.ts'
import { CartIfMatch, cartEtag, cartIfMatch } from './if-match.ts'
import { cartList, listCarts } from './list.ts'
import { presentCart } from './present.ts'
import type { PricedCart } from './price.ts'
import { cartRequestOf, isStorefrontCart, newCartCounter } from './shopper.ts'

const config = { access: 'shopper' } as const
const ONE = '/v2/carts/:cart_id'

export type CartDeps = RouteDeps & Pick<Access, 'newCarts'>

export function routes(server: Server, deps: CartDeps): void {
  const { base_url } = deps

  server.get('/v2/carts', { config: { access: 'seller' }, schema: schemas.list }, async (request) => {
    const { owner, shopper } = cartRequestOf(request)
    return sendList(deps, request, owner, {
      list: cartList,
      read: (page) => listCarts(deps, { owner, shopper, now: deps.clock() }, page),
      show: (cart) => presentCart(cart, base_url),
    })
  })

  server.post('/v2/carts', { config, schema: schemas.create }, async (request, reply) => {
    const { type: _, id, ...attributes } = request.body.data
    if (isStorefrontCart(id))
      throw invalid([
        { detail: 'data.id must not start with `sf.`: such ids belong to the storefront API.', pointer: '/data/id' },
      ])
    const onCreate = newCartCounter(deps.newCarts, request.caller, request.clientAddress)
    const cartRequest = { ...cartRequestOf(request), id: id ?? newId(deps.clock()), onCreate }
    const priced = await change(deps, cartRequest.owner, (work) =>
      changeCart(work, cartRequest, (cart) => ({ ...cart, ...attributes })),
    )
    const response = sendCart(priced, base_url, reply)
    return reply.code(201).header('location', response.data.links.self).send(response)
  })

  server.get(ONE, { config, schema: schemas.get }, async (request, reply) =>
    sendCart(await read(deps, request), base_url, reply),
  )

  server.put(ONE, { config, schema: schemas.update }, async (request, reply) => {
    const { type: _, ...attributes } = request.body.data
    const priced = await inCart(deps, request, (work, cartRequest) =>
      changeCart(work, cartRequest, (cart) => ({ ...cart, ...attributes })),
    )
    return sendCart(priced, base_url, reply)
  })

  server.delete(ONE, { config, schema: schemas.remove }, async (request, reply) => {
    const outcome = await inCart(deps, request, removeCart)
    if (outcome === 'absent') return reply.code(204).send(null)
    return { data: { type: 'cart' as const, id: request.params.cart_id } }
  })

  for (const method of ['POST', 'DELETE'] as const) {
    const schema = method === 'POST' ? schemas.addCustomers : schemas.removeCustomers
    server.route({
      method,
      url: `${ONE}/relationships/customers`,
      config,
      schema,
      handler: async (request, reply) => {
        const { data } = request.body as { data: { id: string }[] }
        const ids = data.map(({ id }) => id.toLowerCase())
        const priced = await inCart(deps, request, (work, cartRequest) =>
          assignCustomers(work, cartRequest, {
            ids,
            caller: request.caller,
            operation: method === 'POST' ? 'add' : 'remove',
          }),
        )
        return sendCart(priced, base_url, reply)
      },
    })
  }
}

/** Changes the cart in the path in one transaction, in the state that `If-Match` expects. */
export function inCart<T>(
  deps: StoreDeps & Pick<Access, 'newCarts'>,
  request: FastifyRequest,
  body: (work: Work, cartRequest: CartRequest) => Promise<T>,
): Promise<T> {
  const { owner, ...cartRequest } = cartRequestOf(request)
  const expected = cartIfMatch(request.headers['if-match'])
  const onCreate = newCartCounter(deps.newCarts, request.caller, request.clientAddress)
  return change(deps, owner, (work) => body(work, { ...cartRequest, onCreate, expected }))
}

/** The cart in the path, with its current prices. */
export function read({ db, clock }: StoreDeps, request: FastifyRequest): Promise<PricedCart> {
  const { owner, ...cartRequest } = cartRequestOf(request)
  return readCart({ db, owner, now: clock() }, cartRequest)
}

function sendCart(priced: PricedCart, base_url: string, reply: FastifyReply) {
  reply.header('etag', cartEtag(priced))
  return { data: presentCart(priced, base_url) }
}

export const tags = ['Carts']
export const params = Type.Object({ cart_id: CartId })

const CHANGES = 'Emits one `cart.updated` if anything changes.'

const schemas = {
  list: {
    operationId: 'ListCarts',
    summary: 'List carts',
    tags,
    querystring: listQuerySchema(cartList),
    response: { 200: listSchema(CartResource) },
  },
  create: {
    operationId: 'CreateCart',
    summary: 'Create a cart',
    description: `Adding the first item also creates a cart. Creating an empty cart emits no event. With the id of an existing cart, this request updates it. ${CHANGES}`,
    tags,
    body: Data(CartCreate),
    response: { 201: Data(CartResource), ...errorResponses(409) },
  },
  get: {
    operationId: 'GetCart',
    summary: 'Get a cart',
    description: 'Any id is valid: one that was never used is an empty cart. Prices are current.',
    tags,
    params,
    response: { 200: Data(CartResource) },
  },
  update: {
    operationId: 'UpdateCart',
    summary: 'Update a cart',
    description: `Attributes that are not sent keep their values. A cart with custom items cannot change its currency. ${CHANGES}`,
    tags,
    params,
    headers: CartIfMatch,
    body: Data(CartUpdate),
    response: { 200: Data(CartResource), ...errorResponses(409) },
  },
  remove: {
    operationId: 'DeleteCart',
    summary: 'Delete a cart',
    description:
      'Emits `cart.deleted`. A cart that does not exist is an empty one, so that there is nothing to delete: 204.',
    tags,
    params,
    headers: CartIfMatch,
    response: {
      200: Data(Type.Object({ type: Type.Literal('cart'), id: Type.String() })),
      204: Type.Null({ description: 'There was no such cart.' }),
      ...errorResponses(409),
    },
  },
  addCustomers: {
    operationId: 'AddCartCustomers',
    summary: 'Assign a cart to customers',
    description: `A shopper can only assign it to its own customer. ${CHANGES}`,
    tags,
    params,
    headers: CartIfMatch,
    body: CustomerIdentifiers,
    response: { 200: Data(CartResource), ...errorResponses(403, 409) },
  },
  removeCustomers: {
    operationId: 'RemoveCartCustomers',
    summary: 'Remove customers from a cart',
    description: CHANGES,
    tags,
    params,
    headers: CartIfMatch,
    body: CustomerIdentifiers,
    response: { 200: Data(CartResource), ...errorResponses(403, 409) },
  },
}
