import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Caller, inStore } from '../../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import { listSchema } from '../../http/lists/list-envelope.ts'
import { Include, includes, listQuerySchema } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { namedMembers } from '../../http/validation/known-members.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import { rejectOtherRelationships, rejectOtherValues } from '../kit/relationships.ts'
import { present } from '../kit/resource.ts'
import { type RouteDeps, sendList } from '../kit/routes.ts'
import { CustomAttributesSchema } from '../kit/values/custom-data.ts'
import { change } from '../kit/work.ts'
import { ExplainedPromotion } from '../promotions/explained-promotion.ts'
import { OrderAddressBody } from './address.ts'
import { withAllowed } from './allowed-actions.ts'
import { anonymize } from './anonymize.ts'
import { presentOrder, presentWithUnits } from './events.ts'
import { OrderItemResource, presentItem } from './item.ts'
import { type Order, orders } from './order.ts'
import { promotionsOfOrder } from './promotions.ts'
import { listOrders, readOrder } from './read.ts'
import { allowedOnOrder } from './rules/allowed.ts'
import { SHIPPINGS, STATUSES } from './rules/ledger.ts'
import type { CountedLine } from './rules/units.ts'
import { selectState } from './sql/state.ts'
import { selectCounters, selectItems, selectItemsOf } from './store.ts'
import { type OrderUpdate, updateOrder } from './update.ts'

export const OrderEnvelope = Type.Object({
  data: orders.schemas.resource,
  included: Type.Object({ items: Type.Array(OrderItemResource) }),
})

const ONE = '/v2/orders/:order_id'
const shopper = { access: 'shopper', area: 'orders' } as const
const seller = { access: 'seller', area: 'orders' } as const

export function routes(server: Server, deps: RouteDeps): void {
  const { db, base_url } = deps

  server.get('/v2/orders', { config: { ...shopper, compressed: true }, schema: schemas.list }, async (request) => {
    const owner = inStore(request.caller)
    return sendList(deps, request, owner, {
      list: orders.list,
      read: async (page) => {
        const { rows, ...listed } = await listOrders(deps, request.caller, owner, page)
        return { ...listed, rows: await withLines(deps, owner, rows) }
      },
      show: ({ order, lines }: WithLines) => presentWithUnits(order, lines, base_url),
      ...(includes(request.query.include, 'items') && {
        include: (page: readonly WithLines[]) => itemsOf(deps, owner, page),
      }),
    })
  })

  server.get(ONE, { config: shopper, schema: schemas.get }, async ({ params, caller }, reply) => {
    const order = await readOrder(deps, caller, inStore(caller), params.order_id)
    return sendOrder(deps, order, caller, reply)
  })

  server.get(
    `${ONE}/items`,
    { config: { ...shopper, compressed: true }, schema: schemas.items },
    async ({ params, caller }) => {
      const { owner_id, id, money_format } = await readOrder(deps, caller, inStore(caller), params.order_id)
      const items = await selectItems(db, { owner_id, order_id: id })
      return { data: items.map((item) => presentItem(item, money_format)) }
    },
  )

  server.get(`${ONE}/promotions`, { config: shopper, schema: schemas.promotions }, async ({ params, caller }) => {
    const order = await readOrder(deps, caller, inStore(caller), params.order_id)
    return { data: await promotionsOfOrder(db, order) }
  })

  server.put(ONE, { config: seller, schema: schemas.update }, async ({ params, body, caller, headers }, reply) => {
    const { data: sent } = body
    const update = namedMembers(OrderUpdateBody, sent)
    const expected_version = ifMatch(headers['if-match'])
    const request = { id: params.order_id, update: update as OrderUpdate, expected_version }
    const order = await change(deps, inStore(caller), async (work) => {
      const updated = await updateOrder(work, request)
      refuseFrozen(sent, present(orders, updated, base_url))
      return updated
    })
    return sendOrder(deps, order, caller, reply)
  })

  server.post('/v2/orders/anonymize', { config: seller, schema: schemas.anonymize }, async ({ body, caller }) => {
    const { order_ids } = body.data
    const anonymized = await change(deps, inStore(caller), (work) => anonymize(work, order_ids))
    const shown = await withLines(deps, inStore(caller), anonymized)
    return { data: shown.map(({ order, lines }) => presentWithUnits(order, lines, base_url)) }
  })
}

/** Throws `invalid` if the body has another value for a member that updates of the order cannot change. */
function refuseFrozen(sent: object, shown: Record<string, unknown>): void {
  rejectOtherValues(sent, shown, ['customer', 'contact', 'shipping_option'], FROZEN)
  rejectOtherValues(sent, shown, ['payment', 'anonymized'], ' It follows from other requests about the order.')
  rejectOtherRelationships((sent as { relationships?: unknown }).relationships, [shown.relationships], FROZEN)
}

