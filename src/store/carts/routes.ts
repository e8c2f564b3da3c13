import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../access/access.ts'
import { newId } from '../../db/new-id.ts'
import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { Include, includes, listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { namedMembers } from '../../http/validation/known-members.ts'
import { invalid } from '../../kernel/errors.ts'
import { ToMany } from '../../kernel/schemas.ts'
import { CurrencyHeaders } from '../catalog/shopper.ts'
import { rejectOtherRelationships, rejectOtherValues } from '../kit/relationships.ts'
import { type RouteDeps, sendList } from '../kit/routes.ts'
import { type CustomAttributes, customDataProblems } from '../kit/values/custom-data.ts'
import { change, type StoreDeps, type Work } from '../kit/work.ts'
import { type Cart, CartCreate, CartId, CartResource, CartUpdate, IncludedItems } from './cart.ts'
import { type CartRequest, changeCart, readCart, removeCart } from './change.ts'
import { cartEtag, cartIfMatch } from './if-match.ts'
import { cartList, listCarts } from './list.ts'
import { presentCart, presentItems } from './present.ts'
import type { PricedCart } from './price.ts'
import { AccountIdentifiers, assignCart, assignedTo, CustomerIdentifiers } from './relationships.ts'
import { CartHeaders, cartLimits, cartRequestOf, isStorefrontCart } from './shopper.ts'

const config = { access: 'shopper', area: 'carts' } as const
const writing = { ...config, reports_unknown: true } as const
const ONE = '/v2/carts/:cart_id'

export type CartDeps = RouteDeps & Pick<Access, 'newCarts' | 'failures'>

export function routes(server: Server, deps: CartDeps): void {
  const { base_url } = deps

  server.get('/v2/carts', { config: { ...config, compressed: true }, schema: schemas.list }, async (request) => {
    const { owner, shopper, currency } = cartRequestOf(request)
    return sendList(deps, request, owner, {
      list: cartList,
      read: (page) => listCarts(deps, request.caller, { owner, shopper, currency, now: deps.clock() }, page),
      show: (cart) => presentCart(cart, base_url),
      ...(includes(request.query.include, 'items') && {
        include: (carts: readonly PricedCart[]) => ({
          included: { items: carts.flatMap((cart) => presentItems(cart, base_url)) },
        }),
      }),
    })
  })

  server.post('/v2/carts', { config: writing, schema: schemas.create }, async (request, reply) => {
    const { data } = request.body
    const { id, ...attributes } = namedMembers(CartCreate, data)
    assertCustomAttributes(attributes)
    if (isStorefrontCart(id))
      throw invalid([
        { detail: 'data.id must not start with `sf.`: such ids belong to the storefront API.', pointer: '/data/id' },
      ])
    const now = deps.clock()
    const limits = cartLimits(deps, request.caller, request.clientAddress, now)
    const cartRequest = { ...cartRequestOf(request), id: id ?? newId(now), ...limits }
    const priced = await change(deps, cartRequest.owner, (work) =>
      changeAttributes(work, cartRequest, { attributes, sent: data }),
    )
    const response = sendCart(priced, base_url, reply)
    return reply.code(201).header('location', response.data.links.self).send(response)
  })

  server.get(ONE, { config, schema: schemas.get }, async (request, reply) => {
    const priced = await read(deps, request)
    const response = sendCart(priced, base_url, reply)
    if (!includes(request.query.include, 'items')) return response
    return { ...response, included: { items: presentItems(priced, base_url) } }
  })

  server.put(ONE, { config: writing, schema: schemas.update }, async (request, reply) => {
    const { data } = request.body
    const attributes = namedMembers(CartUpdate, data)
    assertCustomAttributes(attributes)
    const priced = await inCart(deps, request, (work, cartRequest) =>
      changeAttributes(work, cartRequest, { attributes, sent: data }),
    )
    return sendCart(priced, base_url, reply)
  })

  server.delete(ONE, { config, schema: schemas.remove }, async (request, reply) => {
    const outcome = await inCart(deps, request, removeCart)
    if (outcome === 'absent') return reply.code(204).send(null)
    return { data: { type: 'cart' as const, id: request.params.cart_id } }
  })

  relationshipRoutes(server, deps)
}

type CartBody = { attributes: Partial<Cart>; sent: object }

/** Changes attributes of a cart. Throws `invalid` for members that only other requests can change. */
async function changeAttributes(
  work: Work,
  cartRequest: CartRequest,
  { attributes, sent }: CartBody,
): Promise<PricedCart> {
  const priced = await changeCart(work, cartRequest, (cart) => ({ ...cart, ...attributes }))
  const shown = presentCart(priced, work.base_url)
  rejectOtherValues(sent, shown, ['coupons'], ' Coupons are added with POST /v2/carts/{cart_id}/coupons.')
  const { customers, accounts } = { ...(sent as { relationships?: Record<string, unknown> }).relationships }
  rejectOtherRelationships(
    { customers, accounts },
    [shown.relationships],
    ' They are assigned with POST /v2/carts/{cart_id}/relationships/customers and …/accounts.',
  )
  return priced
}

function relationshipRoutes(server: Server, deps: CartDeps): void {
  for (const { to, method, operation, schema } of relationships)
    server.route({
      method,
      url: `${ONE}/relationships/${to}`,
      config,
      schema,
      handler: async (request, reply) => {
        const { data } = request.body as { data: { id: string }[] }
        const ids = data.map(({ id }) => id.toLowerCase())
        const priced = await inCart(deps, request, (work, cartRequest) =>
          assignCart(work, cartRequest, { to, ids, operation, caller: request.caller }),
        )
        reply.header('etag', cartEtag(priced))
        return { data: assignedTo(priced, to) }
      },
    })
}

function assertCustomAttributes({ custom_attributes }: { custom_attributes?: CustomAttributes }): void {
  const problems = custom_attributes === undefined ? [] : customDataProblems({ custom_attributes }, '/data')
  if (problems.length > 0) throw invalid(problems)
}

/** Changes the request's cart in one transaction, in the state that `If-Match` expects. */
export function inCart<T>(
  deps: StoreDeps & Pick<CartDeps, 'newCarts' | 'failures'>,
  request: FastifyRequest,
  body: (work: Work, cartRequest: CartRequest) => Promise<T>,
): Promise<T> {
  const { owner, ...cartRequest } = cartRequestOf(request)
  const expected = cartIfMatch(request.headers['if-match'])
  const limits = cartLimits(deps, request.caller, request.clientAddress, deps.clock())
  return change(deps, owner, (work) => body(work, { ...cartRequest, ...limits, expected }))
}

/** Returns the request's cart with its current prices. */
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
    description:
      'Shoppers see the carts of the account whose token they send, or else of the customer whose token they send.',
    tags,
    headers: CurrencyHeaders,
    querystring: Type.Object({ ...listQuerySchema(cartList).properties, ...Include.properties }),
    response: {
      200: Type.Object({ ...listSchema(CartResource).properties, included: IncludedItems }),
      ...errorResponses(403),
    },
  },
  create: {
    operationId: 'CreateCart',
    summary: 'Create a cart',
    description: `Adding the first item also creates a cart. Creating an empty cart emits no event. With the id of an existing cart, this request updates it. ${CHANGES}`,
    tags,
    headers: CurrencyHeaders,
    body: Data(CartCreate),
    response: { 201: Data(CartResource), ...errorResponses(409) },
  },
  get: {
    operationId: 'GetCart',
    summary: 'Get a cart',
    description: 'Any id is valid: one that was never used is an empty cart. Prices are current.',
    tags,
    params,
    headers: CurrencyHeaders,
    querystring: Include,
    response: { 200: Type.Object({ data: CartResource, included: IncludedItems }) },
  },
  update: {
    operationId: 'UpdateCart',
    summary: 'Update a cart',
    description: `Attributes that are not sent keep their values. A cart with custom items cannot change its currency. ${CHANGES}`,
    tags,
    params,
    headers: CartHeaders,
    body: Data(CartUpdate),
    response: { 200: Data(CartResource), ...errorResponses(409) },
  },
  remove: {
    operationId: 'DeleteCart',
    summary: 'Delete a cart',
    description:
      'Emits `cart.deleted`. Deleting a cart that does not exist has no effect (204), because it is an empty cart.',
    tags,
    params,
    headers: CartHeaders,
    response: {
      200: Data(Type.Object({ type: Type.Literal('cart'), id: Type.String() })),
      204: Type.Null({ description: 'There was no such cart.' }),
      ...errorResponses(409),
    },
  },
}

const OPERATIONS = [
  { method: 'POST', operation: 'add' },
  { method: 'DELETE', operation: 'remove' },
] as const
const PARTIES = [
  { to: 'customers', singular: 'customer', body: CustomerIdentifiers },
  { to: 'accounts', singular: 'account', body: AccountIdentifiers },
] as const

const relationships = PARTIES.flatMap(({ to, singular, body }) =>
  OPERATIONS.map(({ method, operation }) => ({
    to,
    method,
    operation,
    schema: {
      operationId: `${operation === 'add' ? 'Add' : 'Remove'}Cart${to === 'customers' ? 'Customers' : 'Accounts'}`,
      summary: operation === 'add' ? `Assign a cart to ${to}` : `Remove ${to} from a cart`,
      description: `A shopper can only name its own ${singular}. The response has the ${to} of the cart. ${CHANGES}`,
      tags,
      params,
      headers: CartHeaders,
      body,
      response: { 200: ToMany(singular), ...errorResponses(403, 409) },
    },
  })),
)
