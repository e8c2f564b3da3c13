import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { notFound } from '../../../kernel/errors.ts'
import { CartId, CartItemResource, CartResource, TaxItemResource } from '../cart.ts'
import { CartIfMatch, cartEtag } from '../if-match.ts'
import { presentCart, presentItems, presentTaxItem } from '../present.ts'
import type { PricedCart } from '../price.ts'
import { type CartDeps, inCart, params, read, tags } from '../routes.ts'
import {
  addItems,
  CatalogItemCreate,
  CustomItemCreate,
  findItem,
  ItemUpdate,
  removeAllItems,
  updateItem,
} from './items.ts'
import { addTaxItems, removeTaxItems, TaxItemCreate, TaxItemUpdate, updateTaxItem } from './tax-items.ts'

const config = { access: 'shopper' } as const
const ITEMS = '/v2/carts/:cart_id/items'
const ITEM = `${ITEMS}/:cart_item_id`
const TAXES = `${ITEM}/taxes`
const TAX = `${TAXES}/:tax_item_id`

/** The lines of a cart. */
export function itemRoutes(server: Server, deps: CartDeps): void {
  const { base_url } = deps
  const respond = (priced: PricedCart, reply: FastifyReply) => sendItems(priced, base_url, reply)

  server.get(ITEMS, { config, schema: schemas.list }, async (request, reply) =>
    respond(await read(deps, request), reply),
  )

  server.post(ITEMS, { config, schema: schemas.add }, async (request, reply) => {
    const { data } = request.body
    const newItems = Array.isArray(data) ? data : [data]
    const pointerOf = (index: number) => (Array.isArray(data) ? `/data/${index}` : '/data')
    const priced = await inCart(deps, request, (work, cartRequest) => addItems(work, cartRequest, newItems, pointerOf))
    return reply.code(201).send(respond(priced, reply))
  })

  server.delete(ITEMS, { config, schema: schemas.empty }, async (request, reply) =>
    respond(await inCart(deps, request, removeAllItems), reply),
  )

  server.get(ITEM, { config, schema: schemas.get }, async (request, reply) => {
    const priced = await read(deps, request)
    const id = request.params.cart_item_id.toLowerCase()
    const item = presentItems(priced, base_url).find((one) => one.id === id)
    if (item === undefined) throw notFound('cart item')
    reply.header('etag', cartEtag(priced))
    return { data: item }
  })

  server.put(ITEM, { config, schema: schemas.update }, async (request, reply) => {
    const { quantity } = request.body.data
    const { cart_item_id } = request.params
    return respond(
      await inCart(deps, request, (work, cartRequest) => updateItem(work, cartRequest, cart_item_id, quantity)),
      reply,
    )
  })

  server.delete(ITEM, { config, schema: schemas.remove }, async (request, reply) => {
    const { cart_item_id } = request.params
    return respond(
      await inCart(deps, request, (work, cartRequest) => updateItem(work, cartRequest, cart_item_id, 0)),
      reply,
    )
  })
}

/** The tax items of a line. */
export function taxItemRoutes(server: Server, deps: CartDeps): void {
  const respond = (priced: PricedCart, item_id: string, reply: FastifyReply) => {
    reply.header('etag', cartEtag(priced))
    return { data: findItem(priced.cart, item_id).tax_items.map(presentTaxItem) }
  }

  server.get(TAXES, { config, schema: taxSchemas.list }, async (request, reply) =>
    respond(await read(deps, request), request.params.cart_item_id, reply),
  )

  server.post(TAXES, { config, schema: taxSchemas.add }, async (request, reply) => {
    const { cart_item_id } = request.params
    const { data } = request.body
    const newItems = (Array.isArray(data) ? data : [data]).map(({ type: _, ...attributes }) => attributes)
    const priced = await inCart(deps, request, (work, cartRequest) =>
      addTaxItems(work, cartRequest, cart_item_id, newItems),
    )
    return reply.code(201).send(respond(priced, cart_item_id, reply))
  })

  server.put(TAX, { config, schema: taxSchemas.update }, async (request, reply) => {
    const { cart_item_id: item_id, tax_item_id: tax_id } = request.params
    const { type: _, ...update } = request.body.data
    const priced = await inCart(deps, request, (work, cartRequest) =>
      updateTaxItem(work, cartRequest, { item_id, tax_id, update }),
    )
    return respond(priced, item_id, reply)
  })

  for (const [url, schema] of [
    [TAX, taxSchemas.remove],
    [TAXES, taxSchemas.removeAll],
  ] as const) {
    server.delete(url, { config, schema }, async (request, reply) => {
      const { cart_item_id, tax_item_id = null } = request.params as { cart_item_id: string; tax_item_id?: string }
      const priced = await inCart(deps, request, (work, cartRequest) =>
        removeTaxItems(work, cartRequest, cart_item_id, tax_item_id),
      )
      return respond(priced, cart_item_id, reply)
    })
  }
}