const FROZEN = ' It was recorded at checkout.'

type WithLines = { order: Order; lines: readonly CountedLine[] }

/** Orders with the counters of their items. One statement. */
async function withLines({ db }: RouteDeps, owner: Owner, page: readonly Order[]): Promise<WithLines[]> {
  const lines = await selectCounters(
    db,
    ownerId(owner),
    page.map(({ id }) => id),
  )
  return page.map((order) => ({ order, lines: lines.get(order.id) ?? [] }))
}

/** Items of a page of orders, in the order of the page. One statement. */
async function itemsOf({ db }: RouteDeps, owner: Owner, page: readonly WithLines[]) {
  const ids = page.map(({ order }) => order.id)
  const items = await selectItemsOf(db, ownerId(owner), ids)
  const shown = page.flatMap(({ order: { id, money_format } }) =>
    (items.get(id) ?? []).map((item) => presentItem(item, money_format)),
  )
  return { included: { items: shown } }
}

/** Sellers also see the allowed actions. One statement in both cases. */
async function sendOrder({ db, base_url }: RouteDeps, order: Order, { role }: Caller, reply: FastifyReply) {
  const key = { owner_id: order.owner_id, order_id: order.id }
  reply.header('etag', etag(order.version))
  if (role !== 'seller') return presentOrder(order, await selectItems(db, key), base_url)
  const state = await selectState(db, key)
  const { data, included } = presentOrder(order, state.items, base_url)
  return { data: withAllowed(data, allowedOnOrder({ order, ...state })), included }
}

const tags = ['Orders']
const params = Type.Object({ order_id: Type.String({ format: 'uuid', description: 'Id of the order.' }) })

const OrderPromotion = Type.Object(
  { ...ExplainedPromotion.properties, type: Type.Literal('order_promotion') },
  { $id: 'OrderPromotion' },
)

const OrderUpdateBody = Type.Object({
  type: ImpliedType('order'),
  status: Type.Optional(Type.Enum([...STATUSES])),
  shipping: Type.Optional(Type.Enum([...SHIPPINGS])),
  order_number: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  external_ref: Type.Optional(Type.String({ maxLength: 255 })),
  shipping_address: Type.Optional(OrderAddressBody),
  billing_address: Type.Optional(OrderAddressBody),
  custom_attributes: Type.Optional(CustomAttributesSchema),
})

const schemas = {
  promotions: {
    operationId: 'ListOrderPromotions',
    summary: 'Explain the promotions of an order',
    description: 'The discount of each promotion, or why it did not apply, as recorded at checkout.',
    tags: ['Applied promotions'],
    params,
    response: { 200: Type.Object({ data: Type.Array(OrderPromotion) }) },
  },
  list: {
    operationId: 'ListOrders',
    summary: 'List orders',
    description: 'Shoppers see the orders of the customer whose token they send.',
    tags,
    querystring: Type.Object({ ...listQuerySchema(orders.list).properties, ...Include.properties }),
    response: {
      200: Type.Object({
        ...listSchema(orders.schemas.resource).properties,
        included: Type.Optional(
          Type.Object({ items: Type.Array(OrderItemResource) }, { description: 'With `include=items`.' }),
        ),
      }),
      ...errorResponses(403),
    },
  },
  get: {
    operationId: 'GetOrder',
    summary: 'Get an order',
    description: 'Shoppers see the orders of their customer and of their session. The items are always included.',
    tags,
    params,
    response: { 200: OrderEnvelope },
  },
  items: {
    operationId: 'ListOrderItems',
    summary: 'List the items of an order',
    tags,
    params,
    response: { 200: Type.Object({ data: Type.Array(OrderItemResource) }) },
  },
  update: {
    operationId: 'UpdateOrder',
    summary: 'Cancel, fulfill or change an order',
    description:
      '`status: cancelled` releases the stock; payments are refunded separately. `shipping: fulfilled` requires a paid ' +
      'order; other states must equal those of the order. Number, reference, addresses and custom attributes can change until ' +
      'it is fulfilled or cancelled. A request does one of the three. Emits `order.cancelled` or `order.fulfilled`, and `order.updated`.',
    tags,
    params,
    headers: IfMatch,
    body: Data(OrderUpdateBody),
    response: { 200: OrderEnvelope, ...errorResponses(409) },
  },
  anonymize: {
    operationId: 'AnonymizeOrders',
    summary: 'Anonymize orders',
    description:
      'Replaces names and addresses by `*`, in the orders and in their events, and deletes notes; prices are kept. All of the orders must be ' +
      'fulfilled, cancelled or refunded. Emits `order.updated`.',
    tags,
    body: Data(
      Type.Object({
        order_ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 100 }),
      }),
    ),
    response: { 200: Type.Object({ data: Type.Array(orders.schemas.resource) }) },
  },
}
