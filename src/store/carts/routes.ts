import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { listSchema } from '../../http/list-envelope.ts'
import { listQuerySchema } from '../../http/lists.ts'
import type { Server } from '../../http/server.ts'
import { invalid } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { answerList, type RouteDeps } from '../kit/routes.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { CartCreate, CartId, CartResource, CartUpdate } from './cart.ts'
import { type CartRequest, changeCart, readCart, removeCart } from './change.ts'
import { assignCustomers, CustomerIdentifiers } from './customers.ts'
import { cartList, listCarts } from './list.ts'
import { presentCart } from './present.ts'
import type { PricedCart } from './price.ts'
import { CartIfMatch, cartEtag, cartIfMatch } from './seen.ts'
import { cartRequestOf, countOpened, isOfStorefront } from './shopper.ts'

const config = { access: 'shopper' } as const
const ONE = '/v2/carts/:cart_id'

export type CartDeps = RouteDeps & Pick<Access, 'newCarts'>

export function routes(server: Server, deps: CartDeps): void {
  const { base_url } = deps

  server.get('/v2/carts', { config: { access: 'seller' }, schema: schemas.list }, async (request) => {
    const { owner, shopper } = cartRequestOf(request)
    return answerList(deps, request, owner, {
      list: cartList,
      read: (asked) => listCarts(deps, { owner, shopper, now: deps.clock() }, asked),
      show: (cart) => presentCart(cart, base_url),
    })
  })

  server.post('/v2/carts', { config, schema: schemas.create }, async (request, reply) => {
    const { type: _, id, ...words } = request.body.data
    if (isOfStorefront(id)) throw invalid([{ detail: 'data.id must not begin with sf.', pointer: '/data/id' }])
    const onOpen = countOpened(deps.newCarts, request.caller, request.clientAddress)
    const cartRequest = { ...cartRequestOf(request), id: id ?? newId(deps.clock()), onOpen }
    const priced = await change(deps, cartRequest.owner, (work) =>
      changeCart(work, cartRequest, (cart) => ({ ...cart, ...words })),
    )
    const answer = answerCart(priced, base_url, reply)
    return reply.code(201).header('location', answer.data.links.self).send(answer)
  })

  server.get(ONE, { config, schema: schemas.get }, async (request, reply) =>
    answerCart(await read(deps, request), base_url, reply),
  )

  server.put(ONE, { config, schema: schemas.update }, async (request, reply) => {
    const { type: _, ...words } = request.body.data
    const priced = await inCart(deps, request, (work, cartRequest) =>
      changeCart(work, cartRequest, (cart) => ({ ...cart, ...words })),
    )
    return answerCart(priced, base_url, reply)
  })

  server.delete(ONE, { config, schema: schemas.remove }, async (request) => {
    await inCart(deps, request, removeCart)
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
            how: method === 'POST' ? 'add' : 'remove',
          }),
        )
        return answerCart(priced, base_url, reply)
      },
    })
  }
}

/** Does the work on the cart that the path names, as `If-Match` says that it was seen. */
export function inCart<T>(
  deps: StoreDeps & Pick<Access, 'newCarts'>,
  request: FastifyRequest,
  body: (work: Work, cartRequest: CartRequest) => Promise<T>,
): Promise<T> {
  const { owner, ...cartRequest } = cartRequestOf(request)
  const seen = cartIfMatch(request.headers['if-match'])
  const onOpen = countOpened(deps.newCarts, request.caller, request.clientAddress)
  return change(deps, owner, (work) => body(work, { ...cartRequest, onOpen, seen }))
}

/** The cart that the path names, with what it costs now. */
export function read({ db, clock }: StoreDeps, request: FastifyRequest): Promise<PricedCart> {
  const { owner, ...cartRequest } = cartRequestOf(request)
  return readCart({ db, owner, now: clock() }, cartRequest)
}

function answerCart(priced: PricedCart, base_url: string, reply: FastifyReply) {
  reply.header('etag', cartEtag(priced))
  return { data: presentCart(priced, base_url) }
}

export const tags = ['Carts']
export const params = Type.Object({ cart_id: CartId })

const CHANGES = 'Fires `cart.updated`, once, when it changes anything.'

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
    summary: 'Open a cart',
    description: `A cart is also opened by the first thing that is put into it. Opening an empty one fires nothing; with the id of one that is there, this changes it. ${CHANGES}`,
    tags,
    body: Data(CartCreate),
    response: { 201: Data(CartResource), ...errorResponses(409) },
  },
  get: {
    operationId: 'GetCart',
    summary: 'Get a cart',
    description: 'Any id is a cart: one that was never used is empty. Prices are those of this moment.',
    tags,
    params,
    response: { 200: Data(CartResource) },
  },
  update: {
    operationId: 'UpdateCart',
    summary: 'Update a cart',
    description: `Attributes left out keep their values. With custom items in it a cart stays in its currency. ${CHANGES}`,
    tags,
    params,
    headers: CartIfMatch,
    body: Data(CartUpdate),
    response: { 200: Data(CartResource), ...errorResponses(409) },
  },
  remove: {
    operationId: 'DeleteCart',
    summary: 'Delete a cart',
    description: 'Fires `cart.deleted`.',
    tags,
    params,
    headers: CartIfMatch,
    response: { 200: Data(Type.Object({ type: Type.Literal('cart'), id: Type.String() })), ...errorResponses(409) },
  },
  addCustomers: {
    operationId: 'AddCartCustomers',
    summary: 'Give a cart to customers',
    description: `A shopper can give it to itself. ${CHANGES}`,
    tags,
    params,
    headers: CartIfMatch,
    body: CustomerIdentifiers,
    response: { 200: Data(CartResource), ...errorResponses(403, 409) },
  },
  removeCustomers: {
    operationId: 'RemoveCartCustomers',
    summary: 'Take a cart from customers',
    description: CHANGES,
    tags,
    params,
    headers: CartIfMatch,
    body: CustomerIdentifiers,
    response: { 200: Data(CartResource), ...errorResponses(403, 409) },
  },
}
