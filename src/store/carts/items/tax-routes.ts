import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Data } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import type { Server } from '../../../http/server.ts'
import { rejectOtherRelationships } from '../../kit/relationships.ts'
import { CartId, TaxItemResource } from '../cart.ts'
import { cartEtag } from '../if-match.ts'
import { presentTaxItem } from '../present.ts'
import type { PricedCart } from '../price.ts'
import { type CartDeps, inCart, params, read, tags } from '../routes.ts'
import { CartHeaders } from '../shopper.ts'
import { addTaxesToLines, removeAllTaxes } from './bulk-taxes.ts'
import { findItem } from './items.ts'
import { AddOptions, modeOf, PartialErrors, partialErrors } from './partial.ts'
import { BulkTaxItemCreate, TaxItemCreate, TaxItemUpdate, taxItemAttributes } from './tax-item.ts'
import { addTaxItems, findTax, removeTaxItems, updateTaxItem } from './tax-items.ts'

const config = { access: 'shopper', area: 'carts' } as const
const ALL = '/v2/carts/:cart_id/taxes'
const TAXES = '/v2/carts/:cart_id/items/:cart_item_id/taxes'
const TAX = `${TAXES}/:tax_item_id`

export function taxItemRoutes(server: Server, deps: CartDeps): void {
  const taxesOf = (priced: PricedCart, item_id: string, reply: FastifyReply) => {
    reply.header('etag', cartEtag(priced))
    const { id, tax_items } = findItem(priced.cart, item_id)
    return tax_items.map((tax) => presentTaxItem(tax, id))
  }

  server.get(TAXES, { config, schema: taxSchemas.list }, async (request, reply) => ({
    data: taxesOf(await read(deps, request), request.params.cart_item_id, reply),
  }))

  server.post(TAXES, { config, schema: taxSchemas.add }, async (request, reply) => {
    const { cart_item_id } = request.params
    const { data } = request.body
    const newItems = Array.isArray(data)
      ? data.map((one, index) => taxItemAttributes(one, `/data/${index}`))
      : [taxItemAttributes(data, '/data')]
    for (const sent of [data].flat()) refuseOtherLine(sent, cart_item_id)
    const priced = await inCart(deps, request, (work, cartRequest) =>
      addTaxItems(work, cartRequest, cart_item_id, newItems),
    )
    const added = taxesOf(priced, cart_item_id, reply).slice(-newItems.length)
    const [one = added] = added
    return reply.code(201).send({ data: Array.isArray(data) ? added : one })
  })

  server.put(TAX, { config, schema: taxSchemas.update }, async (request, reply) => {
    const { cart_item_id: item_id, tax_item_id: tax_id } = request.params
    const update = taxItemAttributes(request.body.data, '/data')
    refuseOtherLine(request.body.data, item_id)
    const priced = await inCart(deps, request, (work, cartRequest) =>
      updateTaxItem(work, cartRequest, { item_id, tax_id, update }),
    )
    return { data: findTax(taxesOf(priced, item_id, reply), tax_id) }
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
      return { data: taxesOf(priced, cart_item_id, reply) }
    })
  }

  bulkTaxRoutes(server, deps)
}

/** Throws `invalid` if the body names another line than the path. */
function refuseOtherLine(sent: object, id: string): void {
  const { relationships } = sent as { relationships?: unknown }
  rejectOtherRelationships(relationships, [{ item: { data: { id } } }])
}

function bulkTaxRoutes(server: Server, deps: CartDeps): void {
  server.post(ALL, { config, schema: taxSchemas.addToLines }, async (request, reply) => {
    const { data, options } = request.body
    const { priced, added, refused } = await inCart(deps, request, (work, cartRequest) =>
      addTaxesToLines(work, cartRequest, data, modeOf(options?.add_all_or_nothing, 'all')),
    )
    reply.header('etag', cartEtag(priced))
    const response = { data: added.map(({ tax, item_id }) => presentTaxItem(tax, item_id)), ...partialErrors(refused) }
    return reply.code(201).send(response)
  })

  server.delete(ALL, { config, schema: taxSchemas.removeFromLines }, async (request, reply) => {
    reply.header('etag', cartEtag(await inCart(deps, request, removeAllTaxes)))
    return { data: [] }
  })
}

const Uuid = Type.String({ format: 'uuid' })
const itemParams = Type.Object({ cart_id: CartId, cart_item_id: Uuid })
const taxParams = Type.Object({ ...itemParams.properties, tax_item_id: Uuid })
const CHANGES = 'Emits one `cart.updated` if anything changes.'
const TAX_ITEMS =
  'Only sellers may create, change and delete tax items, unless the setting `shopper_tax_items` allows shoppers to.'
const common = { tags, headers: CartHeaders }
const TaxItems = Type.Object({ data: Type.Array(TaxItemResource) })
const AddedTaxItems = Data(Type.Union([TaxItemResource, Type.Array(TaxItemResource)], { title: 'AddedTaxItems' }))

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
    description: `Tax items replace the taxes that the store would compute. If the price includes tax, they must not exceed it. The response has the added tax items: one or a list, as in the request. ${TAX_ITEMS} ${CHANGES}`,
    params: itemParams,
    body: Data(
      Type.Union([TaxItemCreate, Type.Array(TaxItemCreate, { minItems: 1, maxItems: 20 })], { title: 'NewTaxItems' }),
    ),
    response: { 201: AddedTaxItems, ...errorResponses(403, 409) },
  },
  update: {
    ...common,
    operationId: 'UpdateTaxItem',
    description: `${TAX_ITEMS} ${CHANGES}`,
    summary: 'Change a tax item',
    params: taxParams,
    body: Data(TaxItemUpdate),
    response: { 200: Data(TaxItemResource), ...errorResponses(403, 409) },
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
  addToLines: {
    ...common,
    operationId: 'AddCartTaxes',
    summary: 'Add tax items to several lines',
    description: `Each tax item names its line. All of them are added or none, unless \`options.add_all_or_nothing\` is false. The response has the added ones. ${TAX_ITEMS} ${CHANGES}`,
    params,
    body: Type.Object({
      data: Type.Array(BulkTaxItemCreate, { minItems: 1, maxItems: 1000 }),
      options: Type.Optional(AddOptions),
    }),
    response: { 201: Type.Object({ ...TaxItems.properties, errors: PartialErrors }), ...errorResponses(403, 409) },
  },
  removeFromLines: {
    ...common,
    operationId: 'DeleteCartTaxes',
    summary: 'Remove all tax items of a cart',
    description: `${TAX_ITEMS} ${CHANGES}`,
    params,
    response: { 200: TaxItems, ...errorResponses(403, 409) },
  },
}
