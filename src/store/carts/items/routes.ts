import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { notFound, type Problem } from '../../../kernel/errors.ts'
import { CurrencyHeaders } from '../../catalog/shopper.ts'
import { rejectOtherValues } from '../../kit/relationships.ts'
import { CartId, CartItemResource, CartResource } from '../cart.ts'
import { cartEtag } from '../if-match.ts'
import { presentCart, presentItems } from '../present.ts'
import type { PricedCart } from '../price.ts'
import { type CartDeps, inCart, params, read, tags } from '../routes.ts'
import { CartHeaders } from '../shopper.ts'
import { addItems } from './add.ts'
import { ItemsUpdate, ItemUpdate, itemChanges, removeAllItems, updateItem, updateItems } from './items.ts'
import { CatalogItemCreate, CustomItemCreate, PromotionItemCreate, requestOf } from './new-item.ts'
import { AddOptions, modeOf, PartialErrors, partialErrors, UpdateOptions } from './partial.ts'
import { CartItemsCreate, itemsOfSource, OrderItemsCreate } from './sources.ts'

const config = { access: 'shopper', area: 'carts' } as const
const ITEMS = '/v2/carts/:cart_id/items'
const ITEM = `${ITEMS}/:cart_item_id`

export function itemRoutes(server: Server, deps: CartDeps): void {
  const { base_url } = deps
  const respond = (priced: PricedCart, reply: FastifyReply, refused: readonly Problem[] = []) => {
    reply.header('etag', cartEtag(priced))
    const { meta } = presentCart(priced, base_url)
    return { data: presentItems(priced, base_url), meta, ...partialErrors(refused) }
  }

  server.get(ITEMS, { config, schema: schemas.list }, async (request, reply) =>
    respond(await read(deps, request), reply),
  )

  server.post(ITEMS, { config, schema: schemas.add }, async (request, reply) => {
    const { caller } = request
    const { data, options } = request.body
    const { priced, refused } = await inCart(deps, request, async (work, cartRequest) => {
      if ('cart_id' in data || 'order_id' in data) {
        const copied = await itemsOfSource(work, data, { cart_id: cartRequest.id, caller })
        return addItems(work, cartRequest, copied, modeOf(options?.add_all_or_nothing, 'possible'))
      }
      const added = Array.isArray(data)
        ? requestOf(data, (index) => `/data/${index}`)
        : requestOf([data], () => '/data')
      return addItems(work, cartRequest, added, modeOf(options?.add_all_or_nothing, 'all'))
    })
    return reply.code(201).send(respond(priced, reply, refused))
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

  changingRoutes(server, deps, respond)

  server.delete(ITEM, { config, schema: schemas.remove }, async (request, reply) => {
    const { cart_item_id } = request.params
    const priced = await inCart(deps, request, (work, cartRequest) =>
      updateItem(work, cartRequest, cart_item_id, { quantity: 0 }),
    )
    return respond(priced, reply)
  })
}

type Respond = (priced: PricedCart, reply: FastifyReply, refused?: readonly Problem[]) => Static<typeof PartialItems>

function changingRoutes(server: Server, deps: CartDeps, respond: Respond): void {
  const { base_url } = deps

  server.put(ITEMS, { config, schema: schemas.updateSeveral }, async (request, reply) => {
    const { data, options } = request.body
    const updates = data.map((one) => ({ id: one.id, ...itemChanges(one) }))
    const { priced, refused } = await inCart(deps, request, async (work, cartRequest) => {
      const mode = modeOf(options?.update_all_or_nothing, 'all')
      const outcome = await updateItems(work, cartRequest, updates, mode)
      const items = presentItems(outcome.priced, base_url)
      for (const [index, sent] of data.entries()) refuseOtherItem(sent, `/data/${index}`, items)
      return outcome
    })
    return respond(priced, reply, refused)
  })

  server.put(ITEM, { config, schema: schemas.update }, async (request, reply) => {
    const { cart_item_id } = request.params
    const update = itemChanges(request.body.data)
    const priced = await inCart(deps, request, async (work, cartRequest) => {
      const changed = await updateItem(work, cartRequest, cart_item_id, update)
      refuseOtherItem({ ...request.body.data, id: cart_item_id }, '/data', presentItems(changed, base_url))
      return changed
    })
    return respond(priced, reply)
  })
}

/** Throws `invalid` if the body changes the product, or the texts of a custom item: these cannot change. */
function refuseOtherItem(sent: { id: string }, pointer: string, items: readonly { id: string; product_id: string }[]) {
  const shown = items.find(({ id }) => id === sent.id.toLowerCase())
  if (shown === undefined) return
  const fixed = shown.product_id === '' ? ['product_id', 'name', 'description', 'sku', 'tax_class_id'] : ['product_id']
  rejectOtherValues(sent, shown, fixed, ' To change it, delete the line and add another.', pointer)
}

const Uuid = Type.String({ format: 'uuid' })
const itemParams = Type.Object({ cart_id: CartId, cart_item_id: Uuid })
const NewItem = Type.Union([CatalogItemCreate, CustomItemCreate, PromotionItemCreate], { title: 'NewItem' })
const Items = Type.Object({ data: Type.Array(CartItemResource), meta: CartResource.properties.meta })
const PartialItems = Type.Object({ ...Items.properties, errors: PartialErrors })
const CHANGES = 'Emits one `cart.updated` if anything changes.'
const CUSTOM_ITEMS =
  'Only sellers may create, change and delete custom items, unless the setting `shopper_custom_items` allows shoppers to.'
const common = { tags, headers: CartHeaders }

const schemas = {
  list: {
    operationId: 'ListCartItems',
    summary: 'List the lines of a cart',
    tags,
    params,
    headers: CurrencyHeaders,
    response: { 200: Items },
  },
  add: {
    ...common,
    operationId: 'AddCartItems',
    summary: 'Add items to a cart',
    description:
      'Adds one or several items, all of them or none unless `options.add_all_or_nothing` is false. A product that the cart ' +
      'already has with the same custom data increases the quantity of its line. A `promotion_item` adds a coupon. ' +
      '`cart_items` adds copies of the lines of another cart, without their tax items, and `order_items` the products of an ' +
      'order that are still sold; those that cannot be added are omitted unless `options.add_all_or_nothing` is true. ' +
      `${CUSTOM_ITEMS} ${CHANGES}`,
    params,
    body: Type.Object({
      data: Type.Union(
        [NewItem, CartItemsCreate, OrderItemsCreate, Type.Array(NewItem, { minItems: 1, maxItems: 100 })],
        { title: 'NewItems' },
      ),
      options: Type.Optional(AddOptions),
    }),
    response: { 201: PartialItems, ...errorResponses(403, 409) },
  },
  updateSeveral: {
    ...common,
    operationId: 'UpdateCartItems',
    summary: 'Change several lines of a cart',
    description: `Changes all of them or none, unless \`options.update_all_or_nothing\` is false. ${CUSTOM_ITEMS} ${CHANGES}`,
    params,
    body: Type.Object({
      data: Type.Array(ItemsUpdate, { minItems: 1, maxItems: 500 }),
      options: Type.Optional(UpdateOptions),
    }),
    response: { 200: PartialItems, ...errorResponses(403, 409) },
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
    headers: CurrencyHeaders,
    response: { 200: Data(CartItemResource) },
  },
  update: {
    ...common,
    operationId: 'UpdateCartItem',
    description: `Attributes that are not sent keep their values. ${CUSTOM_ITEMS} ${CHANGES}`,
    summary: 'Change a line of a cart',
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