function sendItems(priced: PricedCart, base_url: string, reply: FastifyReply) {
  reply.header('etag', cartEtag(priced))
  const { meta } = presentCart(priced, base_url)
  return { data: presentItems(priced, base_url), meta }
}

const Uuid = Type.String({ format: 'uuid' })
const itemParams = Type.Object({ cart_id: CartId, cart_item_id: Uuid })
const taxParams = Type.Object({ ...itemParams.properties, tax_item_id: Uuid })
const NewItem = Type.Union([CatalogItemCreate, CustomItemCreate])
const Items = Type.Object({ data: Type.Array(CartItemResource), meta: CartResource.properties.meta })
const CHANGES = 'Emits one `cart.updated` if anything changes.'
const CUSTOM_ITEMS =
  'Only sellers may create, change and delete custom items, unless the setting `shopper_custom_items` allows shoppers to.'
const TAX_ITEMS =
  'Only sellers may create, change and delete tax items, unless the setting `shopper_tax_items` allows shoppers to.'
const common = { tags, headers: CartIfMatch }

const schemas = {
  list: {
    operationId: 'ListCartItems',
    summary: 'List the lines of a cart',
    tags,
    params,
    response: { 200: Items },
  },
  add: {
    ...common,
    operationId: 'AddCartItems',
    summary: 'Add items to a cart',
    description: `Adds one or several items, all of them or none. A product that the cart already has increases the quantity of its line. ${CUSTOM_ITEMS} ${CHANGES}`,
    params,
    body: Data(Type.Union([NewItem, Type.Array(NewItem, { minItems: 1, maxItems: 100 })])),
    response: { 201: Items, ...errorResponses(403, 409) },
  },
  empty: {
    ...common,
    operationId: 'DeleteCartItems',
    description: `${CUSTOM_ITEMS} ${CHANGES}`,
    summary: 'Empty a cart',
    params,
    response: { 200: Items, ...errorResponses(403, 409) },
  },
  get: {
    operationId: 'GetCartItem',
    summary: 'Get a line of a cart',
    tags,
    params: itemParams,
    response: { 200: Data(CartItemResource) },
  },
  update: {
    ...common,
    operationId: 'UpdateCartItem',
    description: `${CUSTOM_ITEMS} ${CHANGES}`,
    summary: 'Change the quantity of a line',
    params: itemParams,
    body: Data(ItemUpdate),
    response: { 200: Items, ...errorResponses(403, 409) },
  },
  remove: {
    ...common,
    operationId: 'DeleteCartItem',
    description: `${CUSTOM_ITEMS} ${CHANGES}`,
    summary: 'Remove a line from a cart',
    params: itemParams,
    response: { 200: Items, ...errorResponses(403, 409) },
  },
}

const TaxItems = Type.Object({ data: Type.Array(TaxItemResource) })

const taxSchemas = {
  list: {
    operationId: 'ListTaxItems',
    summary: 'List the tax items of a line',
    tags,
    params: itemParams,
    response: { 200: TaxItems },
  },
  add: {
    ...common,
    operationId: 'AddTaxItems',
    summary: 'Add tax items to a line',
    description: `Tax items replace the taxes that the store would compute. If the price includes tax, they must not exceed it. ${TAX_ITEMS} ${CHANGES}`,
    params: itemParams,
    body: Data(Type.Union([TaxItemCreate, Type.Array(TaxItemCreate, { minItems: 1, maxItems: 20 })])),
    response: { 201: TaxItems, ...errorResponses(403, 409) },
  },
  update: {
    ...common,
    operationId: 'UpdateTaxItem',
    description: `${TAX_ITEMS} ${CHANGES}`,
    summary: 'Change a tax item',
    params: taxParams,
    body: Data(TaxItemUpdate),
    response: { 200: TaxItems, ...errorResponses(403, 409) },
  },
  remove: {
    ...common,
    operationId: 'DeleteTaxItem',
    description: `${TAX_ITEMS} ${CHANGES}`,
    summary: 'Remove a tax item',
    params: taxParams,
    response: { 200: TaxItems, ...errorResponses(403, 409) },
  },
  removeAll: {
    ...common,
    operationId: 'DeleteTaxItems',
    description: `${TAX_ITEMS} ${CHANGES}`,
    summary: 'Remove all tax items of a line',
    params: itemParams,
    response: { 200: TaxItems, ...errorResponses(403, 409) },
  },
}
